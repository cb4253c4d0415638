import { useState } from 'react';
import * as styles from '../../../styles/menu.css.ts';
import { Button } from '../../ui/Button.tsx';
import type { MenuEntry } from '../menuEntries.ts';
import type { MenuPorts } from './menuPorts.ts';

/** The content of an open block (SH-063, SH-064). */
export function BlockPanel({ ports, entry }: { readonly ports: MenuPorts; readonly entry: MenuEntry }) {
  const { menu } = ports;

  switch (entry.type) {
    case 'scheduler':
      return <SchedulerPanel ports={ports} entry={entry} />;
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
    default:
      return <ports.RareBlock ports={ports} entry={entry} />;
  }
}

function SchedulerPanel(props: {
  readonly ports: MenuPorts;
  readonly entry: Extract<MenuEntry, { readonly type: 'scheduler' }>;
}) {
  const { ports, entry } = props;
  const request = { purpose: entry.purpose, config: entry.config };
  const prepare = (): void => ports.prepareScheduler(request);
  return (
    <>
      <Question key={`${ports.languageCode} ${ports.isShown}`} ports={ports} />
      <Button variant="primary" onPointerEnter={prepare} onFocus={prepare} onPress={() => ports.openScheduler(request)}>
        {ports.menu('schedulerAction')}
      </Button>
    </>
  );
}

/** Chosen when the visitor first sees it, and stays for that opening and language (SH-064, SC-040). */
function Question({ ports }: { readonly ports: MenuPorts }) {
  const [question] = useState(ports.schedulerQuestion);
  return <p className={styles.detail}>{question ?? ports.menu('schedulerPrompt')}</p>;
}
