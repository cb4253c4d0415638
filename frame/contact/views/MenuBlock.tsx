import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { useId } from 'react';
import * as styles from '../../../styles/menu.css.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { MenuOption } from '../selectEntry.ts';
import { BlockPanel } from './BlockPanel.tsx';
import { blockIcons } from './blockIcons.ts';
import type { MenuPorts } from './menuPorts.ts';

/** One block. Its header opens it and closes the others. A forced block is always open and has no button (SH-053, SH-059). */
export function MenuBlock({ ports, option }: { readonly ports: MenuPorts; readonly option: MenuOption }) {
  const panelId = useId();
  const { entry, isSelected, isForceSelected } = option;
  const choose = (): void => ports.choose(entry.id);
  const inside = (
    <>
      <Icon icon={blockIcons[entry.type]} className={styles.triggerIcon} />
      <span className={styles.triggerText}>{blockName(option, ports.menu)}</span>
      {entry.type === 'chat' && ports.unread && <span className={styles.unread}>{` ${ports.unread}`}</span>}
    </>
  );

  return (
    <li className={styles.block} data-block={entry.type}>
      <h2 className={styles.heading}>
        {isForceSelected ? (
          <span className={styles.fixedHeader}>{inside}</span>
        ) : (
          <PlainButton className={styles.trigger} aria-expanded={isSelected} aria-controls={panelId} onPress={choose}>
            {inside}
            <Icon icon={ChevronDown} size={20} className={styles.chevron} />
          </PlainButton>
        )}
      </h2>
      {/* A visitor who writes or sends has chosen a block that is open by itself, so it stays open when a chat becomes available. */}
      <div id={panelId} className={styles.panel} hidden={!isSelected} onInput={choose} onSubmit={choose}>
        {isSelected && <BlockPanel ports={ports} entry={entry} />}
      </div>
    </li>
  );
}

function blockName({ entry }: MenuOption, menu: MenuPorts['menu']): string {
  if (entry.type === 'chat') return menu(entry.isReturn ? 'return' : 'chat');
  if (entry.type === 'link' || entry.type === 'form' || entry.type === 'email' || entry.type === 'support') {
    return entry.text || menu(entry.type);
  }
  if (entry.type === 'sms') return entry.label ?? menu('sms');
  return menu(entry.type);
}
