import type { Xml } from './xml.ts';

interface Sent {
  readonly stanza: Xml;
  readonly settle: ((isHandled: boolean) => void) | undefined;
  readonly isWanted: (() => boolean) | undefined;
}

/** Counts are modulo 2^32 (XEP-0198, 4). */
const modulus = 2 ** 32;

/** Our half of XEP-0198: the stanzas that the server has not acknowledged, and the counts of both sides. */
export function createUnacknowledged() {
  let received = 0;
  let acknowledged = 0;
  let sent: Sent[] = [];

  return {
    /** How many stanzas of the server have arrived in this session. */
    get received() {
      return received;
    },
    countReceived(): void {
      received = (received + 1) % modulus;
    },
    /** The server starts to count what it sends. */
    restartReceived(): void {
      received = 0;
    },
    /**
     * `settle` is called once, with whether the server has the stanza. If `isWanted` returns false, a resumed session does not send it
     * again.
     */
    add: (stanza: Xml, settle?: (isHandled: boolean) => void, isWanted?: () => boolean) =>
      void sent.push({ stanza, settle, isWanted }),
    /** The server has received this many of our stanzas. A count beyond what was sent is wrong and changes nothing. */
    handled(count: number): void {
      const newlyHandled = (count - acknowledged + modulus) % modulus;
      const arrived = sent.splice(0, newlyHandled <= sent.length ? newlyHandled : 0);
      acknowledged = (acknowledged + arrived.length) % modulus;
      for (const { settle } of arrived) settle?.(true);
    },
    /** The count that acknowledges all that has been sent so far. */
    get countOfAll() {
      return (acknowledged + sent.length) % modulus;
    },
    /** Whether a sender waits to hear that the server has its stanza. */
    get isAwaited() {
      return sent.some(({ settle }) => settle !== undefined);
    },
    /** Forgets what is no longer wanted, and returns what a resumed session must send again, in order. */
    takeWanted(): readonly Xml[] {
      sent = sent.filter(({ isWanted, settle }) => {
        const isKept = isWanted?.() ?? true;
        if (!isKept) settle?.(false);
        return isKept;
      });
      return sent.map(({ stanza }) => stanza);
    },
    /** The session is over, and it remains unknown whether these have arrived. */
    clear(): void {
      const lost = sent;
      sent = [];
      received = 0;
      acknowledged = 0;
      for (const { settle } of lost) settle?.(false);
    },
  };
}
