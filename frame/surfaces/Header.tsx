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
  /** How many menu entries there are besides the chat's. */
  readonly otherEntries: number;
}

/** SH-043, SH-044: back, title, minimize, close. Mounted again for each language. */
export function Header({ widget, words, shell, otherEntries }: HeaderProps) {
  const { header } = words;
  const mode = displayMode({ ...shell.chat, isToggled: shell.isMenuToggled });
  const buttons = headerButtons({ mode, queueType: shell.chat.queueType, otherEntries });
  const { isDisplayed: isScheduler, isLanding } = shell.scheduler;
  // CH-206: read only when the header is shown, so that the title does not change while it is visible.
  const { isPaneHidden } = shell;
  const salesTitle = useMemo(
    () => (isPaneHidden ? undefined : widget.insight.experiments.textOf('headerSalesWording')),
    [isPaneHidden, widget],
  );
  const title = salesTitle ?? header('title');
  const subtitle = header('subtitle');
  const heading = (
    <div className={styles.headerText}>
      <h1
        className={isLongTitle(title) ? `${styles.title} ${styles.titleLong}` : styles.title}
        tabIndex={-1}
        data-opens-focused
      >
        <HeaderText text={title} href={header('titleLink')} widget={widget} words={words} />
      </h1>
      {subtitle && (
        <p className={styles.subtitle}>
          <HeaderText text={subtitle} href={header('subtitleLink')} widget={widget} words={words} />
        </p>
      )}
    </div>
  );

  return (
    <header className={styles.header}>
      {isScheduler && !isLanding && (
        <Button variant="icon" aria-label={header('backToMenu')} onPress={widget.scheduler.leave}>
          <Icon icon={ArrowLeft} size={20} data-flips />
        </Button>
      )}
      {!isScheduler && buttons.back !== 'none' && (
        <Button
          variant="icon"
          aria-label={header(buttons.back === 'menu' ? 'backToMenu' : 'backToChat')}
          onPress={widget.shell.toggleMenu}
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
      {!isLanding && (
        <Button
          variant="icon"
          aria-label={header('minimize')}
          onPress={() => widget.shell.hide({ returnsFocus: true })}
        >
          <Icon icon={Minus} size={20} />
        </Button>
      )}
      {isScheduler && !isLanding && (
        <Button
          variant="icon"
          aria-label={words.pane('close')}
          onPress={() => {
            widget.scheduler.leave();
            widget.shell.hide({ returnsFocus: true });
          }}
        >
          <Icon icon={X} size={20} />
        </Button>
      )}
      {!isScheduler && buttons.close && (
        <Button variant="icon" aria-label={header('close')} onPress={widget.shell.close}>
          <Icon icon={X} size={20} />
        </Button>
      )}
    </header>
  );
}

interface HeaderTextProps extends Pick<HeaderProps, 'widget' | 'words'> {
  readonly text: string;
  readonly href: string;
}

/** SH-045, SH-114: a link to a new tab when it has an address, else plain text. */
function HeaderText({ text, href, widget, words }: HeaderTextProps) {
  if (!isUrl(href)) return <span>{text}</span>;
  return (
    <PageLink
      href={href}
      target="tab"
      className={styles.headerLink}
      newTabText={words.menu('newTab')}
      onOpen={(address, target) => void widget.shell.openUrl(address, target)}
    >
      {text}
    </PageLink>
  );
}
