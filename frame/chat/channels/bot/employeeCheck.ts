import type { Clock } from '../../../platform/clock.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { employeeTimeoutMs } from './limits.ts';

/** Downloaded for a deployment with an employee check. Without it, nobody is an employee. */
export const loadJsonpScript: LoadJsonp = async (url, lifetime) => {
  const { createJsonpLoader } = await import('../../../platform/loadJsonpScript.ts');
  // The check may be over.
  lifetime.signal.throwIfAborted();
  return createJsonpLoader('callback')(url, lifetime);
};

/** Any answer means an employee; a failure, a 3 s timeout or an empty URL means none (CH-104). Never rejects. */
export function checkEmployee(url: string, load: LoadJsonp, clock: Clock, lifetime: Lifetime): Promise<boolean> {
  if (url === '') return Promise.resolve(false);
  const attempt = lifetime.child();
  return new Promise((resolve) => {
    const finish = (isEmployee: boolean): void => {
      resolve(isEmployee);
      attempt.end();
    };
    attempt.add(clock.after(employeeTimeoutMs, () => finish(false)));
    attempt.add(() => resolve(false));
    load(url, attempt).then(
      () => finish(true),
      () => finish(false), // Ignore the error: the URL is expected to fail for visitors who are not employees.
    );
  });
}
