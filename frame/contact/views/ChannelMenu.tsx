import * as styles from '../../../styles/menu.css.ts';
import type { MenuOption } from '../selectEntry.ts';
import { MenuBlock } from './MenuBlock.tsx';
import type { MenuPorts } from './menuPorts.ts';

/** SH-053: an accordion with one block per channel. */
export function ChannelMenu(props: { readonly options: readonly MenuOption[]; readonly ports: MenuPorts }) {
  const { options, ports } = props;
  return (
    <>
      <p className={styles.intro}>{ports.menu('intro')}</p>
      <ul className={styles.list}>
        {options.map((option) => (
          <MenuBlock key={option.entry.id} ports={ports} option={option} />
        ))}
      </ul>
    </>
  );
}
