import { useState } from 'react';
import * as styles from '../../../styles/answer.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { QuickReply } from '../conversation.ts';
import type { ChatStore } from '../store.ts';

/** Replies that the service offers instead of the input (CH-139). */
export function QuickReplies({
  store,
  replies,
}: {
  readonly store: ChatStore;
  readonly replies: readonly QuickReply[];
}) {
  const [pressedId, setPressedId] = useState<string>();
  return (
    <fieldset className={styles.quickReplies}>
      <legend className={visuallyHidden}>{store.text('quickReplies')}</legend>
      {replies.map((reply) => (
        <button
          key={reply.id}
          type="button"
          className={styles.choice}
          title={reply.tooltip}
          data-pressed={pressedId === reply.id || undefined}
          dir="auto"
          onClick={() => {
            setPressedId(reply.id);
            store.reply(reply);
          }}
        >
          {reply.text}
        </button>
      ))}
    </fieldset>
  );
}
