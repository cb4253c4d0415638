import Minus from 'lucide/dist/esm/icons/minus.mjs';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../styles/shell.css.ts';
import { DefaultLinks } from '../contact/views/DefaultLinks.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { retryFailedViews } from '../ui/lazyView.tsx';
import type { Widget } from '../widget.ts';
import type { PaneParts } from './paneParts.ts';

export interface CrashProps {
  readonly widget: Widget;
  readonly parts: PaneParts;
  /** Renders the failed views again. */
  readonly again: () => void;
}

/** Replaces a pane that threw: shows the failure, Reload and the default link. The pill is not affected (SH-169). */
export function Crash(props: CrashProps) {
  const { shell, viewport } = props.widget;
  const { isMobile } = useSnapshot(viewport.state);
  const { isPaneHidden } = useSnapshot(shell.state);
  const { header, pane } = props.parts.words;
  const hide = (): void => shell.hide({ returnsFocus: true });
  return (
    <div
      role="dialog"
      aria-modal={isMobile || undefined}
      aria-label={pane('title')}
      hidden={isPaneHidden}
      className={styles.pane}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      <header className={styles.header}>
        <h1 className={`${styles.headerText} ${styles.title}`}>{header('title')}</h1>
        <Button variant="icon" aria-label={header('minimize')} onPress={hide}>
          <Icon icon={Minus} />
        </Button>
      </header>
      <CrashMessage {...props} />
    </div>
  );
}

/** Replaces a part of the pane that threw or could not be downloaded. The header with its buttons stays. */
export function CrashMessage({ widget, parts, again }: CrashProps) {
  const { takesFocus } = useSnapshot(widget.shell.state);
  const { pane, menu } = parts.words;
  return (
    <div className={`${styles.content} ${styles.message}`}>
      <p role="alert">{pane('crashed')}</p>
      <Button
        variant="primary"
        autoFocus={takesFocus || document.hasFocus()}
        onPress={() => void retryFailedViews(widget.reopen).then(again)}
      >
        {pane('reload')}
      </Button>
      <DefaultLinks
        links={widget.defaultLinks}
        only="contact"
        pageUrl={widget.page.facts.url}
        newTabText={menu('newTab')}
        nameOf={pane}
        onOpen={(href, target) => void widget.shell.openUrl(href, target)}
      />
    </div>
  );
}
