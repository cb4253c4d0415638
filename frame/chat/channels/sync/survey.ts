import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import { createTimer } from '../../../platform/timer.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ExitSurvey, SurveyAnswers } from '../../conversation.ts';
import type { ChannelState } from '../ground/channelState.ts';
import { isFinalRefusal } from '../ground/refusals.ts';
import type { ChatRest } from './chatRest.ts';
import { surveyPollMs } from './limits.ts';
import { parseExitSurvey, toSurveyBody } from './wire.ts';

/** Where an open survey is, and the conversation that it is about. */
const kept = v.object({
  links: v.object({ 'exit-survey': v.string(), next: v.optional(v.string()) }),
  conversationId: v.string(),
});

type SurveyLinks = Partial<v.InferOutput<typeof kept>['links']>;

/** The exit survey after a chat has ended (CH-123). */
export function createSurvey(
  { clock, lifetime, log, storage, adapterId }: ChannelPorts,
  state: ChannelState,
  rest: Pick<ChatRest, 'ask' | 'links' | 'session'>,
) {
  /** `address` is where its answers are sent. */
  let open: { readonly survey: ExitSurvey; readonly address: string; readonly conversationId: string } | undefined;
  const nextPoll = createTimer(clock, lifetime);
  let hasAsked = false;
  /** How many surveys have been withdrawn. An answer that arrives after that is ignored. */
  let withdrawals = 0;
  const keptAs = `${adapterId}.survey`;

  /** The survey is over, also for the page after a reload. */
  function close(): void {
    open = undefined;
    storage.remove('cm-chat-account', keptAs);
    nextPoll.stop();
  }

  /** Withdraws the survey of the previous chat, here and at the service (CH-122). */
  function withdraw(): void {
    withdrawals += 1;
    const isShown = open !== undefined;
    close();
    if (isShown) state.emit({ type: 'survey', survey: undefined });
  }

  /**
   * The service drops sessions without polls, and filling in a survey takes longer. It has no call to cancel a survey: it drops the
   * session that is no longer polled.
   */
  function keepAlive(polled: string): void {
    nextPoll.start(surveyPollMs, () => void poll(polled));
  }

  async function poll(polled: string): Promise<void> {
    const before = open;
    // Now, because a call that hangs must not delay the next one.
    keepAlive(polled);
    const isRefused = await rest.ask(polled, { method: 'GET', parse: () => false }).catch(isFinalRefusal);
    // If the session is over, submitting the survey reports it.
    if (isRefused && open === before) nextPoll.stop();
  }

  /** Rejects if another page can ask again. */
  async function ask(conversationId = '', links: SurveyLinks = rest.links, isKept = false): Promise<void> {
    if (hasAsked) return;
    hasAsked = true;
    const { 'exit-survey': address, next } = links;
    if (address === undefined) return;
    const before = withdrawals;
    const isLate = (): boolean => lifetime.ended || withdrawals !== before;
    try {
      const survey = await rest.ask(address, { method: 'GET', parse: parseExitSurvey });
      if (!survey || isLate()) return;
      open = { survey, address, conversationId };
      // With a session, the next chat has started and already polls.
      if (rest.session === undefined) keepAlive(next ?? address);
      storage.write('cm-chat-account', { links: { 'exit-survey': address, next }, conversationId }, keptAs);
      state.emit({ type: 'survey', survey });
    } catch (error) {
      if (isLate()) return;
      if (isKept && !isFinalRefusal(error)) throw error;
      storage.remove('cm-chat-account', keptAs);
      log.warn('The exit survey could not be fetched.', error);
      state.emit({ type: 'surveyFailed' });
    }
  }

  return {
    withdraw,
    /** Called when a new chat starts, which may have its own survey. */
    onChatStart(): void {
      withdraw();
      hasAsked = false;
    },
    ask,
    async submit(answers: SurveyAnswers): Promise<void> {
      if (!open) throw createError('CALL_INVALID', 'There is no exit survey to submit.');
      const { survey, address, conversationId } = open;
      const body = toSurveyBody(survey.id, conversationId, answers);
      await rest.ask(address, { method: 'POST', override: 'PUT', body, parse: () => undefined });
      close();
    },
    cancel: close,
    /** Fetches the survey that was open before a reload. */
    async resume(): Promise<void> {
      const stored = tryParse(kept, storage.read('cm-chat-account', keptAs));
      if (stored) await ask(stored.conversationId, stored.links, true);
    },
  };
}
