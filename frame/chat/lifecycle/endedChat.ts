import * as v from 'valibot';
import { tryParse } from '../../platform/wireFields.ts';
import { type Conversation, isOver } from '../conversation.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { offerTranscript } from '../conversations/history.ts';
import type { ChatCore } from '../core.ts';
import { keptMessages } from '../limits.ts';
import { allMessages } from '../messages/messageLog.ts';
import { plainText } from '../messages/transcript.ts';
import { isAdapterId } from '../routing/adapters.ts';
import { parseRoutingEntry } from '../routing/routingEntry.ts';
import { shownConversation, surveyedConversation } from '../window/shown.ts';

const keptEnding = v.object({
  adapterId: v.pipe(v.string(), v.guard(isAdapterId)),
  /** The route of its channel, which the page's own routes may not have. */
  entry: v.unknown(),
  hasAnswered: v.boolean(),
  /** As plain text: nothing of an ended chat can be pressed. */
  messages: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(['visitor', 'agent', 'bot', 'agentJoin', 'system']),
      text: v.string(),
      timestamp: v.number(),
      by: v.optional(v.string()),
      isRemoved: v.optional(v.boolean(), false),
    }),
  ),
});

const suffix = 'ended';

type KeptEnding = v.InferInput<typeof keptEnding>;
type StoredEnding = v.InferOutput<typeof keptEnding>;

/** Restores the ended chat of the last page, and from then on stores that of this page. */
export async function watchEnding(core: ChatCore, watch: (listener: () => void) => () => void): Promise<void> {
  const { conversations, ports } = core;
  const stored = tryParse(keptEnding, ports.storage.read('cm-conversations-tab', suffix));
  let withoutSurvey: ConversationRecord | undefined;
  // Otherwise the visitor has begun another chat with this service in the meantime.
  if (stored && !conversations.currentOf(stored.adapterId)) {
    const record = showEnding(core, stored);
    try {
      if (!stored.hasAnswered) await askForSurvey(core, stored);
    } catch (error) {
      if (ports.lifetime.ended) return;
      ports.log.warn('The survey of an ended chat could not be restored.', error);
      withoutSurvey = record;
    }
  }
  keepEnding(core, watch, withoutSurvey);
}

/** The ended chat whose survey is open, or which thanks for its answers. */
function endingOf({ state }: ChatCore): Conversation | undefined {
  const surveyed = surveyedConversation(state);
  if (surveyed || state.survey !== 'sent') return surveyed;
  const shown = shownConversation(state);
  return shown && isOver(shown.state) ? shown : undefined;
}

/**
 * Stores the ended chat of this tab while the visitor is asked about it: no service gives its messages again. What is stored of one whose
 * survey could not be loaded stays while it is shown, because the next page may load it.
 */
function keepEnding(
  core: ChatCore,
  watch: (listener: () => void) => () => void,
  withoutSurvey: ConversationRecord | undefined,
): void {
  let before: Conversation | undefined | null = null;
  watch(() => {
    const one = endingOf(core);
    if (one === before || (!one && withoutSurvey?.published)) return;
    before = one;
    if (one) core.ports.storage.write('cm-conversations-tab', toKept(core, one), suffix);
    else core.ports.storage.remove('cm-conversations-tab', suffix);
  });
}

function toKept({ channels }: ChatCore, { adapterId, exitSurvey, messages }: Conversation): KeptEnding {
  const kept = allMessages(messages).flatMap((message): KeptEnding['messages'] => {
    const { id, type, timestamp, by, isRemoved } = message;
    if (type === 'dateHeader' || type === 'error' || message.source || message.isNotSent) return [];
    return [{ id, type, timestamp, by, isRemoved, text: plainText(message) }];
  });
  return {
    adapterId,
    entry: channels.opened(adapterId)?.entry,
    hasAnswered: exitSurvey === undefined,
    messages: kept.slice(-keptMessages),
  };
}

/** Shows the ended chat of the last page. */
function showEnding(core: ChatCore, { adapterId, hasAnswered, messages }: StoredEnding) {
  const record = core.dispatch(adapterId, { type: 'endingRestored' });
  record?.add(messages.map((message) => ({ ...message, isHistory: true })));
  if (record) offerTranscript(core, record);
  if (hasAnswered) core.state.survey = 'sent';
  return record;
}

async function askForSurvey({ channels }: ChatCore, { adapterId, entry }: StoredEnding): Promise<void> {
  const route = parseRoutingEntry(entry);
  const opened = channels.opened(adapterId) ?? (route && (await channels.open({ adapterId, entry: route })));
  await opened?.channel.resumeSurvey?.();
}
