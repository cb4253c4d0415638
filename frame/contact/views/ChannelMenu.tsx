import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/menu.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { wordsOf } from '../../shell/views/words.ts';
import { DefaultLinks } from './DefaultLinks.tsx';
import { MenuBlock } from './MenuBlock.tsx';
import { menuOf } from './menuOf.ts';

/** SH-053: an accordion with one block per channel. */
export function ChannelMenu({ widget }: { readonly widget: Widget }) {
  useSnapshot(widget.shell.state);
  useSnapshot(widget.contact.state);
  const { options } = menuOf(widget);
  if (options.length === 0) {
    return (
      <>
        <p>{wordsOf(widget).pane('empty')}</p>
        <DefaultLinks widget={widget} only="contact" />
      </>
    );
  }
  return (
    <>
      <p className={styles.intro}>{wordsOf(widget).menu('intro')}</p>
      <ul className={styles.list}>
        {options.map((option) => (
          <MenuBlock key={option.entry.id} widget={widget} option={option} />
        ))}
      </ul>
    </>
  );
}
