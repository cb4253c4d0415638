import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/menu.css.ts';
import type { Widget } from '../../compose.ts';
import { DefaultLinks } from './DefaultLinks.tsx';
import { MenuBlock } from './MenuBlock.tsx';

/** SH-053: an accordion with one block per channel. */
export function ChannelMenu({ widget }: { readonly widget: Widget }) {
  useSnapshot(widget.shell.state);
  useSnapshot(widget.contact.state);
  const { options } = widget.menu();
  if (options.length === 0) {
    return (
      <>
        <p>{widget.read.pane('empty')}</p>
        <DefaultLinks widget={widget} only="contact" />
      </>
    );
  }
  return (
    <>
      <p className={styles.intro}>{widget.read.menu('intro')}</p>
      <ul className={styles.list}>
        {options.map((option) => (
          <MenuBlock key={option.entry.id} widget={widget} option={option} />
        ))}
      </ul>
    </>
  );
}
