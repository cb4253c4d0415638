import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import { memo, type RefObject } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Conversation, Message } from '../conversation.ts';
import { withDateHeaders } from '../dateHeaders.ts';
import { dateStampOf } from '../message.ts';
import type { ChatStore } from '../store.ts';
import { MessageView } from './MessageView.tsx';
import { useChatScroll } from './useChatScroll.ts';

interface MessageListProps {
  readonly store: ChatStore;
  readonly conversation: Conversation;
  readonly list: RefObject<HTMLDivElement | null>;
}

/**
 * The last pages of the conversation; earlier ones come as the visitor scrolls up. A page is drawn again only when it
 * changed, so that an append costs one page, however long the talk is.
 */
export function MessageList({ store, conversation, list }: MessageListProps) {
  const { pages, pending } = conversation.messages;
  const scroll = useChatScroll(list, conversation);
  const first = Math.max(0, pages.length - scroll.pagesShown);
  // What a drawn page says of itself: another language, or midnight, draws all of them again.
  const wording = `${store.languageCode()} ${dateStampOf(store.now())}`;

  return (
    <div className={styles.listBox}>
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-live="off"
        aria-label={store.text('messagesLabel')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        {first > 0 && (
          <button type="button" className={styles.earlier} onClick={scroll.showEarlier}>
            {store.text('showEarlier')}
          </button>
        )}
        {pages.slice(first).map((page, at) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added at the end.
            key={first + at}
            store={store}
            page={page}
            before={pages[first + at - 1]?.at(-1)}
            wording={wording}
          />
        ))}
        {pending.length > 0 && <Page store={store} page={pending} before={pages.at(-1)?.at(-1)} wording={wording} />}
        {conversation.isAgentTyping && (
          <div className={styles.typing}>
            <span className={styles.unseen}>{store.text('isTyping', { name: store.counterpartOf(conversation) })}</span>
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.dot} aria-hidden="true" />
          </div>
        )}
      </div>
      {scroll.hasNew && (
        <button type="button" className={styles.newMessages} onClick={scroll.toEnd}>
          <Icon icon={ArrowDown} size={16} />
          {store.text('newMessages')}
        </button>
      )}
    </div>
  );
}

interface PageProps {
  readonly store: ChatStore;
  readonly page: readonly Message[];
  readonly before: Message | undefined;
  readonly wording: string;
}

const Page = memo(function Page({ store, page, before, wording }: PageProps) {
  const shown = withDateHeaders(page, before?.dateStamp);
  return (
    <ul className={styles.page}>
      {shown.map((message, at) => (
        <MessageView
          key={message.id}
          store={store}
          message={message}
          wording={wording}
          continues={isSameSender(message, shown[at - 1] ?? before)}
        />
      ))}
    </ul>
  );
});

function isSameSender(message: Message, before: Message | undefined): boolean {
  return before !== undefined && before.type === message.type && before.by === message.by;
}
