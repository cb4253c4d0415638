import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import { type ComponentProps, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as answer from '../../../styles/answer.css.ts';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyView } from '../../ui/lazyView.tsx';
import { isOver, type QuickReply } from '../conversation.ts';
import { allMessages, isBeingWritten } from '../messages/messageLog.ts';
import type { RoomSnapshot } from '../state.ts';
import type { ChatStore } from '../store.ts';
import {
  inputOf,
  lostConnection,
  shownConversation,
  shownProblem,
  shownState,
  surveyedConversation,
} from '../window/shown.ts';
import { Composer } from './Composer.tsx';
import { AnswerButton } from './Lines.tsx';
import { MessageList } from './MessageList.tsx';
import { OfflineNotice, ProblemNotice } from './Notices.tsx';

interface ChatPaneProps {
  readonly store: ChatStore;
  /** The input may take focus, because the visitor opened the chat (A11Y-10). */
  readonly takesFocus: boolean;
  /** The dialog that asks whether to end the chat is open (CH-022). */
  readonly isConfirmingEnd: boolean;
  readonly onEnd: () => void;
  readonly onStay: () => void;
  /** Loads the frame document again and shows the chat; resolves to false if that is not possible. */
  readonly onReload: () => Promise<boolean>;
  /** Replaces a part that threw; `again` renders it again. */
  readonly crashed: (again: () => void) => ReactNode;
}

/** Downloaded for a chat that ends with a survey. Without it the chat ends as if there were none. */
const SurveyPanel = lazyView<ComponentProps<typeof import('./SurveyPanel.tsx').SurveyPanel>>(() =>
  import('./SurveyPanel.tsx').then(
    (loaded) => loaded.SurveyPanel,
    () => NoSurvey,
  ),
);

function NoSurvey({ store }: { readonly store: ChatStore }) {
  useEffect(() => void store.closeSurvey(), [store]);
  return null;
}

/** Not shown together with the offline notice (CH-033), which explains the alternatives. */
const notAvailable = { key: 'notAvailable', action: 'menu', link: undefined } as const;

