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
  /** The nearest event before or after a sequence, if there is one below `end`. */
  neighbour(sequence: number, step: 1 | -1, end: number): ReceivedEvent | undefined;
  /** The last message before a sequence. Services differ in whether they replay our own receipts. */
  messageBefore(sequence: number): number | undefined;
  has(fingerprint: string): boolean;
  /** Adds where each event was placed. */
  addPlaces(times: Map<string, readonly number[]>): void;
}

export function createReceivedEvents(): ReceivedEvents {
  const events = new Map<number, ReceivedEvent>();

  return {
    get: (sequence) => events.get(sequence),
    add: (sequence, event) => void events.set(sequence, event),
    neighbour(sequence, step, end) {
      for (let at = sequence + step; at >= 0 && at < end; at += step) {
        const found = events.get(at);
        if (found) return found;
      }
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
