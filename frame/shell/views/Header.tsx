import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import Minus from 'lucide/dist/esm/icons/minus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/shell.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { menuOf } from '../../contact/views/menuOf.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyView } from '../../ui/lazyView.tsx';
import { headerButtons, isLongTitle } from '../headerRules.ts';
import { displayMode } from '../records.ts';
import { wordsOf } from './words.ts';

const ChatHeader = lazyView(async () => (await import('../../chat/views/ChatHeader.tsx')).ChatHeader);

/** SH-043, SH-044: back, title, minimize, close. A new one for each opening and language. */
export function Header({ widget }: { readonly widget: Widget }) {
  const shell = useSnapshot(widget.shell.state);
  const { header } = wordsOf(widget);
  const mode = displayMode({ ...shell.chat, isToggled: shell.isMenuToggled });
  const otherEntries = menuOf(widget).entries.filter((entry) => entry.type !== 'chat').length;
  const buttons = headerButtons({ mode, queueType: shell.chat.queueType, otherEntries });
  const { isDisplayed: isScheduler, isLanding } = shell.scheduler;
  // CH-206: asked when it is seen, and only then, so that the title does not change while it is read.
  const [salesTitle] = useState(() =>
    shell.isPaneHidden ? undefined : widget.insight.experiments.textOf('headerSalesWording'),
  );
  const title = salesTitle ?? header('title');
  const subtitle = header('subtitle');

  return (
    <header className={styles.header}>
      {isScheduler && !isLanding && (
        <Button variant="icon" aria-label={header('backToMenu')} onPress={widget.leaveScheduler}>
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
        <Suspense fallback={<div className={styles.headerText} />}>
          <ChatHeader store={widget.chat.store} />
        </Suspense>
      ) : (
        <div className={styles.headerText}>
          <h1
            className={isLongTitle(title) ? `${styles.title} ${styles.titleLong}` : styles.title}
            tabIndex={-1}
            data-opens-focused
          >
            {title}
          </h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
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
          aria-label={widget.read.pane('close')}
          onPress={() => {
            widget.leaveScheduler();
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
