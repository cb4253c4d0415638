import Minus from 'lucide/dist/esm/icons/minus.mjs';
import { Component, type ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/shell.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { DefaultLinks } from '../../contact/views/DefaultLinks.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { forgetFailedDownloads } from '../../ui/lazyView.tsx';
import { wordsOf } from './words.ts';

/** Views that may fail without the others: in place of those that threw stands `otherwise`, which may draw them anew. */
export class Boundary extends Component<
  { readonly children: ReactNode; readonly otherwise?: (again: () => void) => ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, otherwise } = this.props;
    return this.state.hasFailed ? otherwise?.(() => this.setState({ hasFailed: false })) : children;
  }
}

/** A view of the pane threw: the pane says so, offers Reload and the default link; the pill survives (SH-169). */
export function Crash({ widget, again }: { readonly widget: Widget; readonly again: () => void }) {
  const { isPaneHidden, takesFocus } = useSnapshot(widget.shell.state);
  const { header, pane } = wordsOf(widget);
  const hide = (): void => widget.shell.hide({ returnsFocus: true });
  return (
    <div
      role="dialog"
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
      <div className={`${styles.content} ${styles.message}`}>
        <p role="alert">{pane('crashed')}</p>
        <Button
          variant="primary"
          autoFocus={takesFocus}
          onPress={() => {
            forgetFailedDownloads();
            again();
          }}
        >
          {pane('reload')}
        </Button>
        <DefaultLinks widget={widget} only="contact" />
      </div>
    </div>
  );
}
