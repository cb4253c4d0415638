import { useState } from 'react';
import * as styles from '../../../styles/chat.css.ts';
import { button } from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Problem } from '../state.ts';
import type { ChatStore } from '../store.ts';
import { type ChatTextKey, chatTexts } from '../texts.ts';
import { TextLink } from './SafeText.tsx';

interface ProblemNoticeProps {
  readonly store: ChatStore;
  readonly problem: Problem;
  readonly onReload: () => Promise<boolean>;
}

/** Shows what is wrong and what the visitor can do (CH-213 to CH-219). */
export function ProblemNotice({ store, problem, onReload }: ProblemNoticeProps) {
  const key: ChatTextKey = Object.hasOwn(chatTexts, problem.key) ? (problem.key as ChatTextKey) : 'chatFailed';
  const { link } = problem;
  return (
    <div className={styles.notice}>
      <Notice kind="error">
        <p>{store.text(key)}</p>
        {link && (
          <TextLink href={link.href} store={store}>
            {link.text}
          </TextLink>
        )}
      </Notice>
      {problem.action === 'reload' && <Reload store={store} onReload={onReload} />}
      {problem.action === 'menu' && (
        <Button variant="primary" onPress={() => void store.leaveToMenu()}>
          {store.text('backToMenu')}
        </Button>
      )}
      {problem.action === 'newChat' && (
        <Button variant="primary" onPress={() => void store.startNewChat()}>
          {store.text('startNewChat')}
        </Button>
      )}
    </div>
  );
}

/** Reloads the widget, with the draft and the waiting texts. Shows a message if that is not possible. */
function Reload({ store, onReload }: Pick<ProblemNoticeProps, 'store' | 'onReload'>) {
  const [hasFailed, setFailed] = useState(false);
  async function reload(): Promise<void> {
    setFailed(false);
    setFailed(!(await onReload()));
  }
  return (
    <>
      {hasFailed && <p role="alert">{store.text('reloadFailed')}</p>}
      <Button variant="primary" onPress={() => void reload()}>
        {store.text('reload')}
      </Button>
    </>
  );
}

/**
 * CH-033: the queue has no available agent and the visitor is not signed in. A link opens a window from the frame, because the
 * deployment's sign-in page sends a message to its opener (CH-174). On phones and tablets, the page's own window opens it (CH-035).
 */
export function OfflineNotice({ store }: { readonly store: ChatStore }) {
  const { signInUrl, createAccountUrl } = store.deployment;
  const links = [
    { key: 'signIn', href: signInUrl, look: 'primary' },
    { key: 'createAccount', href: createAccountUrl, look: 'secondary' },
  ] as const;
  return (
    <div className={styles.notice} role="status">
      <p>{store.offlineText()}</p>
      {links
        .filter(({ href }) => href !== '')
        .map(({ key, href, look }) => (
          <a
            key={key}
            href={href}
            target="_blank"
            rel="noopener opener"
            className={button[look]}
            onClick={(event) => {
              event.preventDefault();
              if (store.isHandheld()) store.openInPageWindow(href);
              else store.signInOpened(window.open(href));
            }}
          >
            {store.text(key)}
          </a>
        ))}
    </div>
  );
}
