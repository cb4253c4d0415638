import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { ExitSurvey, SurveyAnswers } from '../../conversation.ts';
import type { ChatRest } from './chatRest.ts';
import { toSurveyBody } from './wire.ts';

/** The exit survey after a chat has ended (CH-123). */
export interface Survey {
  /** Drops the survey of the previous chat. */
  onChatStart(): void;
  /** Fetches the survey, once per chat. */
  ask(conversationId: string | undefined): Promise<void>;
  submit(answers: SurveyAnswers): Promise<void>;
  cancel(): void;
}

export function createSurvey({ lifetime, log }: ChannelPorts, state: ChannelState, rest: ChatRest): Survey {
  let survey: ExitSurvey | undefined;
  let surveyedConversationId = '';
  let hasAsked = false;
  /** How many chats have started. */
  let chatCount = 0;

  return {
    onChatStart() {
      chatCount += 1;
      hasAsked = false;
      survey = undefined;
    },
    async ask(conversationId) {
      if (hasAsked) return;
      hasAsked = true;
      const chat = chatCount;
      // Ignore a survey that arrives after the next chat has started.
      const isLate = (): boolean => lifetime.ended || chatCount !== chat;
      try {
        const found = await rest.getExitSurvey();
        if (!found || isLate()) return;
        survey = found;
        surveyedConversationId = conversationId ?? '';
        state.emit({ type: 'survey', survey });
      } catch (error) {
        if (isLate()) return;
        log.warn('The exit survey could not be fetched.', error);
        state.emit({ type: 'surveyFailed' });
      }
    },
    async submit(answers) {
      if (!survey) return;
      await rest.submitExitSurvey(toSurveyBody(survey.id, surveyedConversationId, answers));
      survey = undefined;
    },
    cancel() {
      survey = undefined;
      rest.cancelSurvey();
    },
  };
}
