import { isWidgetError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { GroundPorts } from '../../channel.ts';
import type { Entry, Outcome } from '../../delivery/types.ts';
import type { ChatRest } from './chatRest.ts';
import { maxBusyWaitMs, retryWaitMs } from './limits.ts';
import { retryAfterMs } from './toEvents.ts';

/** The total number of attempts for a line (CH-130). */
const maxAttempts = 2;

/** Sends the visitor's lines to the service. */
export interface LineSender {
  /** Resolves to the outcome of the attempt, at the latest when the line's echo arrives. */
  publish(entry: Entry): Promise<Outcome>;
  /**
   * A line of the visitor with these words has arrived. Returns whether it is the one that is being sent: a chat belongs to
   * one tab, so nobody else can have sent the same text in the meantime.
   */
  arrived(text: string, position: number): boolean;
}

export interface LineSenderParts {
  readonly rest: Pick<ChatRest, 'addLine'>;
  /** The time by the service's clock. */
  readonly serviceNow: () => number;
}

export function createLineSender(
  ports: Pick<GroundPorts, 'clock' | 'lifetime'>,
  { rest, serviceNow }: LineSenderParts,
): LineSender {
  /** The number of attempts for each failed line. */
  const attempts = new Map<string, number>();
  let inFlight: { readonly entry: Entry; readonly settle: (outcome: Outcome) => void } | undefined;

  async function attempt({ id, text }: Entry): Promise<Outcome> {
    const before = attempts.get(id) ?? 0;
    // The poll after the second attempt has shown that the line did not arrive.
    if (before >= maxAttempts) return { type: 'refused' };
    try {
      await rest.addLine(text);
      return { type: 'acked' };
    } catch (error) {
      const outcome = outcomeOf(error, serviceNow());
      if (outcome.type === 'unknown') {
        attempts.set(id, before + 1);
        await pause(ports, retryWaitMs);
      }
      return outcome;
    }
  }

  return {
    async publish(entry) {
      const echoed = new Promise<Outcome>((settle) => {
        inFlight = { entry, settle };
      });
      const outcome = await Promise.race([attempt(entry), echoed]);
      inFlight = undefined;
      // After a refusal, Try again starts over.
      if (outcome.type !== 'unknown' && outcome.type !== 'busy') attempts.delete(entry.id);
      return outcome;
    },
    arrived(text, position) {
      if (!inFlight || inFlight.entry.text !== text || inFlight.entry.position >= position) return false;
      inFlight.settle({ type: 'echoed', position });
      inFlight = undefined;
      return true;
    },
  };
}

/** The outcome of a line whose call has failed. */
function outcomeOf(error: unknown, serviceNow: number): Outcome {
  if (!isWidgetError(error)) return { type: 'unknown' };
  const { status } = error;
  if (status === 400 || status === 413) return { type: 'refused' };
  const waitMs = retryAfterMs(error.retryAfter, serviceNow);
  if (status !== 429 && !(status === 503 && waitMs !== undefined)) return { type: 'unknown' };
  return { type: 'busy', retryAfterMs: waitMs === undefined ? undefined : Math.min(waitMs, maxBusyWaitMs) };
}
