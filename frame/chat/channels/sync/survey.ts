import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ExitSurvey, SurveyAnswers } from '../../conversation.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { SurveyLinks, SurveyRest } from './surveyRest.ts';
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
  /** Fetches the survey that was open before a reload. */
  resume(): Promise<void>;
}

/** Where an open survey is, and the conversation that it is about. */
const kept = v.object({
  links: v.object({ 'exit-survey': v.string(), next: v.optional(v.string()) }),
  conversationId: v.string(),
});

export function createSurvey(
  { lifetime, log, storage, adapterId }: Pick<ChannelPorts, 'lifetime' | 'log' | 'storage' | 'adapterId'>,
  state: ChannelState,
  rest: SurveyRest,
): Survey {
  let survey: ExitSurvey | undefined;
  let surveyedConversationId = '';
  let hasAsked = false;
  /** How many surveys have been withdrawn. An answer that arrives after that is ignored. */
  let withdrawals = 0;
  const keptAs = `${adapterId}.survey`;

  const forget = (): void => storage.remove('cm-chat-account', keptAs);

  function withdraw(): void {
    withdrawals += 1;
    forget();
    rest.cancelSurvey();
    if (!survey) return;
    survey = undefined;
    state.emit({ type: 'survey', survey: undefined });
  }

  async function ask(conversationId: string | undefined, links?: SurveyLinks): Promise<void> {
    if (hasAsked) return;
    hasAsked = true;
    const before = withdrawals;
    const isLate = (): boolean => lifetime.ended || withdrawals !== before;
    try {
      const found = await rest.getExitSurvey(links);
      if (isLate()) rest.cancelSurvey();
      else if (found) {
        survey = found;
        surveyedConversationId = conversationId ?? '';
        storage.write('cm-chat-account', { links: rest.surveyLinks(), conversationId: surveyedConversationId }, keptAs);
        state.emit({ type: 'survey', survey });
      }
    } catch (error) {
      if (isLate()) return;
      forget();
      log.warn('The exit survey could not be fetched.', error);
      state.emit({ type: 'surveyFailed' });
    }
  }

  return {
    withdraw,
    onChatStart() {
      withdraw();
      hasAsked = false;
    },
    ask,
    async submit(answers) {
      if (!survey) throw createError('CALL_INVALID', 'There is no exit survey to submit.');
      await rest.submitExitSurvey(toSurveyBody(survey.id, surveyedConversationId, answers));
      survey = undefined;
      forget();
    },
    cancel() {
      survey = undefined;
      forget();
      rest.cancelSurvey();
    },
    async resume() {
      const stored = v.safeParse(kept, storage.read('cm-chat-account', keptAs));
      if (stored.success) await ask(stored.output.conversationId, stored.output.links);
    },
  };
}
