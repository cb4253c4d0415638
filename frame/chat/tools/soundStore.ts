import { proxy } from 'valtio/vanilla';
import type { ChatPorts } from '../ports.ts';
import type { RoomSnapshot } from '../state.ts';
import type { Chime } from './chime.ts';
import { newestMessage } from './newestMessage.ts';

export interface SoundPorts extends Pick<ChatPorts, 'storage' | 'lifetime'> {
  /** The visitor sees this conversation, with focus in the page or the frame. */
  readonly isVisible: (conversationId: string) => boolean;
  readonly chime: Chime;
  /** Runs the task for a message in one tab. */
  readonly inOneTab: (messageId: string, task: () => void) => unknown;
  readonly chat: () => Pick<RoomSnapshot, 'conversations'>;
  readonly onChat: (listener: () => void) => void;
}

export interface SoundStore {
  readonly state: { isOn: boolean };
  toggle(): void;
}

/** A sound for new messages while the visitor is not looking. Off by default; turning it on applies to all tabs. */
export function createSoundStore({
  isVisible,
  inOneTab,
  storage,
  lifetime,
  chime,
  chat,
  onChat,
}: SoundPorts): SoundStore {
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
    toggle() {
      state.isOn = !state.isOn;
      if (state.isOn) storage.write('cm-sound', true);
      else storage.remove('cm-sound');
      // Plays a sample. The press is also the user gesture that browsers require.
      if (state.isOn) chime.play();
    },
  };
}
