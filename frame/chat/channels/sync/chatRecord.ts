import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { ServiceClock } from '../ground/serviceClock.ts';
import type { ChatRest } from './chatRest.ts';
import type { Lines } from './lines.ts';
import type { SavedChat, SavedRecord } from './savedChat.ts';

export interface ChatRecordParts {
  readonly state: ChannelState;
  readonly rest: Pick<ChatRest, 'session'>;
  readonly lines: Pick<Lines, 'mark' | 'setOwner'>;
  readonly saved: SavedChat;
  readonly serviceClock: Pick<ServiceClock, 'aheadMs'>;
}

/** The owner of the running chat, and its saved state for a reload. */
export interface ChatRecord {
  /** Texts belong to the visitor who started the chat; without a chat, to the current visitor. */
  updateOwner(): void;
  /** Called when the current visitor starts a chat. */
  begin(): void;
  /** The saved chat, unless another visitor has started it. */
  find(): SavedRecord | undefined;
  save(): void;
  /** Removes the saved chat, unless a later page of the tab has started it. */
  remove(): void;
}

export function createChatRecord(
  ports: Pick<ChannelPorts, 'visitor' | 'visitorKey'>,
  { state, rest, lines, saved, serviceClock }: ChatRecordParts,
): ChatRecord {
  const isGuest = (): boolean => ports.visitor().userId === undefined;
  /** The visitor who started the chat. */
  let starter: Pick<SavedRecord, 'visitorKey' | 'isGuest'> | undefined;
  /** The chat that this page has found or saved. */
  let session: string | undefined;

  function updateOwner(): void {
    const { account } = state.snapshot.config;
    if (account !== undefined) lines.setOwner(`${account}:${starter?.visitorKey ?? ports.visitorKey()}`);
  }

  function find(): SavedRecord | undefined {
    const chat = saved.read();
    session = chat?.session;
    // Another tab may have signed somebody else in. A guest who has signed in keeps the chat.
    if (!chat || isGuest() || chat.isGuest || chat.visitorKey === ports.visitorKey()) return chat;
    remove();
    return undefined;
  }

  function remove(): void {
    // A page that is back from the back-forward cache may find the chat of a later one.
    const stored = saved.read()?.session;
    if (stored === undefined || stored === session) saved.remove();
    starter = undefined;
  }

  starter = find();

  return {
    updateOwner,
    begin() {
      starter = { visitorKey: ports.visitorKey(), isGuest: isGuest() };
      updateOwner();
    },
    find,
    save() {
      const { visitorKey, isGuest = true } = starter ?? {};
      const account = state.snapshot.config.account ?? '';
      const { aheadMs } = serviceClock;
      session = rest.session;
      saved.write({ account, session, visitorKey, isGuest, aheadMs, mark: lines.mark });
    },
    remove,
  };
}
