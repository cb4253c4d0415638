import ThumbsDown from 'lucide/dist/esm/icons/thumbs-down.mjs';
import ThumbsUp from 'lucide/dist/esm/icons/thumbs-up.mjs';
import * as answer from '../../../styles/answer.css.ts';
import * as styles from '../../../styles/chat.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Message } from '../conversation.ts';
import type { ChatStore } from '../store.ts';

/** Asks once whether an answer helped. The rating stays visible (CH-097). */
export function Thumbs({ store, message }: { readonly store: ChatStore; readonly message: Message }) {
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
      {rating !== undefined && (
        <span role="status" className={styles.muted}>
          {store.text('ratingThanks')}
        </span>
      )}
    </fieldset>
  );
}
