import type { Clock } from '../../../platform/clock.ts';
import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { bareOf, domainOf } from './addresses.ts';
import { stepTimeoutMs } from './limits.ts';
import { errorConditionOf } from './login.ts';
import type { XmlElement } from './xml.ts';

interface Waiting {
  /** Who is asked; undefined: our own server. */
  readonly to: string | undefined;
  resolve(answer: XmlElement): void;
  reject(error: unknown): void;
}

/** The requests that wait for their answers: of our own server, or of a service beside it. */
export function createRequests({
  clock,
  lifetime,
  ownAddress,
}: {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly ownAddress: () => string | undefined;
}) {
  const waiting = new Map<string, Waiting>();
  let count = 0;

  /** Ids can be guessed, so an answer counts only from whoever was asked; for our own server, also from our own account. */
  function isTrusted(from: string | undefined, to: string | undefined): boolean {
    if (to !== undefined) return from !== undefined && bareOf(from) === to;
    const own = ownAddress();
    return from === undefined || (own !== undefined && [own, domainOf(own)].includes(bareOf(from)));
  }

  return {
    createId(): string {
      count += 1;
      return `q${count}`;
    },
    wait(id: string, to?: string): Promise<XmlElement> {
      return new Promise((resolve, reject) => {
        const stop = lifetime.add(
          clock.after(stepTimeoutMs, () => {
            waiting.delete(id);
            reject(createError('CALL_TIMEOUT', `the XMPP server did not answer within ${stepTimeoutMs} ms`));
          }),
        );
        const settle =
          <Value>(then: (value: Value) => void) =>
          (value: Value): void => {
            stop();
            waiting.delete(id);
            then(value);
          };
        waiting.set(id, { to, resolve: settle(resolve), reject: settle(reject) });
      });
    },
    /** Returns whether this was an answer, wanted or not. */
    answer(element: XmlElement): boolean {
      const type = element.attributes.get('type');
      if (type !== 'result' && type !== 'error') return false;
      const one = waiting.get(element.attributes.get('id') ?? '');
      if (!one || !isTrusted(element.attributes.get('from'), one.to)) return true;
      if (type === 'result') one.resolve(element);
      else
        one.reject(
          createError('CALL_FAILED', errorConditionOf(element), { body: { condition: errorConditionOf(element) } }),
        );
      return true;
    },
    /** The connection is lost. Answers that come after a resumption are ignored. */
    fail(): void {
      for (const one of [...waiting.values()]) one.reject(createError('CALL_ABORTED', 'The connection was lost.'));
    },
  };
}
