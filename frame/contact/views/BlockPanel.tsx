import { useState } from 'react';
import * as styles from '../../../styles/menu.css.ts';
import { isAddress } from '../../text/isUrl.ts';
import { targetOf } from '../../text/targetOf.ts';
import { Button } from '../../ui/Button.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { isInquiryAddress } from '../form/inquiryAddress.ts';
import type { MenuEntry } from '../menuEntries.ts';
import { toTelUrl } from '../telUrl.ts';
import type { MenuPorts } from './menuPorts.ts';

/** The content of an open block (SH-063, SH-064). */
export function BlockPanel({ ports, entry }: { readonly ports: MenuPorts; readonly entry: MenuEntry }) {
  const { menu, openUrl } = ports;

  switch (entry.type) {
    case 'link':
    case 'form':
    case 'email':
      if (entry.type === 'form' && isInquiryAddress(entry.href)) return <ports.RareBlock ports={ports} entry={entry} />;
      // SH-114: an invalid address is shown as text.
      if (!isAddress(entry.href)) return <p className={styles.detail}>{entry.href}</p>;
      return (
        <PageLink
          href={entry.href}
          target={targetOf(entry.href, ports.pageUrl)}
          onOpen={openUrl}
          newTabText={menu('newTab')}
          variant={entry.type === 'link' ? 'secondary' : 'primary'}
        >
          {menu(`${entry.type}Action`)}
        </PageLink>
      );
    case 'phone':
      return entry.numbers.map(({ number, formatted, info }) => (
        <div key={number} className={styles.phone}>
          <PageLink href={toTelUrl(number)} target="self" onOpen={openUrl} newTabText="" className={styles.number}>
            {formatted}
          </PageLink>
          {info && <p className={styles.detail}>{info}</p>}
        </div>
      ));
    case 'sms':
      return <ports.RareBlock ports={ports} entry={entry} />;
    case 'scheduler':
      return <SchedulerPanel key={ports.languageCode} ports={ports} entry={entry} />;
    case 'support':
      return (
        <>
          <p className={styles.detail}>{menu('supportText')}</p>
          <Button variant="primary" onPress={() => ports.startChat({ service: entry.service, skill: entry.skill })}>
            {menu('supportAction')}
          </Button>
        </>
      );
    case 'chat':
      return (
        <>
          {(!entry.isReturn || ports.isChatLive) && (
            <p className={styles.detail}>{menu(entry.isReturn ? 'returnText' : 'chatText')}</p>
          )}
          <Button variant="primary" onPress={() => (entry.isReturn ? ports.returnToChat() : ports.startChat())}>
            {menu(entry.isReturn ? 'returnAction' : 'chatAction')}
          </Button>
        </>
      );
  }
}

/** The prompt is chosen when the block opens and stays for that opening and language (SH-064, SC-040). */
function SchedulerPanel(props: {
  readonly ports: MenuPorts;
  readonly entry: Extract<MenuEntry, { readonly type: 'scheduler' }>;
}) {
  const { ports, entry } = props;
  const [question] = useState(ports.schedulerQuestion);
  const request = { purpose: entry.purpose, config: entry.config };
  const prepare = (): void => ports.prepareScheduler(request);
  return (
    <>
      <p className={styles.detail}>{question ?? ports.menu('schedulerPrompt')}</p>
      <Button variant="primary" onPointerEnter={prepare} onFocus={prepare} onPress={() => ports.openScheduler(request)}>
        {ports.menu('schedulerAction')}
      </Button>
    </>
  );
}
