import SendHorizontal from 'lucide/dist/esm/icons/send-horizontal.mjs';
import Square from 'lucide/dist/esm/icons/square.mjs';
import { type ComponentProps, type KeyboardEvent, type RefObject, Suspense, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/chat.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { lazyView } from '../../ui/lazyView.tsx';
import type { ChatStore } from '../store.ts';
import type { InputState } from '../window/shown.ts';

/** Downloaded for a chat with a composer. The chat works without it. */
const ChatTools = lazyView<ComponentProps<typeof import('./ChatTools.tsx').ChatTools>>(() =>
  import('./ChatTools.tsx').then(
    (loaded) => loaded.ChatTools,
    () => () => null,
  ),
);

interface ComposerProps {
  readonly store: ChatStore;
  readonly input: InputState;
  /** The bot is writing an answer that the visitor can stop. */
  readonly canStop: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The input bar (CH-027 to CH-031). Enter sends, Shift+Enter adds a line, and an input method keeps its own Enter. */
export function Composer({ store, input, canStop, field }: ComposerProps) {
  // React moves the caret to the end of a field whose new value comes after the event.
  const { draft } = useSnapshot(store.state, { sync: true });
  const isEmpty = draft.trim() === '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text, or on the placeholder if there is no text.
  useLayoutEffect(() => {
    function fitText(): void {
      const element = field.current;
      if (!element) return;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    }
    fitText();
    window.addEventListener('resize', fitText);
    return () => window.removeEventListener('resize', fitText);
  }, [draft, field, input.placeholder]);

  function send(): void {
    if (isEmpty) return;
    store.send(draft);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Suspense>
        <ChatTools store={store} part="fileStatus" />
      </Suspense>
      <textarea
        ref={field}
        rows={1}
        // `auto` would lay out an empty field from left to right.
        dir={isEmpty ? undefined : 'auto'}
        className={styles.composerField}
        aria-label={store.text('composerLabel')}
        placeholder={store.text(input.placeholder)}
        value={draft}
        disabled={input.isDisabled}
        enterKeyHint="send"
        data-opens-focused
        onChange={(event) => {
          store.setDraft(event.target.value);
          store.type();
        }}
        onKeyDown={onKeyDown}
      />
      <Suspense>
        <ChatTools store={store} part="buttons" />
      </Suspense>
      {canStop && isEmpty ? (
        <Button
          variant="icon"
          aria-label={store.text('stopAnswer')}
          onPress={() => {
            store.stopAnswer();
            field.current?.focus();
          }}
        >
          <Icon icon={Square} size={20} />
        </Button>
      ) : (
        <Button type="submit" variant="icon" aria-label={store.text('send')} isDisabled={isEmpty || input.isDisabled}>
          <Icon icon={SendHorizontal} size={20} data-flips />
        </Button>
      )}
    </form>
  );
}
