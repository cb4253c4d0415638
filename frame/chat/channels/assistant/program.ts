import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import { postTimeoutMs } from '../bot/limits.ts';
import type { AssistantEvent, AssistantInstance } from './transport.ts';

/** Sends a message through the vendor's program and resolves to the answer that the program receives. */
export type SendThroughProgram = (message: unknown) => Promise<unknown>;

/**
 * The program reports answers as events that do not name their message, so one message is sent at a time, with the timeout
 * of a bot post (CH-107).
 */
export function createProgram(
  instance: AssistantInstance,
  { clock, lifetime }: Pick<ChannelPorts, 'clock' | 'lifetime'>,
  /** Called with each answer, also one that came too late, and with its message if there was one. */
  answered: (answer: unknown, message: unknown) => void = () => {},
): SendThroughProgram {
  let last: Promise<unknown> = Promise.resolve();
  /** Each takes one answer, in the order of their messages. */
  const waiting: { readonly message: unknown; readonly resolve: (answer: unknown) => void }[] = [];
  const handler = ({ data }: AssistantEvent): void => {
    const one = waiting.shift();
    answered(data, one?.message);
    one?.resolve(data);
  };
  instance.on({ type: 'receive', handler });
  lifetime.add(() => instance.off({ type: 'receive', handler }));

  function exchange(message: unknown): Promise<unknown> {
    const own = lifetime.child();
    let forget = (): void => {};
    let sent: Promise<unknown> = Promise.resolve();
    return new Promise<unknown>((resolve, reject) => {
      const one = { message, resolve };
      waiting.push(one);
      forget = () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
      };
      own.add(() => reject(createError('CALL_ABORTED', 'The hosted assistant has been closed.')));
      own.add(
        clock.after(postTimeoutMs, () => reject(createError('CALL_TIMEOUT', 'The hosted assistant did not answer.'))),
      );
      sent = instance.send(message);
      sent.catch(reject);
    }).finally(() => {
      own.end();
      // Until `send` has settled, the program may still report the answer, too late. The next message must not get it.
      void sent.then(forget, forget);
    });
  }

  return (message) => {
    const answer = last.then(() => exchange(message));
    last = answer.catch(() => undefined); // The caller gets the error.
    return answer;
  };
}
