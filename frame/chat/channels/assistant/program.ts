import { createError } from '../../../platform/errors.ts';
import { postTimeoutMs } from '../../botService/limits.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { AssistantEvent, AssistantInstance } from './wire.ts';

/** Sends a message through the vendor's program and resolves to the answer that the program receives. */
export type SendThroughProgram = (message: unknown) => Promise<unknown>;

/**
 * The program reports answers as events that do not name their message, so one message is sent at a time, with the timeout
 * of a bot post (CH-107).
 */
export function createProgram(
  instance: AssistantInstance,
  { clock, lifetime }: Pick<ChannelPorts, 'clock' | 'lifetime'>,
): SendThroughProgram {
  let last: Promise<unknown> = Promise.resolve();

  function exchange(message: unknown): Promise<unknown> {
    const own = lifetime.child();
    return new Promise<unknown>((resolve, reject) => {
      const handler = ({ data }: AssistantEvent): void => resolve(data);
      instance.on({ type: 'receive', handler });
      own.add(() => {
        instance.off({ type: 'receive', handler });
        reject(createError('CALL_ABORTED', 'The hosted assistant has been closed.'));
      });
      own.add(
        clock.after(postTimeoutMs, () => reject(createError('CALL_TIMEOUT', 'The hosted assistant did not answer.'))),
      );
      instance.send(message).catch(reject);
    }).finally(() => own.end());
  }

  return (message) => {
    const answer = last.then(() => exchange(message));
    last = answer.catch(() => undefined); // The caller gets the error.
    return answer;
  };
}
