import { useState } from 'react';
import * as styles from '../../../styles/menu.css.ts';
import type { Widget } from '../../composeRooms.ts';
import { loadSurface } from '../../shell/views/loadSurface.ts';
import { wordsOf } from '../../shell/views/words.ts';
import { isAddress } from '../../text/isUrl.ts';
import { targetOf } from '../../text/targetOf.ts';
import { Button } from '../../ui/Button.tsx';
import { forgetFailedDownloads } from '../../ui/lazyView.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { MenuEntry } from '../menuEntries.ts';
import { SmsPanel } from './SmsPanel.tsx';

/** What a block offers when it is open (SH-063, SH-064). */
export function BlockPanel({ widget, entry }: { readonly widget: Widget; readonly entry: MenuEntry }) {
  const { menu } = wordsOf(widget);
  const open = (href: string, target: 'self' | 'tab'): void => void widget.shell.openUrl(href, target);

  switch (entry.type) {
    case 'link':
    case 'form':
    case 'email':
      // SH-114: what is no address is not a link.
      if (!isAddress(entry.href)) return <p className={styles.detail}>{entry.href}</p>;
      return (
        <PageLink
          href={entry.href}
          target={targetOf(entry.href, widget.page.facts.url)}
          onOpen={open}
          newTabText={menu('newTab')}
          variant={entry.type === 'link' ? 'secondary' : 'primary'}
        >
          {menu(`${entry.type}Action`)}
        </PageLink>
      );
    case 'phone':
      return entry.numbers.map(({ number, formatted, info }) => (
        <div key={number} className={styles.phone}>
          <PageLink
            href={`tel:${number.replace(/[^+\d]/g, '')}`}
            target="self"
            onOpen={open}
            newTabText=""
            className={styles.number}
          >
            {formatted}
          </PageLink>
          {info && <p className={styles.detail}>{info}</p>}
        </div>
      ));
    case 'sms':
      return <SmsPanel widget={widget} entry={entry} />;
    case 'scheduler':
      return <SchedulerPanel key={widget.page.textLocale.languageCode} widget={widget} entry={entry} />;
    case 'support':
      return (
        <>
          <p className={styles.detail}>{menu('supportText')}</p>
          <Button
            variant="primary"
            onPress={() => widget.startChat({ from: 'menu', service: entry.service, skill: entry.skill })}
          >
            {menu('supportAction')}
          </Button>
        </>
      );
    case 'chat':
      return (
        <>
          {(!entry.isReturn || widget.shell.state.chat.isLive) && (
            <p className={styles.detail}>{menu(entry.isReturn ? 'returnText' : 'chatText')}</p>
          )}
          <Button
            variant="primary"
            onPress={() => (entry.isReturn ? widget.shell.toggleMenu() : widget.startChat({ from: 'menu' }))}
          >
            {menu(entry.isReturn ? 'returnAction' : 'chatAction')}
          </Button>
        </>
      );
  }
}

/** The prompt is chosen when the block opens and stays for that opening and language (SH-064, SC-040). */
function SchedulerPanel(props: {
  readonly widget: Widget;
  readonly entry: Extract<MenuEntry, { readonly type: 'scheduler' }>;
}) {
  const { widget, entry } = props;
  const { menu } = wordsOf(widget);
  const [varied] = useState(() => widget.insight.experiments.textOf('schedulerFirstQuestion'));
  /** The pointer or focus is near: what the press needs is there by then. Silent: the press tries again and says so. */
  const request = { purpose: entry.purpose, config: entry.config };
  const warm = (): void => {
    void loadSurface(widget).then(([room]) => room.prepare(request), forgetFailedDownloads);
  };
  return (
    <>
      <p className={styles.detail}>{varied ?? menu('schedulerPrompt')}</p>
      <Button variant="primary" onHoverStart={warm} onFocus={warm} onPress={() => widget.openScheduler(request)}>
        {menu('schedulerAction')}
      </Button>
    </>
  );
}
