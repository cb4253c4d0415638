import type { EventOrigin } from '../wire.ts';

export interface ReceivedEvent {
  readonly fingerprint: string;
  readonly origin: EventOrigin;
  /** By the service's clock. */
  readonly serverMs: number | undefined;
  /** As placed in the log. */
  readonly atMs: number;
  readonly isReceipt: boolean;
}

/** The events of a stream that have been received, by sequence. */
export interface ReceivedEvents {
  get(sequence: number): ReceivedEvent | undefined;
  add(sequence: number, event: ReceivedEvent): void;
  /** The nearest event before a sequence. */
  before(sequence: number): ReceivedEvent | undefined;
  /** The nearest event after a sequence. */
  after(sequence: number): ReceivedEvent | undefined;
  /** The last message before a sequence. Services differ in whether they replay our own receipts. */
  messageBefore(sequence: number): number | undefined;
  has(fingerprint: string): boolean;
  /** Adds where each event was placed. */
  addPlaces(times: Map<string, readonly number[]>): void;
}

export function createReceivedEvents(): ReceivedEvents {
  const events = new Map<number, ReceivedEvent>();
  /** Ascending. The service may skip many numbers, so the code does not loop over them. */
  const sequences: number[] = [];

  /** How many events come before a sequence. */
  function countBefore(sequence: number): number {
    let at = sequences.length;
    while (at > 0 && Number(sequences[at - 1]) >= sequence) at -= 1;
    return at;
  }

  const eventAt = (at: number): ReceivedEvent | undefined => events.get(sequences[at] ?? -1);

  return {
    get: (sequence) => events.get(sequence),
    add(sequence, event) {
      if (!events.has(sequence)) sequences.splice(countBefore(sequence), 0, sequence);
      events.set(sequence, event);
    },
    before: (sequence) => eventAt(countBefore(sequence) - 1),
    after: (sequence) => eventAt(countBefore(sequence + 1)),
    messageBefore(sequence) {
      for (let at = countBefore(sequence) - 1; at >= 0; at -= 1) if (!eventAt(at)?.isReceipt) return sequences[at];
      return undefined;
    },
    has(fingerprint) {
      for (const one of events.values()) if (one.fingerprint === fingerprint) return true;
      return false;
    },
    addPlaces(times) {
      for (const { fingerprint, atMs } of events.values()) {
        times.set(fingerprint, [...(times.get(fingerprint) ?? []), atMs]);
      }
    },
  };
}
