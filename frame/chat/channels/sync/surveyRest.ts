import type { Clock } from '../../../platform/clock.ts';
import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ExitSurvey } from '../../conversation.ts';
import { surveyPollMs } from './limits.ts';
import type { Session } from './polling.ts';
import type { Ask } from './restCalls.ts';
import { parseExitSurvey } from './wire.ts';

/** The exit survey of the session that has ended last. */
export interface SurveyRest {
  getExitSurvey(): Promise<ExitSurvey | undefined>;
  submitExitSurvey(body: unknown): Promise<void>;
  /** Stops keeping the session alive. The vendor's service has no other way to cancel a survey. */
  cancelSurvey(): void;
}

export function createSurveyRest(ports: {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly ask: Ask;
  readonly session: Session;
}): SurveyRest {
  const { clock, lifetime, ask, session } = ports;
  let cancelSurvey = (): void => {};

  /** The service drops sessions without polls, and filling in a survey takes longer. */
  function keepAlive(address: string): void {
    cancelSurvey();
    cancelSurvey = lifetime.add(
      clock.every(surveyPollMs, () => {
        ask(address, { method: 'GET', parse: () => undefined }).catch(() => {
          // Ignore the error: if the session is lost, submitting the survey reports it.
        });
      }),
    );
  }

  return {
    async getExitSurvey() {
      const { 'exit-survey': address, next } = session.links;
      if (address === undefined) return undefined;
      const survey = await ask(address, { method: 'GET', parse: parseExitSurvey });
      if (survey && session.url === undefined) keepAlive(next ?? address); // If there is a session, the next chat has started and already polls.
      return survey;
    },
    async submitExitSurvey(body) {
      const address = session.links['exit-survey'];
      if (address === undefined) throw createError('CALL_INVALID', 'There is no survey to submit.');
      await ask(address, { method: 'POST', override: 'PUT', body, parse: () => undefined });
      cancelSurvey();
    },
    cancelSurvey: () => cancelSurvey(),
  };
}
