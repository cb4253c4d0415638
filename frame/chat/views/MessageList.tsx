import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import {
  memo,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Conversation, Message, Participant } from '../conversation.ts';
import { pagesDrawnAtFirst, recentPages } from '../limits.ts';
import { dateStampOf, shownTime } from '../messages/messageLog.ts';
import type { ChatStore } from '../store.ts';
import { createMarks, type Marks, withDateHeaders } from '../window/rows.ts';
import { MessageView, type MessageViewProps } from './MessageView.tsx';
import { canSkipPages, useChatScroll } from './useChatScroll.ts';

interface MessageListProps {
  readonly store: ChatStore;
  readonly conversation: Conversation;
  readonly list: RefObject<HTMLDivElement | null>;
}

/**
 * All pages of the conversation: the last ones at once, and earlier ones a page at a time (`useEarlierPages`). A page renders
 * again only if it has changed, so the cost of an append does not depend on the length of the conversation.
 */
export function MessageList({ store, conversation, list }: MessageListProps) {
  const { pages, pending } = conversation.messages;
  const content = useRef<HTMLDivElement>(null);
  const scroll = useChatScroll(list, content, conversation);
  const first = useEarlierPages(list, pages.length, scroll.isBusy, scroll.hold);
  const localeAndDay = useLocaleAndDay(store);
  // In parts, because there may be many.
  const earlierLocaleAndDay = useDeferredValue(localeAndDay);
  const [marksOf] = useState(createMarks);
  const all = [...pages, pending];
  const marks = marksOf(all.slice(first), store.isSpent);
  const unsent = pending.filter((message) => message.isNotSent);
  const pictures = useMemo(() => picturesOf(conversation.participants), [conversation.participants]);
  const earlierPictures = useDeferredValue(pictures);

  return (
    <div className={styles.listBox}>
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-live="off"
        aria-label={store.text('messagesLabel')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div ref={content}>
          {all.slice(first).map((page, at) => {
            const isRecent = first + at >= pages.length - recentPages;
            if (page.length === 0) return null;
            return (
              <Page
                key={page === pending ? 'pending' : page[0]?.id}
                store={store}
                page={page}
                before={all[first + at - 1]?.at(-1)}
                goesOn={isSameGroup(all[first + at + 1]?.[0], page.at(-1))}
                marks={marks[at]}
                pictures={isRecent ? pictures : earlierPictures}
                localeAndDay={isRecent ? localeAndDay : earlierLocaleAndDay}
                // The browser measures the first page now, and skips it when it is no longer the first.
                className={isRecent ? styles.recentPage : at === 0 ? styles.page : styles.skippedPage}
              />
            );
          })}
          {unsent.length > 1 && (
            <button
              type="button"
              className={styles.retryAll}
              onClick={() => {
                for (const { id } of unsent) store.retry(id);
              }}
            >
              {store.text('tryAllAgain')}
            </button>
          )}
          {conversation.isAgentTyping && (
            <div className={styles.typing}>
              <span className={visuallyHidden}>{store.typingText(conversation)}</span>
              <span className={styles.dot} aria-hidden="true" />
              <span className={styles.dot} aria-hidden="true" />
              <span className={styles.dot} aria-hidden="true" />
            </div>
          )}
        </div>
      </div>
      <p role="alert" className={visuallyHidden}>
        {unsent.length > 1 ? store.text('notSentCount', { count: unsent.length }) : unsent[0] && store.text('notSent')}
      </p>
      {scroll.hasNew && (
        <button type="button" className={styles.newMessages} onClick={scroll.toEnd}>
          <Icon icon={ArrowDown} size={16} />
          <span>{store.text('newMessages')}</span>
        </button>
      )}
    </div>
  );
}

/**
 * The rendered texts depend on the language, the day and the time zone, so a change of one renders all pages again. The list renders
 * itself at midnight.
 */
function useLocaleAndDay(store: ChatStore): string {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const now = new Date(store.now());
  useEffect(() => store.ports.clock.after(new Date(now).setHours(24, 0, 0, 0) - now.getTime(), render));
  return `${store.languageCode()} ${dateStampOf(now.getTime())} ${now.getTimezoneOffset()}`;
}

interface PageProps extends Pick<MessageViewProps, 'store' | 'localeAndDay'> {
  readonly page: readonly Message[];
  readonly before: Message | undefined;
  /** The page below begins with another message of the same group. */
  readonly goesOn: boolean;
  readonly marks: Marks | undefined;
  readonly pictures: Pictures;
  readonly className: string;
}

const Page = memo(function Page(props: PageProps) {
  const { store, page, before, goesOn, marks, pictures, localeAndDay, className } = props;
  const shown = withDateHeaders(page, before);
  return (
    <ul className={className}>
      {shown.map((message, at) => (
        <MessageView
          key={message.id}
          store={store}
          message={message}
          localeAndDay={localeAndDay}
          continues={isSameGroup(message, shown[at - 1] ?? before)}
          goesOn={at === shown.length - 1 ? goesOn : isSameGroup(shown[at + 1], message)}
          picture={pictures.get(message.participantId ?? '')}
          receipt={marks?.receipts.get(message.id)}
          said={marks?.spent.get(message.id)}
        />
      ))}
    </ul>
  );
});

/** Messages of one sender that are further apart are two groups, each with its sender and its time. */
const groupMs = 300_000;

/** Whether a message belongs to the group of the one above it. A group shows its sender once, above, and its time once, below. */
function isSameGroup(message: Message | undefined, before: Message | undefined): boolean {
  return (
    message !== undefined &&
    before !== undefined &&
    before.type === message.type &&
    before.by === message.by &&
    shownTime(message) - shownTime(before) < groupMs
  );
}

type Pictures = ReadonlyMap<string, string>;

function picturesOf(participants: readonly Participant[]): Pictures {
  return new Map(
    participants.flatMap(({ id, agentPictureUrl }) => (agentPictureUrl ? [[id, agentPictureUrl] as const] : [])),
  );
}

/**
 * Draws the last pages of a conversation at first, and then all earlier ones, so that find-in-page and screen readers have
 * the whole conversation. Returns the number of the first drawn page. At most one more page is rendered per frame, in a
 * transition, which yields to all input.
 */
function useEarlierPages(
  list: RefObject<HTMLDivElement | null>,
  count: number,
  isBusy: (timeMs: number) => boolean,
  onDrawn: (pages: number) => void,
): number {
  const [{ drawn, of }, setDrawn] = useState({ drawn: pagesDrawnAtFirst, of: count });
  const added = count - of;
  // New pages at the end keep the rendered ones. A whole history that arrives at once is rendered from its end again.
  if (added !== 0) setDrawn({ drawn: added > pagesDrawnAtFirst ? pagesDrawnAtFirst : drawn + added, of: count });
  const first = Math.max(0, count - drawn);

  useEffect(() => {
    if (first === 0) return;
    let isOver = false;
    const wait = (): void => void requestAnimationFrame(look);
    const look = (timeMs: number): void => {
      if (isOver) return;
      if (!isBusy(timeMs)) startTransition(() => setDrawn((now) => ({ ...now, drawn: now.drawn + 1 })));
      else if (canSkipPages()) wait();
      else list.current?.addEventListener('scroll', wait, { once: true });
    };
    wait();
    return () => {
      isOver = true;
    };
  }, [list, first, isBusy]);

  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    if (first < firstBefore.current) onDrawn(firstBefore.current - first);
    firstBefore.current = first;
  }, [first, onDrawn]);

  return first;
}
