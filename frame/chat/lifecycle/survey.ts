import { createError } from '../../platform/errors.ts';
import type { SurveyAnswers } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import type { ChatCore } from '../core.ts';
import type { AdapterId } from '../routing/adapters.ts';

/** Sends the answers to the exit survey. Without a survey, the visitor sees that it failed (CH-069). */
export async function submitSurvey(core: ChatCore, record: ConversationRecord, answers: SurveyAnswers): Promise<void> {
  const { adapterId } = record;
  const survey = record.published?.exitSurvey;
  core.dispatch(adapterId, { type: 'surveySent' }, record);
  if (!survey) return;
  try {
    const channel = core.channels.of(adapterId);
    if (!channel) throw createError('CHANNEL_UNAVAILABLE', `There is no open channel for ${adapterId}.`);
    await channel.submitSurvey?.(answers);
    core.dispatch(adapterId, { type: 'surveyAccepted' }, record);
  } catch (error) {
    core.ports.log.warn('The answers of an exit survey were not sent.', error);
    core.dispatch(adapterId, { type: 'surveyRefused' }, record);
  }
}

/** A failed cancellation is only logged: the panel is closed in any case (CH-069). */
export async function cancelSurvey({ channels, ports }: ChatCore, adapterId: AdapterId): Promise<void> {
  try {
    await channels.of(adapterId)?.cancelSurvey?.();
  } catch (error) {
    ports.log.warn('An exit survey was not cancelled.', error);
  }
}
