import { createError } from '../../../platform/errors.ts';
import type { RuntimePorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { ExitSurvey, SurveyAnswers } from '../../conversation.ts';
import type { SurveyRest } from './surveyRest.ts';
import { toSurveyBody } from './wire.ts';

/** The exit survey after a chat has ended (CH-123). */
export interface Survey {
  /** Withdraws the survey of the previous chat, here and at the service (CH-122). */
  withdraw(): void;
  /** Called when a new chat starts, which may have its own survey. */
  onChatStart(): void;
  /** Fetches the survey, once per chat. */
  ask(conversationId: string | undefined): Promise<void>;
  submit(answers: SurveyAnswers): Promise<void>;
  cancel(): void;
}

export function createSurvey(
  { lifetime, log }: Pick<RuntimePorts, 'lifetime' | 'log'>,
  state: ChannelState,
  rest: SurveyRest,
): Survey {
  let survey: ExitSurvey | undefined;
  let surveyedConversationId = '';
  let hasAsked = false;
  /** How many surveys have been withdrawn. An answer that arrives after that is ignored. */
  let withdrawals = 0;

  function withdraw(): void {
    withdrawals += 1;
    rest.cancelSurvey();
    if (!survey) return;
    survey = undefined;
    state.emit({ type: 'survey', survey: undefined });
  }

  return {
    withdraw,
    onChatStart() {
      withdraw();
      hasAsked = false;
    },
    async ask(conversationId) {
      if (hasAsked) return;
      hasAsked = true;
      const before = withdrawals;
      const isLate = (): boolean => lifetime.ended || withdrawals !== before;
      try {
        const found = await rest.getExitSurvey();
        if (isLate()) rest.cancelSurvey();
        else if (found) {
          survey = found;
          surveyedConversationId = conversationId ?? '';
          state.emit({ type: 'survey', survey });
        }
      } catch (error) {
        if (isLate()) return;
        log.warn('The exit survey could not be fetched.', error);
        state.emit({ type: 'surveyFailed' });
      }
    },
    async submit(answers) {
      if (!survey) throw createError('CALL_INVALID', 'There is no exit survey to submit.');
      await rest.submitExitSurvey(toSurveyBody(survey.id, surveyedConversationId, answers));
      survey = undefined;
    },
    cancel() {
      survey = undefined;
      rest.cancelSurvey();
    },
  };
}
