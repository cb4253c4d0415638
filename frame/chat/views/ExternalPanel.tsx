import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import * as styles from '../../../styles/chat.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Conversation } from '../conversation.ts';
import type { ChatStore } from '../store.ts';

/** Says that the conversation runs in the provider's own window, and can open that window again (CH-156, CH-157). */
export function ExternalPanel({
  store,
  conversation,
}: {
  readonly store: ChatStore;
  readonly conversation: Conversation;
}) {
  return (
    <div className={styles.external}>
      <Icon icon={ExternalLink} />
      <p role="status">{store.text('externalNotice')}</p>
      <Button onPress={() => store.reopenExternal(conversation)}>{store.text('externalAgain')}</Button>
    </div>
  );
}
