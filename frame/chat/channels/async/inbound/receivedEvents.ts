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
  let highest = -1;

  return {
    get: (sequence) => events.get(sequence),
    add(sequence, event) {
      events.set(sequence, event);
      highest = Math.max(highest, sequence);
    },
    before(sequence) {
      for (let at = sequence - 1; at >= 0; at -= 1) if (events.has(at)) return events.get(at);
      return undefined;
    },
    after(sequence) {
      for (let at = sequence + 1; at <= highest; at += 1) if (events.has(at)) return events.get(at);
      return undefined;
    },
    messageBefore(sequence) {
      for (let at = sequence - 1; at >= 0; at -= 1) if (events.get(at)?.isReceipt === false) return at;
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
