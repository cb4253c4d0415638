import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import Minus from 'lucide/dist/esm/icons/minus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { Suspense, useMemo } from 'react';
import * as styles from '../../styles/shell.css.ts';
import { displayMode } from '../shell/displayMode.ts';
import { headerButtons } from '../shell/headerRules.ts';
import type { ShellState } from '../shell/store.ts';
import { isUrl } from '../text/isUrl.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { isLongTitle } from '../ui/isLongTitle.ts';
import { lazyView } from '../ui/lazyView.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import type { Widget } from '../widget.ts';
import type { PaneParts } from './paneParts.ts';

const ChatHeader = lazyView(async () => (await import('../chat/views/ChatHeader.tsx')).ChatHeader);

export interface HeaderProps {
  readonly widget: Widget;
  readonly words: PaneParts['words'];
  readonly shell: Readonly<ShellState>;
  /** The number of menu entries other than the chat's. */
  readonly otherEntries: number;
}

/** SH-043, SH-044: back, title, minimize, close. Mounted again for each language. A landing page has none. */
export function Header({ widget, words, shell, otherEntries }: HeaderProps) {
  const { header } = words;
  const mode = displayMode({ ...shell.chat, isToggled: shell.isMenuToggled });
  const buttons = headerButtons({ mode, queueType: shell.chat.queueType, otherEntries });
  const isScheduler = shell.scheduler.isDisplayed;
  const hide = (): void => widget.shell.hide({ returnsFocus: true });
  const heading = <Heading {...{ widget, words, shell }} />;

  return (
    <header className={styles.header}>
      {(isScheduler || buttons.back !== 'none') && (
        <Button
          key={isScheduler ? 1 : 2}
          variant="icon"
          aria-label={header(!isScheduler && buttons.back === 'chat' ? 'backToChat' : 'backToMenu')}
          onPress={isScheduler ? widget.scheduler.leave : widget.shell.toggleMenu}
        >
          <Icon icon={ArrowLeft} size={20} data-flips />
        </Button>
      )}
      {!isScheduler && mode === 'chat' && widget.chat.store ? (
        <Boundary otherwise={() => heading}>
          <Suspense fallback={<div className={styles.headerText} />}>
            <ChatHeader store={widget.chat.store} />
          </Suspense>
        </Boundary>
      ) : (
        heading
      )}
      <Button variant="icon" aria-label={header('minimize')} onPress={hide}>
        <Icon icon={Minus} size={20} />
      </Button>
      {(isScheduler || buttons.close) && (
        <Button
          key={isScheduler ? 3 : 4}
          variant="icon"
          aria-label={isScheduler ? words.pane('close') : header('close')}
          onPress={() => {
            if (!isScheduler) return widget.shell.close();
            widget.scheduler.leave();
            hide();
          }}
        >
          <Icon icon={X} size={20} />
        </Button>
      )}
    </header>
  );
}

/** The title and the line below it. Mounted only where no other header takes its place. */
function Heading({ widget, words, shell }: Omit<HeaderProps, 'otherEntries'>) {
  const { header } = words;
  // CH-206: read only when the title is shown, because it counts as seen then, and so that it does not change while it is visible.
  const { isPaneHidden } = shell;
  const salesTitle = useMemo(
    () => (isPaneHidden ? undefined : widget.insight.experiments.textOf('headerSalesWording')),
    [isPaneHidden, widget],
  );
  const title = salesTitle ?? header(widget.deployment.contact.isForSales ? 'salesTitle' : 'title');
  const subtitle = header('subtitle');
  const size = shell.scheduler.isDisplayed ? styles.titleBack : isLongTitle(title) ? styles.titleLong : '';
  /** SH-045, SH-114: a link to a new tab when it has an address, else plain text. */
  const line = (text: string, href: string) =>
    isUrl(href) ? (
      <PageLink
        href={href}
        target="tab"
        className={styles.headerLink}
        newTabText={words.menu('newTab')}
        onOpen={(address, target) => void widget.shell.openUrl(address, target)}
      >
        {text}
      </PageLink>
    ) : (
      <span>{text}</span>
    );

  return (
    <div className={styles.headerText}>
      <h1 className={`${styles.title} ${size}`} tabIndex={-1} data-opens-focused>
        {line(title, header('titleLink'))}
      </h1>
      {subtitle && <p className={styles.subtitle}>{line(subtitle, header('subtitleLink'))}</p>}
    </div>
  );
}