export function ChatPane({ store, takesFocus, isConfirmingEnd, onEnd, onStay, onReload, crashed }: ChatPaneProps) {
  const state = useSnapshot(store.state) as RoomSnapshot;
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const conversation = shownConversation(state);
  const shown = shownState(state);
  const lost = lostConnection(state);
  const surveyed = surveyedConversation(state);
  const input = inputOf(state, store.deployment.isInputHidden);
  const canStop = conversation?.messages.pages.at(-1)?.some(isBeingWritten) ?? false;
  const replies = (conversation && state.replies[conversation.id]) ?? [];
  const isUnavailable = shown === 'unavailable' || shown === 'standBy' || lost === 'stranded';
  const problem = shownProblem(state) ?? (isUnavailable ? notAvailable : undefined);
  const notice = input.isOffline && problem?.key === notAvailable.key ? undefined : problem;
  const isExternal = !isOver(shown) && store.isExternal(conversation);
  const isEnded = isOver(shown) && problem?.action !== 'newChat';

  useEffect(() => {
    if (takesFocus || document.hasFocus()) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useKeepFocus(pane, list, field);

  return (
    <div ref={pane} className={styles.chatWindow} data-takes-files>
      {lost && (
        <p role="status" className={styles.connection}>
          {store.text('connectionLost')}
        </p>
      )}
      {conversation && (!isExternal || allMessages(conversation.messages).length > 0) ? (
        <Boundary key={conversation.id} otherwise={crashed}>
          <MessageList store={store} conversation={conversation} list={list} />
        </Boundary>
      ) : (
        !isExternal && <div className={styles.listBox} />
      )}
      {conversation && isExternal && (
        // The conversation runs in the provider's own window (CH-156, CH-157).
        <div className={styles.external}>
          <Icon icon={ExternalLink} />
          <p role="status">{store.text('externalNotice')}</p>
          <Button onPress={() => store.reopenExternal(conversation)}>{store.text('externalAgain')}</Button>
          {notice?.action !== 'menu' && (
            <Button variant="quiet" onPress={() => void store.leaveToMenu()}>
              {store.text('backToMenu')}
            </Button>
          )}
        </div>
      )}
      {notice && <ProblemNotice store={store} problem={notice} onReload={onReload} />}
      {input.isOffline && <OfflineNotice store={store} />}
      {surveyed?.exitSurvey && (
        // What takes the focus in the meantime passes it on. The key must differ from that of the list.
        <Suspense key={`survey ${surveyed.id}`} fallback={<div tabIndex={-1} data-takes-focus />}>
          <SurveyPanel
            store={store}
            survey={surveyed.exitSurvey}
            conversationId={surveyed.id}
            progress={state.survey}
          />
        </Suspense>
      )}
      {isEnded && !surveyed && (
        <div className={styles.notice}>
          {state.survey === 'sent' && <p role="status">{store.text('surveyThanks')}</p>}
          <Button variant="primary" onPress={() => void store.startNewChat()}>
            {store.text('startNewChat')}
          </Button>
        </div>
      )}
      {replies.length > 0 && <QuickReplies store={store} replies={replies} />}
      {input.isShown && !isOver(shown) && !surveyed && !isExternal && (
        <Boundary otherwise={crashed}>
          <Composer store={store} input={input} canStop={canStop} field={field} />
        </Boundary>
      )}
      {isConfirmingEnd && (
        <ConfirmDialog
          title={store.text('endQuestion')}
          explanation={store.text('endExplanation')}
          yes={store.text('endChat')}
          no={store.text('keepChatting')}
          onYes={onEnd}
          onNo={onStay}
        />
      )}
      {state.isStarting && (
        // `LiveRegion` says so.
        <div className={styles.overlay}>
          <div className={styles.spinner} />
        </div>
      )}
    </div>
  );
}

/** Replies that the service offers instead of the input (CH-139). */
function QuickReplies({ store, replies }: { readonly store: ChatStore; readonly replies: readonly QuickReply[] }) {
  return (
    <fieldset className={answer.quickReplies}>
      <legend className={visuallyHidden}>{store.text('quickReplies')}</legend>
      {replies.map((reply) => (
        <AnswerButton key={reply.id} className={answer.choice} title={reply.tooltip} onPress={() => store.reply(reply)}>
          {reply.text}
        </AnswerButton>
      ))}
    </fieldset>
  );
}

/**
 * Keeps focus in the window when the focused control is removed or disabled (A11Y-09, A11Y-22). From a button of the list
 * it moves to the list; otherwise to the input, to the survey that replaced the input, or to the list. Focus outside of
 * the window does not move.
 */
function useKeepFocus(
  pane: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const last = useRef<{ readonly element: Element; readonly list: Element | null } | undefined>(undefined);

  useEffect(() => {
    const box = pane.current;
    if (!box) return;
    const remember = (element: unknown): void => {
      if (!(element instanceof Element) || !box.contains(element)) return;
      last.current = { element, list: list.current?.contains(element) ? list.current : null };
    };
    const onFocus = ({ target }: FocusEvent): void => remember(target);
    // The input may have focus already.
    remember(document.activeElement);
    const isLost = (): boolean =>
      last.current !== undefined &&
      !(last.current.element.isConnected && !last.current.element.matches(':disabled')) &&
      document.hasFocus() &&
      (document.activeElement === document.body || document.activeElement === last.current.element);
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      const input = field.current?.disabled ? null : field.current;
      const place = last.current?.list?.isConnected
        ? last.current.list
        : (input ?? box.querySelector('[data-takes-focus]') ?? list.current);
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    });
    box.addEventListener('focusin', onFocus);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      box.removeEventListener('focusin', onFocus);
      observer.disconnect();
      // Move focus to the start of what replaces the window.
      if (!isLost()) return;
      document
        .querySelector<HTMLElement>('[data-screen-heading], [data-opens-focused]')
        ?.focus({ preventScroll: true });
    };
  }, [pane, list, field]);
}
