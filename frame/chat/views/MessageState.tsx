import Check from 'lucide/dist/esm/icons/check.mjs';
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs';
import { useState } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Message, ReceiptStatus } from '../conversation.ts';
import type { ChatStore } from '../store.ts';

interface MessageStateProps {
  readonly store: ChatStore;
  readonly message: Message;
  readonly receipt: ReceiptStatus | undefined;
  /** Shown below the last message of a group. */
  readonly time: string | undefined;
}

/**
 * The state of a message, below its bubble. Only an unsent text needs the visitor's attention, and `MessageList` announces
 * it. Receipts are not announced: the visitor has heard "Sent", and further announcements for each text would drown the
 * answers.
 */
export function MessageState({ store, message, receipt, time }: MessageStateProps) {
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
