import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { QuickReply } from '../conversation.ts';
import type { ChatStore } from '../store.ts';

/** Replies that the service offers in place of the input (CH-139). */
export function QuickReplies({
  store,
  replies,
}: {
  readonly store: ChatStore;
  readonly replies: readonly QuickReply[];
}) {
  return (
    <fieldset className={styles.quickReplies}>
      <legend className={visuallyHidden}>{store.text('quickReplies')}</legend>
      {replies.map((reply) => (
        <button
          key={reply.id}
          type="button"
          className={styles.choice}
          title={reply.tooltip}
          dir="auto"
          onClick={() => store.reply(reply)}
        >
          {reply.text}
        </button>
      ))}
    </fieldset>
  );
}
