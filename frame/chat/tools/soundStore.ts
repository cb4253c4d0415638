import { proxy } from 'valtio/vanilla';
import type { Message } from '../conversation.ts';
import { shownTime } from '../messages/messageLog.ts';
import type { ChatPorts } from '../ports.ts';
import type { RoomSnapshot } from '../state.ts';
import type { Chime } from './chime.ts';

export interface SoundPorts extends Pick<ChatPorts, 'storage' | 'lifetime'> {
  /** The visitor sees this conversation, with focus in the page or the frame. */
  readonly isVisible: (conversationId: string) => boolean;
  readonly chime: Chime;
  /** Runs the task for a message in one tab. */
  readonly inOneTab: (messageId: string, task: () => void) => unknown;
  readonly chat: () => Pick<RoomSnapshot, 'conversations'>;
  readonly onChat: (listener: () => void) => void;
}

export type SoundStore = ReturnType<typeof createSoundStore>;

/** A sound for new messages while the visitor is not looking. Off by default; turning it on applies to all tabs. */
export function createSoundStore({ isVisible, inOneTab, storage, lifetime, chime, chat, onChat }: SoundPorts) {
  const state = proxy({ isOn: storage.read('cm-sound') === true });
  let newest = newestMessage(chat());

  onChat(() => {
    const found = newestMessage(chat());
    // If the newest message has been removed, an older one is found here, which is not new.
    if (!found || found.key === newest?.key || found.timestamp < (newest?.timestamp ?? 0)) return;
    newest = found;
    if (state.isOn && !isVisible(found.conversationId)) void inOneTab(found.id, chime.play);
  });
  storage.onChange(lifetime, (key) => {
    if (key === 'cm-sound') state.isOn = storage.read(key) === true;
  });

  return {
    state,
    toggle(): void {
      state.isOn = !state.isOn;
      if (state.isOn) storage.write('cm-sound', true);
      else storage.remove('cm-sound');
      // Plays a sample. The press is also the user gesture that browsers require.
      if (state.isOn) chime.play();
    },
  };
}

/** The newest message of others that arrived on this page; undefined if there is none. */
export function newestMessage({ conversations }: Pick<RoomSnapshot, 'conversations'>) {
  return conversations
    .flatMap(({ id, messages }) => {
      // It is usually on the last page, so a long conversation costs no more.
      const found = messages.pages.findLast((page) => page.some(isOfOthers))?.findLast(isOfOthers);
      // The key is unique among the messages of all conversations.
      return found ? [{ key: `${id} ${found.id}`, id: found.id, conversationId: id, timestamp: shownTime(found) }] : [];
    })
    .sort((one, other) => one.timestamp - other.timestamp)
    .at(-1);
}

function isOfOthers({ type, isHistory, isRemoved }: Message): boolean {
  return (type === 'agent' || type === 'bot') && !isHistory && !isRemoved;
}
