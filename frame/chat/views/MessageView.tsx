import Check from 'lucide/dist/esm/icons/check.mjs';
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import ThumbsDown from 'lucide/dist/esm/icons/thumbs-down.mjs';
import ThumbsUp from 'lucide/dist/esm/icons/thumbs-up.mjs';
import { memo, useState } from 'react';
import * as answer from '../../../styles/answer.css.ts';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import type { Message, ReceiptStatus } from '../conversation.ts';
import { isProse, shownTime } from '../messages/messageLog.ts';
import type { ChatStore } from '../store.ts';
import { dayLabel, timeOfDay } from '../window/rows.ts';
import { Lines, type LinesProps, leftLines } from './Lines.tsx';
import { SafeText } from './SafeText.tsx';

export interface MessageViewProps extends Omit<LinesProps, 'lines'> {
  /** The message above is of the same group, so face and name are not repeated. */
  readonly continues: boolean;
  /** The message below is of the same group, and has its time. */
  readonly goesOn: boolean;
  readonly picture: string | undefined;
  readonly receipt: ReceiptStatus | undefined;
  /** Not read, but its change renders the message again. */
  readonly localeAndDay: string;
}

/** One message, by type (CH-040). */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { store, message } = props;
  switch (message.type) {
    case 'dateHeader': {
      const day = dayLabel(message.timestamp, store.now(), store.languageCode(), store.text);
      return (
        <li className={styles.dateHeader} data-kind="dateHeader">
          <span>
            <span className={visuallyHidden}>{store.text('labelled', { label: store.text('date'), value: day })}</span>
            <span aria-hidden>{day}</span>
          </span>
        </li>
      );
    }
    case 'system':
    case 'agentJoin':
    case 'error':
      return (
        <li className={message.type === 'error' ? styles.errorMessage : styles.systemMessage} data-kind={message.type}>
          <span className={visuallyHidden}>{senderAndTime(store, message)}</span>
          <SafeText
            store={store}
            text={message.isRemoved ? store.text('messageRemoved') : message.text}
            format={message.format}
          />
          {message.source === 'download-transcript' && (
            <Button
              variant="secondary"
              onPress={() => {
                const file = store.transcript();
                saveFile(file.name, file.text, store.releaseLater);
              }}
            >
              <Icon icon={Download} size={20} />
              <span>{store.text('downloadTranscript')}</span>
            </Button>
          )}
        </li>
      );
    default:
      return <Bubble {...props} />;
  }
});

function Bubble({ store, message, continues, goesOn, picture, receipt, said }: MessageViewProps) {
  const isVisitor = message.type === 'visitor';
  const isOpen = message.progress === 'open';
  // Prose is in the bubble, and lines that can be pressed are below it.
  const prose = message.lines.filter(isProse);
  const options = message.lines.filter((line) => !isProse(line));
  const initials = initialsOf(message.by);
  const Paragraph = message.format === 'markdown' ? 'div' : 'p';
  return (
    <li
      className={isVisitor ? styles.mine : styles.theirs}
      data-kind={message.type}
      data-continues={continues || undefined}
    >
      <span className={visuallyHidden}>{senderAndTime(store, message)}</span>
      {!isVisitor && !continues && (
        <>
          <span className={styles.face} aria-hidden="true" data-face>
            {initials ? <span>{initials}</span> : <Icon icon={MessageCircle} size={16} />}
            {picture && <Picture key={picture} source={picture} className={styles.facePicture} />}
          </span>
          <span className={styles.sender} aria-hidden="true">
            {store.senderOf(message)}
          </span>
        </>
      )}
      {message.isRemoved && <p className={styles.removed}>{store.text('messageRemoved')}</p>}
      {(message.text !== '' || prose.length > 0 || message.review !== undefined) && (
        <div className={isVisitor ? styles.bubbleMine : styles.bubbleTheirs}>
          {message.text !== '' && (
            <Paragraph>
              <SafeText store={store} text={message.text} format={message.format} isOpen={isOpen} />
            </Paragraph>
          )}
          <Lines store={store} message={message} lines={prose} said={said} />
          {message.review !== undefined && (
            <blockquote className={styles.review}>
              <SafeText store={store} text={message.review} />
            </blockquote>
          )}
        </div>
      )}
      {leftLines(options, said).length > 0 && (
        <div className={answer.optionRow}>
          <Lines store={store} message={message} lines={options} said={said} />
        </div>
      )}
      {message.displayFeedback && <Thumbs store={store} message={message} />}
      <MessageState
        store={store}
        message={message}
        receipt={receipt}
        // Below a text that grows, it would move.
        time={goesOn || isOpen ? undefined : timeOfDay(shownTime(message), store.languageCode())}
      />
    </li>
  );
}

