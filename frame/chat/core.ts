import { createTimer } from '../platform/timer.ts';
import type { ChatEventName, StartType } from './channel.ts';
import type { ConversationState, ExitSurvey } from './conversation.ts';
import type { ConversationRecord, Conversations } from './conversations/conversations.ts';
import { announcementMs, maxOverlayMs } from './limits.ts';
import type { ChatPorts } from './ports.ts';
import type { AdapterId, QueueType } from './routing/adapters.ts';
import type { Channels } from './routing/openChannels.ts';
import { adapterById, type RoomState } from './state.ts';
import type { ChatTexts } from './texts.ts';
import type { ReadMarks, SeenCookies } from './window/seen.ts';

/** The shared core of the store: the published state, and internal data that views do not need. */
export interface ChatCore {
  readonly state: RoomState;
  readonly ports: ChatPorts;
  readonly text: ChatTexts;
  readonly conversations: Conversations;
  readonly channels: Channels;
  readonly seenCookies: SeenCookies;
  readonly readMarks: ReadMarks;
  readonly announce: ReturnType<typeof createAnnouncer>;
  readonly overlay: ReturnType<typeof createOverlay>;
  /**
   * Looks up the event in the table of transitions, and applies the transition to the adapter's current conversation, or
   * to `record`. Returns the conversation, which the transition may have created.
   */
  dispatch(adapterId: AdapterId, event: LifecycleEvent, record?: ConversationRecord): ConversationRecord | undefined;
}

/** What happens to a conversation. `transitions.ts` has a row for each. */
export type LifecycleEvent =
  // Begin: a service reports a conversation, or one from before a reload continues.
  | { readonly type: 'reported'; readonly state: ConversationState }
  | { readonly type: 'spoke' | 'identified' | 'resumeAsked' | 'resumed' }
  | { readonly type: 'notResumed'; readonly isFinal: boolean }
  | { readonly type: 'restored' | 'originRestored' | 'endingRestored' }
  | { readonly type: 'asked'; readonly startType: StartType }
  | { readonly type: 'chosen' | 'accepted' | 'refused' }
  // Transfer. The first two concern the target, the others the conversation that it starts from. `begunId`: the target, if
  // it began with the transfer.
  | { readonly type: 'transferAsked'; readonly fromId: string }
  | { readonly type: 'transferAccepted'; readonly fromId: string; readonly noSwitchBack: boolean | undefined }
  | { readonly type: 'handedOver'; readonly to: QueueType }
  | { readonly type: 'transferRefused'; readonly begunId: string | undefined; readonly hasFailed: boolean }
  // Return to the conversation that a transfer started from (CH-047). `left` concerns the one that has ended.
  | { readonly type: 'returned'; readonly endedId: string }
  | { readonly type: 'left' }
  | { readonly type: 'continued'; readonly hasFailed: boolean }
  | { readonly type: 'replaced'; readonly byId: string }
  | { readonly type: 'surveyOffered'; readonly survey: ExitSurvey }
  | { readonly type: 'surveyWithdrawn' | 'surveySent' | 'surveyAccepted' | 'surveyRefused' }
  | { readonly type: 'surveyClosed' | 'surveyOvertaken' }
  // The visitor closes the window (CH-025), or has signed in.
  | { readonly type: 'cleared' | 'signedIn' };

const maxAnnouncements = 20;

/** Returns a function that adds announcements to the live region, oldest first. */
export function createAnnouncer(state: RoomState, { clock, lifetime }: Pick<ChatPorts, 'clock' | 'lifetime'>) {
  const removal = createTimer(clock, lifetime);
  let count = 0;
  return (entries: readonly (readonly [sender: string, text: string])[]): void => {
    if (entries.length === 0) return;
    const added = entries.map(([sender, text], at) => ({ serial: count + at, sender, text }));
    count += added.length;
    state.announcements = [...state.announcements, ...added].slice(-maxAnnouncements);
    // Some screen readers repeat text that stays in a live region at its next change.
    removal.start(announcementMs, () => {
      state.announcements = [];
    });
  };
}

/** The loading overlay: from the request for a chat until the first change of its state, for at most 20 s (CH-026). */
export function createOverlay(state: RoomState, { clock, lifetime }: Pick<ChatPorts, 'clock' | 'lifetime'>) {
  const limit = createTimer(clock, lifetime);
  function hide(): void {
    limit.stop();
    state.isStarting = false;
  }
  return {
    show(): void {
      state.isStarting = true;
      limit.start(maxOverlayMs, hide);
    },
    hide,
  };
}

/** Sends an analytics event of an adapter's conversation (CH-208). */
export function track(
  { state, ports }: Pick<ChatCore, 'state' | 'ports'>,
  adapterId: AdapterId,
  name: ChatEventName,
  detail: Readonly<Record<string, string>> = {},
): void {
  const adapter = adapterById(state, adapterId);
  ports.track(name, {
    pageUrl: ports.page().url,
    adapterId,
    skill: adapter?.routedSkill ?? adapter?.skill,
    ...detail,
  });
}
