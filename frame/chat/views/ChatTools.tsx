import Bell from 'lucide/dist/esm/icons/bell.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/chatTools.css.ts';
import { locksOf } from '../../platform/locks.ts';
import { createTextReader } from '../../text/texts.ts';
import { armDelayMs, hasFrameMoved, type PointerPlace, watchArming } from '../../ui/arming.ts';
import { Button } from '../../ui/Button.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ChannelFiles } from '../channel.ts';
import type { ChatStore } from '../store.ts';
import { createChime, createOneRing, createSoundStore } from '../tools/soundStore.ts';
import { toolTexts } from '../tools/texts.ts';
import { createUploadStore, sizeText, typesText, type Upload, type UploadStore } from '../tools/uploadStore.ts';
import { shownConversation } from '../window/shown.ts';

/** One set for each chat, which is kept while the menu is in the pane. */
const madeFor = new WeakMap<ChatStore, ReturnType<typeof createTools>>();

function toolsOf(store: ChatStore) {
  const tools = madeFor.get(store) ?? createTools(store);
  madeFor.set(store, tools);
  return tools;
}

function createTools(store: ChatStore) {
  const { attention, clock, storage, lifetime, log } = store.ports;
  const isLooking = (): boolean => store.state.isChatShown && attention.isFocused();
  return {
    sound: createSoundStore({
      ...{ storage, lifetime },
      isVisible: (id) => isLooking() && shownConversation(store.state)?.id === id,
      inOneTab: createOneRing({
        ...{ clock, storage, lifetime, isLooking },
        locks: locksOf(window),
        onLook: (listener) => attention.onChange(lifetime, listener),
        onHide: (listener) => window.addEventListener('pagehide', listener, { signal: lifetime.signal }),
      }),
      chime: createChime(
        () => new AudioContext(),
        () => navigator.userActivation?.hasBeenActive ?? true,
      ),
      chat: () => store.state,
      onChat: store.subscribe,
    }),
    uploads: createUploadStore({ log, lifetime, target: store.fileTarget }),
  };
}

const wordsOf = (store: ChatStore) => createTextReader(store.ports.texts, 'chat', toolTexts);
type Words = ReturnType<typeof wordsOf>;

interface ChatToolsProps {
  readonly store: ChatStore;
  /** Two parts of one row: what is said about a file stands, and is reached by Tab, before the field. */
  readonly part: 'fileStatus' | 'buttons';
}

/** The tools of the composer: a sound for new messages, and files by button, paste and drop if the service accepts files. */
export function ChatTools({ store, part }: ChatToolsProps) {
  const { sound, uploads } = toolsOf(store);
  const { isOn } = useSnapshot(sound.state);
  const [text] = useState(() => wordsOf(store));
  const { current } = useSnapshot(uploads.state);
  const files = store.fileTarget()?.files();
  if (part === 'fileStatus') {
    // A file may be for a conversation that the window no longer shows.
    return files || current ? <FileStatus store={store} uploads={uploads} text={text} /> : null;
  }
  return (
    <>
      {files && <AttachButton uploads={uploads} files={files} text={text} />}
      <Button
        variant="icon"
        aria-pressed={isOn}
        aria-label={text('sound')}
        title={text('sound')}
        onPress={sound.toggle}
      >
        <Icon icon={Bell} size={20} />
      </Button>
    </>
  );
}

interface FileProps {
  readonly uploads: UploadStore;
  readonly text: Words;
}

function AttachButton({ uploads, files, text }: FileProps & { readonly files: ChannelFiles }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.files}>
      <input
        ref={input}
        type="file"
        multiple
        accept={files.types.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          // Reset, so that choosing the same file again fires `change`.
          currentTarget.value = '';
        }}
      />
      <GuardedButton
        hint={text('pressAgain')}
        variant="icon"
        aria-label={text('attach')}
        title={text('attach')}
        onPress={() => input.current?.click()}
      >
        <Icon icon={Paperclip} size={20} />
      </GuardedButton>
    </div>
  );
}

