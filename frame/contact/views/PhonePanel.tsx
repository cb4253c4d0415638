import { detail } from '../../../styles/menu.css.ts';
import * as styles from '../../../styles/phone.css.ts';
import { toTelUrl } from '../../text/telUrl.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import type { MenuEntry } from '../menuEntries.ts';
import type { MenuPorts } from './menuPorts.ts';

/** Several numbers, or one with an explanation. */
export function PhonePanel(props: {
  readonly ports: MenuPorts;
  readonly entry: Extract<MenuEntry, { readonly type: 'phone' }>;
}) {
  const { ports, entry } = props;
  return entry.numbers.map(({ number, formatted, info }) => (
    <div key={number} className={styles.phone}>
      <PageLink href={toTelUrl(number)} target="self" onOpen={ports.openUrl} newTabText="" className={styles.number}>
        {formatted}
      </PageLink>
      {info && <p className={detail}>{info}</p>}
    </div>
  ));
}
