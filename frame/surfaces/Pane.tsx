import { Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../styles/shell.css.ts';
import { LiveRegion } from '../chat/views/LiveRegion.tsx';
import type { ContactState } from '../contact/store.ts';
import { badgeText } from '../shell/badgeText.ts';
import { showsChat } from '../shell/displayMode.ts';
import { choiceOf } from '../shell/paneSize.ts';
import type { ShellState } from '../shell/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { lazyView } from '../ui/lazyView.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { PageState, Widget } from '../widget.ts';
import { CrashMessage } from './Crash.tsx';
import { Header } from './Header.tsx';
import { menuOf } from './menuOf.ts';
import { createMenuPorts } from './menuPorts.ts';
import { PaneBody } from './PaneBody.tsx';
import type { PaneParts } from './paneParts.ts';
import { useChatWait, useStillMenu } from './useStillMenu.ts';

/** Downloaded when a chat is in the pane. */
const ChatPane = lazyView(async () => (await import('../chat/views/ChatPane.tsx')).ChatPane);

/** If nothing has the focus, moves it into the pane: to the screen's own heading, else to the title. */
function takeFocus(pane: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  const find = (selector: string) => pane?.querySelector<HTMLElement>(selector);
  const target = find('[data-screen-heading]') ?? find('[data-opens-focused]') ?? pane;
  target?.focus({ preventScroll: true });
}

export interface PaneProps {
  readonly widget: Widget;
  readonly parts: PaneParts;
}

/** The pane: a labelled region next to the page, a modal dialog where it covers the screen (SH-052). */
export function Pane({ widget, parts }: PaneProps) {
  const shell = useSnapshot(widget.shell.state) as Readonly<ShellState>;
  const { isMobile } = useSnapshot(widget.viewport.state);
  const contact = useSnapshot(widget.contact.state) as Readonly<ContactState>;
  const page = useSnapshot(widget.page) as Pick<PageState, 'facts' | 'textLocale'>;
  const { country } = useSnapshot(widget.visitor.state);
  const pane = useRef<HTMLDivElement>(null);
  /** The pane has taken the focus since it opened. */
  const hadFocus = useRef(false);
  const isOpen = !shell.isPaneHidden;
  const { words } = parts;
  const { chat: mayChat } = useSnapshot(widget.consent.state).products;
  const { options, entries, isChatWithheld } = menuOf(widget, { shell, contact, country, mayChat });
  const isWaiting = useChatWait(isOpen && contact.status === 'fetched', widget.isChatPending(), widget.clock);
  const shownOptions = useStillMenu(options, choiceOf(shell), isOpen && !isWaiting && !shell.isChatForced);
  const crashed = (again: () => void) => <CrashMessage widget={widget} parts={parts} again={again} />;
  const unread = badgeText(shell.chat.unseen);
  const ports = createMenuPorts(widget, parts, {
    pageUrl: page.facts.url,
    languageCode: page.textLocale.languageCode,
    isMobile,
    isShown: isOpen,
    isChatLive: shell.chat.isLive,
    unread: unread && words.pill('unread', { count: unread }),
    crashed,
  });
  const { store } = widget.chat;
  const { isLanding } = shell.scheduler;
  const isChat = store !== undefined && showsChat(shell);

  // The focused control may have been removed by this render: Try again, or a block of the menu.
  useEffect(() => {
    if (isOpen && document.hasFocus()) takeFocus(pane.current);
  });

  useEffect(() => {
    hadFocus.current = isOpen && (shell.takesFocus || hadFocus.current);
    if (isOpen && shell.takesFocus) takeFocus(pane.current);
  }, [isOpen, shell.takesFocus]);

  // The page focuses the iframe after drawing it, which moves the focus away from the element inside. And what had the focus may
  // have been removed while the visitor was elsewhere.
  useEffect(() => {
    const again = (): void => {
      if (hadFocus.current) takeFocus(pane.current);
    };
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, []);

  // On the window, not on the pane: WebKit does not focus the pane until the visitor interacts with the frame.
  useEffect(() => {
    if (!isOpen || isLanding) return;
    const close = (): void => widget.shell.hide({ returnsFocus: true });
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) close();
    };
    window.addEventListener('keydown', onKeyDown);
    // Back on Android leaves a pane that covers the page, and not the page.
    const watcher = isMobile && window.CloseWatcher && new CloseWatcher();
    if (watcher) watcher.onclose = close;
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      if (watcher) watcher.destroy();
    };
  }, [isOpen, isLanding, isMobile, widget]);

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label.
    <div
      ref={pane}
      // On a landing page the scheduler is the main content, not a dialog.
      {...(isLanding ? { role: 'main' } : { role: 'dialog', 'aria-modal': isMobile || undefined })}
      aria-label={words.pane('title')}
      tabIndex={-1}
      inert={!isOpen}
      className={styles.pane}
    >
      {/* A landing page has the scheduler's own heading, and no menu to go back to. */}
      {!isLanding && (
        <Header
          key={page.textLocale.languageCode}
          widget={widget}
          words={words}
          shell={shell}
          otherEntries={entries.filter((entry) => entry.type !== 'chat').length}
        />
      )}
      {shell.blockedUrl && (
        <div className={styles.notice}>
          <Notice kind="error">
            <p>{words.pane('tabBlocked')}</p>
            <a href={shell.blockedUrl} target="_blank" rel="noopener noreferrer" onClick={widget.shell.dismissBlocked}>
              {words.pane('openLink')}
            </a>
          </Notice>
        </div>
      )}
      {isChat ? (
        <Boundary otherwise={crashed}>
          <Suspense fallback={<div className={styles.body} aria-busy="true" />}>
            <ChatPane
              store={store}
              takesFocus={shell.takesFocus}
              isConfirmingEnd={shell.isConfirmingEnd}
              onEnd={widget.shell.confirmEnd}
              onStay={widget.shell.dismissEnd}
              onReload={widget.reopen}
              crashed={crashed}
            />
          </Suspense>
        </Boundary>
      ) : (
        <PaneBody
          {...{ widget, parts, shell, ports, isChatWithheld }}
          options={shownOptions}
          status={isWaiting ? 'fetching' : contact.status}
        />
      )}
      {store && <LiveRegion store={store} />}
    </div>
  );
}