function FileStatus({ store, uploads, text }: FileProps & { readonly store: ChatStore }) {
  const { current } = useSnapshot(uploads.state);
  const place = useRef<HTMLDivElement>(null);
  const drop = useDroppedFiles(place, uploads.add);
  return (
    <div className={styles.files}>
      <div ref={place} className={styles.status}>
        {drop && !current && <p role="status">{text(drop)}</p>}
        {current?.problem && (
          <>
            <Notice kind="error">{problemText(store, text, current)}</Notice>
            {current.problem === 'fileFailed' && <Button onPress={uploads.retry}>{text('retryUpload')}</Button>}
            <Button variant="quiet" onPress={uploads.dismiss}>
              {text('dismissUpload')}
            </Button>
          </>
        )}
        {current && !current.problem && (
          <>
            <p role="status" className={styles.uploading}>
              <bdi>{text('uploading', { name: current.name })}</bdi>
            </p>
            <Button variant="quiet" onPress={uploads.dismiss}>
              {text('stopUpload')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function problemText(store: ChatStore, text: Words, { name, problem, limits }: Upload): string {
  const language = store.languageCode();
  const types = typesText(limits?.types ?? [], text('pictures'), language);
  return text(problem ?? 'fileFailed', { name, size: sizeText(limits?.maxBytes ?? 0, language), types });
}

/** A drag without an event for this long has left the window: browsers fire one at least every 550 ms. */
const dragPauseMs = 1_000;

/**
 * Handles files that are pasted or dropped anywhere in the chat window. Pasted text is not affected. A drop has
 * consequences, so the rules of `arming.ts` apply. A paste needs a key, which no page can press.
 */
function useDroppedFiles(place: RefObject<HTMLElement | null>, add: (files: readonly File[]) => void) {
  const [hint, setHint] = useState<'dropHere' | 'dropAgain'>();
  useEffect(() => {
    const box = place.current?.closest<HTMLElement>('[data-takes-files]');
    const row = place.current?.closest('form');
    if (!row || !box) return;
    // Not the whole window: a banner of the page over one corner of it would refuse every file.
    const arming = watchArming(row);
    const listening = new AbortController();
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ): void => box.addEventListener(type, listener, { signal: listening.signal });
    // During a drag, browsers fire no pointer events, which the arming depends on.
    let drag: PointerPlace | undefined;
    let seenMs = Number.NEGATIVE_INFINITY;
    let disturbedMs = Number.POSITIVE_INFINITY;
    on('paste', (event) => {
      const files = filesOf(event.clipboardData);
      // Office adds a picture of the formatted text that it copies. The Finder adds the plain name of a file.
      const { types = [] } = event.clipboardData ?? {};
      const isFormattedText = types.includes('text/plain') && types.includes('text/html');
      if (files.length === 0 || isFormattedText) return;
      event.preventDefault();
      setHint(undefined);
      add(files);
    });
    on('dragover', (event) => {
      if (!isFile(event)) return;
      // Otherwise the browser navigates from the widget to the file.
      event.preventDefault();
      setHint('dropHere');
      const nowMs = performance.now();
      if (nowMs - seenMs > dragPauseMs || (drag && hasFrameMoved(drag, event))) disturbedMs = nowMs;
      seenMs = nowMs;
      drag = event;
    });
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setHint(undefined);
    });
    on('drop', (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      const mayDrop = arming.mayPress({ detail: 1 }) && performance.now() - disturbedMs >= armDelayMs;
      setHint(mayDrop ? undefined : 'dropAgain');
      if (mayDrop) add(filesOf(event.dataTransfer));
    });
    return () => {
      listening.abort();
      arming.stop();
    };
  }, [place, add]);
  return hint;
}

const filesOf = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])];

const isFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
