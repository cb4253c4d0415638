import { Component, type ReactNode } from 'react';
import * as styles from '../../../styles/shell.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { DefaultLinks } from '../../contact/views/DefaultLinks.tsx';
import { Button } from '../../ui/Button.tsx';
import { wordsOf } from './words.ts';

/** A view that threw: the pane says so, offers Reload and the default link; the pill survives (SH-169). */
export class Crash extends Component<
  { readonly widget: Widget; readonly children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { widget } = this.props;
    return (
      <main className={styles.pane}>
        <div className={`${styles.content} ${styles.message}`}>
          <p role="alert">{wordsOf(widget).pane('crashed')}</p>
          <Button variant="primary" onPress={() => this.setState({ hasFailed: false })}>
            {wordsOf(widget).pane('reload')}
          </Button>
          <DefaultLinks widget={widget} only="contact" />
          <Button variant="quiet" onPress={() => widget.shell.hide({ returnsFocus: true })}>
            {wordsOf(widget).header('minimize')}
          </Button>
        </div>
      </main>
    );
  }
}
