import { Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/shell.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { lazyView } from '../../ui/lazyView.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { displayMode } from '../records.ts';
import { Header } from './Header.tsx';
import { PaneBody } from './PaneBody.tsx';
import { wordsOf } from './words.ts';

/** The chat window is downloaded when a chat stands in the pane. */
const ChatPane = lazyView(async () => (await import('../../chat/views/ChatPane.tsx')).ChatPane);

/** Focus that is nowhere goes into the pane: to the screen that names itself, else to the title, where reading begins. */
function land(pane: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  const find = (selector: string) => pane?.querySelector<HTMLElement>(selector);
  const target = find('[data-screen-heading]') ?? find('[data-opens-focused]') ?? pane;
  target?.focus({ preventScroll: true });
}

/** The pane: a labelled region beside the page, a modal dialog where it covers the screen (SH-052). */
export function Pane({ widget }: { readonly widget: Widget }) {
  const shell = useSnapshot(widget.shell.state);
  const { isMobile } = useSnapshot(widget.viewport.state);
  useSnapshot(widget.contact.state);
  useSnapshot(widget.page);
  const pane = useRef<HTMLDivElement>(null);
  const isOpen = !shell.isPaneHidden;
  const words = wordsOf(widget).pane;
  const { store } = widget.chat;
  const isChat =
    store !== undefined &&
    !shell.scheduler.isDisplayed &&
    !shell.scheduler.isLanding &&
    displayMode({ ...shell.chat, isToggled: shell.isMenuToggled }) === 'chat';

  // The control that had the focus may have gone with what was drawn before: the lookup's Try again, a block of the menu.
  useEffect(() => {
    if (isOpen && shell.takesFocus && document.hasFocus()) land(pane.current);
  });

  useEffect(() => {
    if (!isOpen || !shell.takesFocus) return;
    const again = (): void => land(pane.current);
    again();
    // The page focuses the iframe when it has drawn it, which takes focus from what is inside: it comes back here.
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [isOpen, shell.takesFocus]);

  // At the window, not at the pane: WebKit refuses the pane the focus until the visitor acts inside the frame.
  useEffect(() => {
    if (!isOpen || shell.scheduler.isLanding) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) widget.shell.hide({ returnsFocus: true });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen, shell.scheduler.isLanding, widget]);

  return (
    <div
      ref={pane}
      role="dialog"
      aria-modal={isMobile || undefined}
      aria-label={words('title')}
      tabIndex={-1}
      hidden={!isOpen}
      className={styles.pane}
    >
      <Header key={`${isOpen} ${widget.page.textLocale.languageCode}`} widget={widget} />
      {shell.blockedUrl && (
        <div className={styles.notice}>
          <Notice kind="error">
            <p>{words('tabBlocked')}</p>
            <a href={shell.blockedUrl} target="_blank" rel="noopener noreferrer" onClick={widget.shell.dismissBlocked}>
              {words('openLink')}
            </a>
          </Notice>
        </div>
      )}
      {isChat ? (
        <Suspense fallback={<div className={styles.body} aria-busy="true" />}>
          <ChatPane
            store={store}
            takesFocus={shell.takesFocus}
            isConfirmingEnd={shell.isConfirmingEnd}
            onEnd={widget.shell.confirmEnd}
            onStay={widget.shell.dismissEnd}
          />
        </Suspense>
      ) : (
        <PaneBody widget={widget} />
      )}
      {shell.isLoading && (
        <div className={styles.overlay} role="status" aria-label={words('loading')}>
          <div className={styles.spinner} />
        </div>
      )}
    </div>
  );
}
