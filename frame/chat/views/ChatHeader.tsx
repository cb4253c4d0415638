import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/chatHeader.css.ts';
import * as shell from '../../../styles/shell.css.ts';
import { isLongTitle } from '../../ui/isLongTitle.ts';
import { Picture } from '../../ui/Picture.tsx';
import { isLive } from '../conversation.ts';
import type { RoomSnapshot } from '../state.ts';
import type { ChatStore } from '../store.ts';
import type { ChatTextKey } from '../texts.ts';
import { headerOf, lostConnection, shownState } from '../window/shown.ts';

/** The first and the last line. */
const lines = {
  bot: ['headerBotTitle', 'headerBotSubtitle'],
  agent: ['headerAgentTitle', 'headerAgentBottom'],
  waiting: ['headerWaitingTop', 'headerWaitingBottom'],
  away: ['headerAgentTitle', 'headerWaitingAway'],
  ended: ['headerEndedTop', 'headerEndedBottom'],
} as const satisfies Record<string, readonly [top: ChatTextKey, bottom: ChatTextKey]>;

/** Shows who answers, that the visitor is waiting, or that the chat has ended (CH-019, CH-020, SH-046). */
export function ChatHeader({ store }: { readonly store: ChatStore }) {
  const state = useSnapshot(store.state) as RoomSnapshot;
  const { phase, agent } = headerOf(state);
  const shown = shownState(state);
  const [top, bottom] = lines[phase];
  const title = agent?.name ?? store.text(top);
  // The header must not show "Online now" for an agent whom the visitor cannot reach.
  const isReachable = isLive(shown) && !lostConnection(state);
  return (
    <>
      {agent?.agentPictureUrl && (
        <Picture key={agent.agentPictureUrl} source={agent.agentPictureUrl} className={styles.picture} />
      )}
      <div className={`${shell.headerText} ${styles.headerLines}`}>
        {agent?.name && <p className={shell.subtitle}>{store.text(top)}</p>}
        <h1
          className={`${shell.title} ${isLongTitle(title) ? styles.headerTitleLong : styles.headerTitle}`}
          tabIndex={-1}
        >
          {title}
        </h1>
        <p className={`${shell.subtitle} ${styles.facts}`}>
          {agent && <span>{store.text('headerAgentRole')}</span>}{' '}
          {(phase === 'ended' || isReachable) && (
            <span className={phase === 'agent' ? styles.online : undefined}>{store.text(bottom)}</span>
          )}
        </p>
      </div>
    </>
  );
}
