import type { AdapterId } from './adapters.ts';
import type { ChatEventName } from './channel.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { ConversationRecord } from './conversations/record.ts';
import type { Happening } from './lifecycle/transitions.ts';
import type { Channels } from './openChannels.ts';
import type { ChatPorts } from './ports.ts';
import type { ChatState } from './state.ts';
import type { ChatTexts } from './texts.ts';
import type { Announce } from './window/announcements.ts';
import type { Overlay } from './window/overlay.ts';
import type { SeenCookies } from './window/seenCookies.ts';

/** What the parts of the store share: the published state, and everything that views do not need. */
export interface ChatCore {
  readonly state: ChatState;
  readonly ports: ChatPorts;
  readonly text: ChatTexts;
  readonly conversations: Conversations;
  readonly channels: Channels;
  readonly seenCookies: SeenCookies;
  readonly announce: Announce;
  readonly overlay: Overlay;
  /**
   * Looks the happening up in the table of transitions, and carries out what it says. It concerns the adapter's current
   * conversation, or `record`. Returns the conversation, which may have begun with it.
   */
  happen(adapterId: AdapterId, happening: Happening, record?: ConversationRecord): ConversationRecord | undefined;
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
