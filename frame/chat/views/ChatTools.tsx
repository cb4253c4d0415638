import Bell from 'lucide/dist/esm/icons/bell.mjs';
import BellOff from 'lucide/dist/esm/icons/bell-off.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/chatTools.css.ts';
import { createTextReader } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ChannelFiles } from '../channel.ts';
import type { ChatStore } from '../store.ts';
import { sizeText, typesText } from '../tools/checkFile.ts';
import { createChime } from '../tools/chime.ts';
import { createSoundStore, type SoundStore } from '../tools/soundStore.ts';
import { toolTexts } from '../tools/texts.ts';
import { createUploadStore, type UploadStore } from '../tools/uploadStore.ts';

interface Tools {
  readonly sound: SoundStore;
  readonly uploads: UploadStore;
}

/** One set for each chat, which lives on while the menu is in the pane. */
const madeFor = new WeakMap<ChatStore, Tools>();

function toolsOf(store: ChatStore): Tools {
  const known = madeFor.get(store);
  if (known) return known;
  const { attention, storage, lifetime, log } = store.ports;
  const tools: Tools = {
    sound: createSoundStore({
      ...{ attention, storage, lifetime },
      chime: createChime(
        () => new AudioContext(),
        () => navigator.userActivation?.hasBeenActive ?? true,
      ),
      chat: () => store.state,
      onChat: store.subscribe,
    }),
    uploads: createUploadStore({ log, files: () => store.shownChannel()?.files, send: store.send }),
  };
  madeFor.set(store, tools);
  return tools;
}

const wordsOf = (store: ChatStore) => createTextReader(store.ports.texts, 'chat', toolTexts);
type Words = ReturnType<typeof wordsOf>;

/** Beside the composer: a sound for new messages, and files by button, paste and drop where the service takes files. */
export function ChatTools({ store }: { readonly store: ChatStore }) {
  const { sound, uploads } = toolsOf(store);
  const { isOn } = useSnapshot(sound.state);
  const [text] = useState(() => wordsOf(store));
  const files = store.shownChannel()?.files;
  return (
    <div className={styles.tools}>
      {files && <Files store={store} uploads={uploads} files={files} text={text} />}
      <Button
        variant="icon"
        aria-pressed={isOn}
        aria-label={text('sound')}
        title={text('sound')}
        onPress={sound.toggle}
      >
        <Icon icon={isOn ? Bell : BellOff} size={20} />
      </Button>
    </div>
  );
}

interface FilesProps {
  readonly store: ChatStore;
  readonly uploads: UploadStore;
  readonly files: ChannelFiles;
  readonly text: Words;
}

function Files({ store, uploads, files, text }: FilesProps) {
  const { current } = useSnapshot(uploads.state);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const isDropping = useDrop(button, uploads);

  return (
    <div ref={button} className={styles.files}>
      <input
        ref={input}
        type="file"
        multiple
        accept={files.types.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          // The same file again is a change too.
          currentTarget.value = '';
        }}
      />
      <Button variant="icon" aria-label={text('attach')} title={text('attach')} onPress={() => input.current?.click()}>
        <Icon icon={Paperclip} size={20} />
      </Button>
      <div className={styles.status}>
        {isDropping && <p role="status">{text('dropHere')}</p>}
        {current?.problem && (
          <>
            <Notice kind="error">{problemText(store, files, text, current)}</Notice>
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

function problemText(
  store: ChatStore,
  { maxBytes, types }: ChannelFiles,
  text: Words,
  { name, problem }: NonNullable<UploadStore['state']['current']>,
): string {
  const size = sizeText(maxBytes, store.languageCode());
  return text(problem ?? 'fileFailed', { name, size, types: typesText(types, text('pictures')) });
}

/** Files that are pasted or dropped anywhere in the window. Text that is pasted goes where it goes. */
function useDrop(place: React.RefObject<HTMLElement | null>, uploads: UploadStore): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const box = place.current?.closest<HTMLElement>('[data-takes-files]');
    if (!box) return;
    const { signal, abort } = abortable();
    const filesOf = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])];
    const isFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    box.addEventListener(
      'paste',
      (event) => {
        const files = filesOf(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        uploads.add(files);
      },
      { signal },
    );
    box.addEventListener(
      'dragover',
      (event) => {
        if (!isFile(event)) return;
        // Otherwise the browser opens the file in place of the widget.
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    box.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) setOver(false);
      },
      { signal },
    );
    box.addEventListener(
      'drop',
      (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        setOver(false);
        uploads.add(filesOf(event.dataTransfer));
      },
      { signal },
    );
    return abort;
  }, [place, uploads]);
  return isOver;
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