/** Asks once whether an answer helped. The rating stays visible (CH-097). */
function Thumbs({ store, message }: { readonly store: ChatStore; readonly message: Message }) {
  const { rating } = message;
  return (
    <fieldset className={answer.thumbs}>
      <legend className={visuallyHidden}>{store.text('ratingQuestion')}</legend>
      {(['up', 'down'] as const).map((way) => (
        <button
          key={way}
          type="button"
          className={answer.thumb}
          aria-label={store.text(way === 'up' ? 'ratingUp' : 'ratingDown')}
          aria-pressed={rating === way}
          aria-disabled={rating !== undefined}
          onClick={() => {
            if (rating === undefined) store.rate(message, way === 'up');
          }}
        >
          {way === 'up' ? <Icon icon={ThumbsUp} size={16} /> : <Icon icon={ThumbsDown} size={16} />}
        </button>
      ))}
      {/* The region is there before its text, so that it is announced. */}
      <span role="status" className={rating === undefined ? visuallyHidden : styles.muted}>
        {rating !== undefined && store.text('ratingThanks')}
      </span>
    </fieldset>
  );
}

function senderAndTime(store: ChatStore, message: Message): string {
  const time = timeOfDay(shownTime(message), store.languageCode());
  return store.text('saidAt', { name: store.senderOf(message), time });
}

interface MessageStateProps extends Pick<MessageViewProps, 'store' | 'message' | 'receipt'> {
  readonly time: string | undefined;
}

/**
 * The state of a message, below its bubble. Only an unsent text needs the visitor's attention, and `MessageList` announces
 * it. Receipts are not announced: the visitor has heard "Sent", and further announcements for each text would drown the
 * answers.
 */
function MessageState({ store, message, receipt, time }: MessageStateProps) {
  if (message.isNotSent) {
    return (
      <span className={styles.notSent}>
        <span>{store.text('notSent')}</span>{' '}
        <button type="button" className={styles.retry} onClick={() => store.retry(message.id)}>
          {store.text('tryAgain')}
        </button>
      </span>
    );
  }
  const isEdited = message.isEdited && !message.isRemoved;
  const isCut = message.progress === 'stopped' || message.progress === 'broken';
  if (!message.isPending && !isEdited && !isCut && receipt === undefined && time === undefined) return null;
  return (
    <span className={styles.messageState}>
      {/* Screen readers have heard it before the text. */}
      {time && <time aria-hidden="true">{time}</time>}
      {message.isPending && <Sending text={store.text('sending')} />}
      {isEdited && <span>{store.text('edited')}</span>}
      {isCut && (
        <span role="status">{store.text(message.progress === 'stopped' ? 'answerStopped' : 'answerBroken')}</span>
      )}
      {receipt && (
        <span className={styles.receipt}>
          <Icon icon={receipt === 'read' ? CheckCheck : Check} size={14} />
          <span>{store.text(receipt)}</span>
        </span>
      )}
    </span>
  );
}

/**
 * Shows after two seconds that a text is still waiting: most texts are delivered sooner, and the text would flicker. The
 * animation in the style sheet has that delay, and its start shows and announces the text.
 */
function Sending({ text }: { readonly text: string }) {
  const [isLate, setLate] = useState(false);
  return (
    <span className={styles.sending} role="status" onAnimationStart={() => setLate(true)}>
      {isLate && text}
    </span>
  );
}

/** The first letters of a person's first and last name; empty if there is no name. */
function initialsOf(name: string | undefined): string {
  const words = (name ?? '').match(/\p{L}[^\s-]*/gu) ?? [];
  const first = words.length > 1 ? [words[0], words.at(-1)] : words;
  return first.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}
