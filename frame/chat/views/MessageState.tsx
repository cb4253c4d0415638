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
}

/**
 * What has become of a message, below its bubble. Only a text that is not sent needs the visitor, and `MessageList` announces
 * it. Receipts are not announced: the visitor has heard "Sent", and two more words for each text would cover the answers.
 */
export function MessageState({ store, message, receipt }: MessageStateProps) {
  if (message.isNotSent) {
    return (
      <span className={styles.notSent}>
        {store.text('notSent')}{' '}
        <button type="button" className={styles.retry} onClick={() => store.retry(message.id)}>
          {store.text('tryAgain')}
        </button>
      </span>
    );
  }
  if (message.isPending) return <Sending text={store.text('sending')} />;
  const isEdited = message.isEdited && !message.isRemoved;
  if (!isEdited && receipt === undefined) return null;
  return (
    <span className={styles.messageState}>
      {isEdited && <span>{store.text('edited')}</span>}
      {receipt && (
        <span className={styles.receipt}>
          <Icon icon={receipt === 'read' ? CheckCheck : Check} size={14} />
          {store.text(receipt)}
        </span>
      )}
    </span>
  );
}

/**
 * Says that a text still waits, after two seconds: most texts are delivered sooner, and a word that flickers tells nobody
 * anything. The animation in the style sheet has that delay, and its start shows and announces the word.
 */
function Sending({ text }: { readonly text: string }) {
  const [isLate, setLate] = useState(false);
  return (
    <span className={styles.sending} role="status" onAnimationStart={() => setLate(true)}>
      {isLate && text}
    </span>
  );
}
