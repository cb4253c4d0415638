import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import { employeeTimeoutMs } from './limits.ts';

/** Loads a JSONP address in the frame; rejects when the script fails. Given by the channel's transport. */
export type LoadJsonp = (url: string, lifetime: Lifetime) => Promise<unknown>;

/** CH-104: an answer means an employee; failure, silence of 3 s or no address means none. Never rejects. */
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
      () => finish(false), // Silent: most visitors are no employees, for whom the address does not answer.
    );
  });
}
