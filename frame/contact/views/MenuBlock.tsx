import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { useEffect, useId, useRef } from 'react';
import * as styles from '../../../styles/menu.css.ts';
import { isAddress } from '../../text/isUrl.ts';
import { targetOf } from '../../text/targetOf.ts';
import { toTelUrl } from '../../text/telUrl.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { MenuEntry } from '../menuEntries.ts';
import type { MenuOption } from '../selectEntry.ts';
import { BlockPanel } from './BlockPanel.tsx';
import { blockIcons } from './blockIcons.ts';
import type { MenuPorts } from './menuPorts.ts';

/**
 * One block. Its header opens it and closes the others. A forced block is always open and has no button (SH-053, SH-059). A block
 * with a single link and nothing else is that link.
 */
export function MenuBlock({ ports, option }: { readonly ports: MenuPorts; readonly option: MenuOption }) {
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { entry, isSelected, isForceSelected } = option;
  const choose = (): void => ports.choose(entry.id);
  const link = loneLink(entry);
  const row = (
    <>
      <Icon icon={blockIcons[entry.type]} className={styles.triggerIcon} />
      <span className={styles.triggerText}>{blockName(option, ports.menu)}</span>
      {entry.type === 'chat' && ports.unread && <span className={styles.unread}>{` ${ports.unread}`}</span>}
      {link?.shown && <span className={styles.shownNumber}>{` ${link.shown}`}</span>}
    </>
  );

  useEffect(() => (isSelected && panel.current ? revealOnce(panel.current) : undefined), [isSelected]);

  return (
    <li className={styles.block} data-block={entry.type}>
      <h2 className={styles.heading}>
        {link ? (
          <PageLink
            href={link.href}
            target={targetOf(link.href, ports.pageUrl)}
            onOpen={ports.openUrl}
            newTabText={ports.menu('newTab')}
            className={styles.trigger}
          >
            {row}
          </PageLink>
        ) : isForceSelected ? (
          <span className={styles.fixedHeader}>{row}</span>
        ) : (
          <PlainButton className={styles.trigger} aria-expanded={isSelected} aria-controls={panelId} onPress={choose}>
            {row}
            <Icon icon={ChevronDown} size={20} className={styles.chevron} />
          </PlainButton>
        )}
      </h2>
      {!link && (
        // A visitor who writes or sends has chosen a block that is open by itself, so it stays open when a chat becomes available.
        <div ref={panel} id={panelId} className={styles.panel} hidden={!isSelected} onInput={choose} onSubmit={choose}>
          {isSelected && <BlockPanel ports={ports} entry={entry} />}
        </div>
      )}
    </li>
  );
}

/** The only thing that a block offers, if it is a link that needs no explanation. */
function loneLink(entry: MenuEntry): { readonly href: string; readonly shown?: string } | undefined {
  if (entry.type === 'phone') {
    const [first, second] = entry.numbers;
    return first && !second && !first.info ? { href: toTelUrl(first.number), shown: first.formatted } : undefined;
  }
  return 'href' in entry && entry.type !== 'sms' && isAddress(entry.href) ? { href: entry.href } : undefined;
}

/** Scrolls an open block into view, once it has its content. Not with `scrollIntoView`, which may scroll the page as well. */
function revealOnce(panel: Element): () => void {
  const observer = new ResizeObserver(() => {
    const area = panel.closest('[data-scrolls]');
    if (!area || !panel.firstElementChild) return;
    observer.disconnect();
    area.scrollTop += Math.max(0, panel.getBoundingClientRect().bottom - area.getBoundingClientRect().bottom);
  });
  observer.observe(panel);
  return () => observer.disconnect();
}

function blockName({ entry }: MenuOption, menu: MenuPorts['menu']): string {
  if (entry.type === 'chat') return menu(entry.isReturn ? 'return' : 'chat');
  const own = 'text' in entry ? entry.text : 'label' in entry && entry.label;
  return own || menu(entry.type);
}
