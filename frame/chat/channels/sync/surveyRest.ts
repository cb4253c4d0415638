import type { Clock } from '../../../platform/clock.ts';
import { createError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { ExitSurvey } from '../../conversation.ts';
import { surveyPollMs } from './limits.ts';
import type { Session } from './polling.ts';
import type { Ask } from './restCalls.ts';
import { parseExitSurvey } from './wire.ts';

/** The links of a survey that a reload needs. */
export interface SurveyLinks {
  readonly 'exit-survey'?: string | undefined;
  readonly next?: string | undefined;
}

/** The exit survey of the session that has ended last. */
export interface SurveyRest {
  surveyLinks(): SurveyLinks;
  /** `kept`: the links of a session that has ended before a reload. */
  getExitSurvey(kept?: SurveyLinks): Promise<ExitSurvey | undefined>;
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
  let links: SurveyLinks = {};

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
    surveyLinks: () => links,
    async getExitSurvey(kept = session.links) {
      const { 'exit-survey': address, next } = kept;
      links = { 'exit-survey': address, next };
      if (address === undefined) return undefined;
      const survey = await ask(address, { method: 'GET', parse: parseExitSurvey });
      if (survey && session.url === undefined) keepAlive(next ?? address); // If there is a session, the next chat has started and already polls.
      return survey;
    },
    async submitExitSurvey(body) {
      const address = links['exit-survey'];
      if (address === undefined) throw createError('CALL_INVALID', 'There is no survey to submit.');
      await ask(address, { method: 'POST', override: 'PUT', body, parse: () => undefined });
      cancelSurvey();
    },
    cancelSurvey: () => cancelSurvey(),
  };
}
