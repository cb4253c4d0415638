import * as styles from '../../../styles/menu.css.ts';
import { isolate } from '../../text/isolate.ts';
import { phoneText } from '../../text/phoneText.ts';
import { targetOf } from '../../text/targetOf.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { MenuEntry } from '../menuEntries.ts';
import { toSmsUrl } from '../sms/smsUrl.ts';
import type { MenuPorts } from './menuPorts.ts';

/**
 * Opens the messaging app on a phone. Other devices can copy the number (CH-159). Links to the product's page, if there is
 * one (CH-160).
 */
export function SmsPanel(props: {
  readonly ports: MenuPorts;
  readonly entry: Extract<MenuEntry, { readonly type: 'sms' }>;
}) {
  const { ports, entry } = props;
  const { menu, isMobile, openUrl } = ports;
  const url = toSmsUrl(entry.number);

  return (
    <>
      <p className={styles.detail}>{menu('smsText', { number: isolate(phoneText(entry.number)) })}</p>
      {isMobile && url ? (
        <PageLink href={url} target="self" onOpen={openUrl} newTabText="" variant="primary">
          {menu('sms')}
        </PageLink>
      ) : (
        <CopyButton text={entry.number} label={menu('copy')} copiedLabel={menu('copied')} />
      )}
      {entry.href && (
        <PageLink
          href={entry.href}
          target={targetOf(entry.href, ports.pageUrl)}
          onOpen={openUrl}
          newTabText={menu('newTab')}
          variant="quiet"
        >
          {menu('link')}
        </PageLink>
      )}
    </>
  );
}
