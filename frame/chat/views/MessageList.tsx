import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import { memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Conversation, Message } from '../conversation.ts';
import { recentPages } from '../limits.ts';
import { dateStampOf } from '../messages/messageLog.ts';
import type { ChatStore } from '../store.ts';
import { withDateHeaders } from '../window/dateHeaders.ts';
import { isSameGroup, type Pictures, picturesOf } from '../window/groups.ts';
import { createMarks, type Marks } from '../window/marks.ts';
import { MessageView } from './MessageView.tsx';
import { useChatScroll } from './useChatScroll.ts';
import { useEarlierPages } from './useEarlierPages.ts';

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
  // The rendered texts depend on the language and the day, so a change of either renders all pages again: the earlier ones in
  // parts, because there may be many.
  const localeAndDay = `${store.languageCode()} ${dateStampOf(store.now())}`;
  const earlierLocaleAndDay = useDeferredValue(localeAndDay);
  const [marksOf] = useState(createMarks);
  const marks = marksOf([...pages.slice(first), pending], store.isSpent);
  const unsent = pending.filter((message) => message.isNotSent);
  const pictures = useMemo(() => picturesOf(conversation.participants), [conversation.participants]);
  const earlierPictures = useDeferredValue(pictures);
  /** Whether the first message below continues the group of the last message above. */
  const continues = (below: Message | undefined, above: Message | undefined): boolean =>
    below !== undefined && isSameGroup(below, above);

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
          {pages.slice(first).map((page, at) => {
            const isRecent = first + at >= pages.length - recentPages;
            return (
              <Page
                key={page[0]?.id}
                store={store}
                page={page}
                before={pages[first + at - 1]?.at(-1)}
                goesOn={continues(pages[first + at + 1]?.[0] ?? pending[0], page.at(-1))}
                marks={marks[at]}
                pictures={isRecent ? pictures : earlierPictures}
                localeAndDay={isRecent ? localeAndDay : earlierLocaleAndDay}
                // The browser measures the first page now, and skips it when it is no longer the first.
                className={isRecent ? styles.recentPage : at === 0 ? styles.page : styles.skippedPage}
              />
            );
          })}
          {pending.length > 0 && (
            <Page
              store={store}
              page={pending}
              before={pages.at(-1)?.at(-1)}
              goesOn={false}
              marks={marks.at(-1)}
              pictures={pictures}
              localeAndDay={localeAndDay}
              className={styles.recentPage}
            />
          )}
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

interface PageProps {
  readonly store: ChatStore;
  readonly page: readonly Message[];
  readonly before: Message | undefined;
  /** The page below begins with another message of the same group. */
  readonly goesOn: boolean;
  readonly marks: Marks | undefined;
  readonly pictures: Pictures;
  readonly localeAndDay: string;
  readonly className: string;
}

const Page = memo(function Page(props: PageProps) {
  const { store, page, before, goesOn, marks, pictures, localeAndDay, className } = props;
  const shown = withDateHeaders(page, before?.dateStamp);
  return (
    <ul className={className}>
      {shown.map((message, at) => (
        <MessageView
          key={message.id}
          store={store}
          message={message}
          localeAndDay={localeAndDay}
          continues={isSameGroup(message, shown[at - 1] ?? before)}
          goesOn={at === shown.length - 1 ? goesOn : isSameGroup(shown[at + 1] as Message, message)}
          picture={pictures.get(message.participantId ?? '')}
          receipt={marks?.receipts.get(message.id)}
          said={marks?.spent.get(message.id)}
        />
      ))}
    </ul>
  );
});
