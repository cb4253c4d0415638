import { proxy } from 'valtio/vanilla';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Message } from '../conversation.ts';
import { shownTime } from '../messages/messageLog.ts';
import type { ChatPorts } from '../ports.ts';
import type { RoomSnapshot } from '../state.ts';

export interface SoundPorts extends Pick<ChatPorts, 'storage' | 'lifetime'> {
  /** The visitor sees this conversation, with focus in the page or the frame. */
  readonly isVisible: (conversationId: string) => boolean;
  readonly chime: Chime;
  /** Runs the task for a message in one tab. */
  readonly inOneTab: (messageId: string, task: () => void) => unknown;
  readonly chat: () => Pick<RoomSnapshot, 'conversations'>;
  readonly onChat: (listener: () => void) => void;
}

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

/** The part of an audio context that the chime uses. */
export type ChimeAudio = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'state' | 'resume' | 'createGain' | 'createOscillator'
>;

/** Two soft notes, a fourth apart: frequency in Hz, and start in s. */
const notes = [
  [587.33, 0],
  [783.99, 0.12],
] as const;
/** Half the volume of a browser's own notifications, so that nobody is startled. */
const loudness = 0.12;
const lengthS = 0.35;

type Chime = ReturnType<typeof createChime>;

/**
 * Synthesised, because a file would need another request and `media-src` in the CSP. Browsers allow sound only after a user
 * gesture in the page. Before that the chime does not even try, because browsers report attempts in the console.
 */
export function createChime(open: () => ChimeAudio, mayPlay: () => boolean) {
  let audio: ChimeAudio | undefined;

  function ring(on: ChimeAudio): void {
    for (const [frequency, fromS] of notes) {
      const at = on.currentTime + fromS;
      const gain = on.createGain();
      const tone = on.createOscillator();
      tone.type = 'sine';
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.001, at + lengthS);
      tone.connect(gain);
      gain.connect(on.destination);
      tone.start(at);
      tone.stop(at + lengthS);
    }
  }

  return {
    play(): void {
      if (!mayPlay()) return;
      try {
        audio ??= open();
        const opened = audio;
        if (opened.state === 'running') ring(opened);
        else
          void opened.resume().then(
            () => ring(opened),
            () => {},
          ); // The browser refuses to play.
      } catch {
        // The device has no sound.
      }
    },
  };
}

export interface OneRingPorts extends Pick<ChatPorts, 'clock' | 'lifetime' | 'storage'> {
  /** Undefined if the browser has no Web Locks or refuses them: then only the stored id keeps tabs from ringing twice. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** This tab shows the chat in focus. */
  readonly isLooking: () => boolean;
  /** Calls the listener when `isLooking` may have changed. */
  readonly onLook: (listener: () => void) => void;
  /** The page is left. A held lock keeps a page out of the back-forward cache. */
  readonly onHide: (listener: () => void) => void;
}

/** Tabs hear of a message within this time of each other. */
const ringMs = 1_000;

/** Returns a function that rings for a message in one tab, and in none while the visitor looks at the chat in another. */
export function createOneRing(ports: OneRingPorts) {
  const { clock, lifetime, storage, locks } = ports;
  let looking: Lifetime | undefined;

  function stopLooking(): void {
    looking?.end();
    looking = undefined;
  }

  /** Holds the lock that tells other tabs, as long as this tab shows the chat in focus. */
  function look(): void {
    if (!ports.isLooking() || lifetime.ended) stopLooking();
    else if (!looking && locks) {
      const own = lifetime.child();
      looking = own;
      locks
        .request('cm-looking', { signal: own.signal }, () => new Promise<void>((done) => void own.add(done)))
        .catch(() => {}); // Cancelled, or refused by the browser.
    }
  }

  /** False if another tab holds the lock. */
  async function take(name: string, forMs: number): Promise<boolean> {
    if (!locks) return true;
    return new Promise((resolve) => {
      locks
        .request(name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && forMs > 0 ? new Promise<void>((done) => void clock.after(forMs, done)) : undefined;
        })
        .catch(() => resolve(true));
    });
  }

  ports.onLook(look);
  ports.onHide(stopLooking);
  look();

  return async (messageId: string, ring: () => void): Promise<void> => {
    if (!ports.isLooking() && !(await take('cm-looking', 0))) return;
    // Another tab may have rung long ago: browsers slow tabs in the background down.
    if (storage.read('cm-rung') === messageId || !(await take('cm-ring', ringMs)) || lifetime.ended) return;
    storage.write('cm-rung', messageId);
    ring();
  };
}
