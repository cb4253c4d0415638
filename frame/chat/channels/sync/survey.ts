import { describeError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { ExitSurvey, SurveyAnswers } from '../../conversation.ts';
import type { ChatRest } from './chatRest.ts';
import { toSurveyBody } from './wire.ts';

/** The exit survey of the chat that has ended, asked for once (CH-123). */
export interface Survey {
  /** A chat has begun: the survey of the one before is none of its. */
  chatBegins(): void;
  ask(conversationId: string | undefined): Promise<void>;
  submit(answers: SurveyAnswers): Promise<void>;
  cancel(): void;
}

export function createSurvey({ lifetime, log }: ChannelPorts, state: ChannelState, rest: ChatRest): Survey {
  let survey: ExitSurvey | undefined;
  let surveyOf = '';
  let hasAsked = false;
  /** How many chats have begun. */
  let talks = 0;

  return {
    chatBegins() {
      talks += 1;
      hasAsked = false;
      survey = undefined;
    },
    async ask(conversationId) {
      if (hasAsked) return;
      hasAsked = true;
      const talk = talks;
      // A survey that comes when the next chat has begun is none of its.
      const isLate = (): boolean => lifetime.ended || talks !== talk;
      try {
        const found = await rest.getExitSurvey();
        if (!found || isLate()) return;
        survey = found;
        surveyOf = conversationId ?? '';
        state.emit({ type: 'survey', survey });
      } catch (error) {
        if (isLate()) return;
        log.warn('The exit survey could not be fetched.', describeError(error));
        state.emit({ type: 'surveyFailed' });
      }
    },
    async submit(answers) {
      if (!survey) return;
      await rest.submitExitSurvey(toSurveyBody(survey.id, surveyOf, answers));
      survey = undefined;
    },
    cancel() {
      survey = undefined;
      rest.cancelSurvey();
    },
  };
}
