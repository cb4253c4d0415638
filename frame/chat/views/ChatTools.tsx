import Bell from 'lucide/dist/esm/icons/bell.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/chatTools.css.ts';
import { locksOf } from '../../platform/locks.ts';
import { createTextReader } from '../../text/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ChannelFiles } from '../channel.ts';
import type { ChatStore } from '../store.ts';
import { createOneRing } from '../tools/oneRing.ts';
import { createChime, createSoundStore, type SoundStore } from '../tools/soundStore.ts';
import { toolTexts } from '../tools/texts.ts';
import { createUploadStore, sizeText, typesText, type UploadStore } from '../tools/uploadStore.ts';
import { shownConversation } from '../window/shown.ts';
import { useDroppedFiles } from './useDroppedFiles.ts';

interface Tools {
  readonly sound: SoundStore;
  readonly uploads: UploadStore;
}

/** One set for each chat, which is kept while the menu is in the pane. */
const madeFor = new WeakMap<ChatStore, Tools>();

function toolsOf(store: ChatStore): Tools {
  const known = madeFor.get(store);
  if (known) return known;
  const { attention, clock, storage, lifetime, log } = store.ports;
  const isLooking = (): boolean => store.state.isChatShown && attention.isFocused();
  const tools: Tools = {
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
  madeFor.set(store, tools);
  return tools;
}

const wordsOf = (store: ChatStore) => createTextReader(store.ports.texts, 'chat', toolTexts);
type Words = ReturnType<typeof wordsOf>;

/** The tools in the composer's row: a sound for new messages, and files by button, paste and drop if the service accepts files. */
export function ChatTools({ store }: { readonly store: ChatStore }) {
  const { sound, uploads } = toolsOf(store);
  const { isOn } = useSnapshot(sound.state);
  const [text] = useState(() => wordsOf(store));
  const { current } = useSnapshot(uploads.state);
  const files = store.fileTarget()?.files();
  return (
    <>
      {/* A file may be for a conversation that the window no longer shows. */}
      {(files || current) && <Files store={store} uploads={uploads} files={files} text={text} />}
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

interface FilesProps {
  readonly store: ChatStore;
  readonly uploads: UploadStore;
  readonly files: ChannelFiles | undefined;
  readonly text: Words;
}

function Files({ store, uploads, files, text }: FilesProps) {
  const { current } = useSnapshot(uploads.state);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const drop = useDroppedFiles(button, uploads.add);

  return (
    <div ref={button} className={styles.files}>
      {files && (
        <>
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
        </>
      )}
      <div className={styles.status}>
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

function problemText(
  store: ChatStore,
  text: Words,
  { name, problem, limits }: NonNullable<UploadStore['state']['current']>,
): string {
  const language = store.languageCode();
  const types = typesText(limits?.types ?? [], text('pictures'), language);
  return text(problem ?? 'fileFailed', { name, size: sizeText(limits?.maxBytes ?? 0, language), types });
}
