import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { SurveyAnswers } from '../../conversation.ts';
import type { ConversationParts } from './parts.ts';
import { readSurveyForm, type SurveyForm, surveyStanza } from './surveyForm.ts';
import type { XmlElement } from './xml.ts';

export interface ExitSurveyParts extends ConversationParts {
  /** The survey is over: the session may be too. */
  readonly onOver: () => void;
}

/** The survey after a conversation. The desk sends the form while it is open, and the visitor sees it when the conversation is over. */
export function createExitSurvey({ createId }: ChannelPorts, parts: ExitSurveyParts) {
  const { state, deskConfig, text, connection, onOver } = parts;
  let next: SurveyForm | undefined;
  let open: SurveyForm | undefined;

  function over(): void {
    if (open === undefined) return;
    open = undefined;
    onOver();
  }

  return {
    /** The visitor has a survey to answer. */
    get isOpen() {
      return open !== undefined;
    },
    /** The newest form counts. */
    received(form: XmlElement): void {
      next = readSurveyForm(form, createId(), { yes: text('yes'), no: text('no') });
    },
    conversationEnded(): void {
      open = next;
      next = undefined;
      if (open) state.emit({ type: 'survey', survey: open.survey });
    },
    async submit(answers: SurveyAnswers): Promise<void> {
      const form = open;
      if (!form) throw createError('CALL_INVALID', 'There is no survey to answer.');
      await connection.connect();
      if (open !== form) throw createError('CALL_INVALID', 'The survey was for another account.');
      // The same id for another attempt: the desk sees that it is the same message.
      const isThere = await connection.deliver(surveyStanza(deskConfig.address, String(form.survey.id), form, answers));
      if (!isThere) throw createError('CALL_FAILED', 'It is unknown whether the desk has received the answers.');
      over();
    },
    /** The visitor does not answer. */
    cancel: over,
    /** Another conversation begins. */
    withdraw(): void {
      next = undefined;
      if (open) state.emit({ type: 'survey', survey: undefined });
      over();
    },
  };
}
