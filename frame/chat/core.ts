import type { ChatEventName } from './channel.ts';
import type { ConversationRecord, Conversations } from './conversations/conversations.ts';
import type { LifecycleEvent } from './lifecycle/events.ts';
import type { ChatPorts } from './ports.ts';
import type { AdapterId } from './routing/adapters.ts';
import type { Channels } from './routing/openChannels.ts';
import type { RoomState } from './state.ts';
import type { ChatTexts } from './texts.ts';
import type { Announce } from './window/announcements.ts';
import type { Overlay } from './window/overlay.ts';
import type { ReadMarks } from './window/readMarks.ts';
import type { SeenCookies } from './window/seenCookies.ts';

/** The shared core of the store: the published state, and internal data that views do not need. */
export interface ChatCore {
  readonly state: RoomState;
  readonly ports: ChatPorts;
  readonly text: ChatTexts;
  readonly conversations: Conversations;
  readonly channels: Channels;
  readonly seenCookies: SeenCookies;
  readonly readMarks: ReadMarks;
  readonly announce: Announce;
  readonly overlay: Overlay;
  /**
   * Looks up the event in the table of transitions, and applies the transition to the adapter's current conversation, or
   * to `record`. Returns the conversation, which the transition may have created.
   */
  dispatch(adapterId: AdapterId, event: LifecycleEvent, record?: ConversationRecord): ConversationRecord | undefined;
}

/** Sends an analytics event of an adapter's conversation (CH-208). */
export function track(
  { state, ports }: Pick<ChatCore, 'state' | 'ports'>,
  adapterId: AdapterId,
  name: ChatEventName,
  detail: Readonly<Record<string, string>> = {},
): void {
  const adapter = state.adapters.find((one) => one.id === adapterId);
  ports.track(name, {
    pageUrl: ports.page().url,
    adapterId,
    skill: adapter?.routedSkill ?? adapter?.skill,
    ...detail,
  });
}

/** The visitor's first message of a conversation, which may also be a choice or a quick reply (CH-208). */
export function trackFirstText(
  core: Pick<ChatCore, 'state' | 'ports' | 'readMarks'>,
  record: ConversationRecord,
): void {
  if (core.readMarks.isFirst(record, 'firstText')) track(core, record.adapterId, 'CM_CHAT_FIRST_MESSAGE');
}
