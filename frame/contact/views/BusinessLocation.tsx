import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/businessLocation.css.ts';
import type { LocaleStore } from '../../text/localeStore.ts';
import type { locationTexts } from '../../text/locationTexts.ts';
import type { TextReader } from '../../text/texts.ts';
import type { SearchableDropdown } from '../../ui/SearchableDropdown.tsx';

export interface BusinessLocationProps {
  readonly store: LocaleStore;
  readonly text: TextReader<keyof typeof locationTexts>;
}

type Dropdown = typeof SearchableDropdown;

const loadDropdown = async (): Promise<Dropdown> =>
  (await import('../../ui/SearchableDropdown.tsx')).SearchableDropdown;

/**
 * Region and language of what the pane shows, with a link that changes them (SH-066). Draws nothing when the current
 * locale is not in the list (SH-167). The list is a chunk of its own: few visitors open it. While a change loads,
 * everything stays usable.
 */
export function BusinessLocation({ store, text }: BusinessLocationProps) {
  const { currentOption, options, phase } = useSnapshot(store.state);
  const [List, setList] = useState<Dropdown>();
  const [hasFailed, setFailed] = useState(false);
  if (!currentOption) return null;

  const change = phase === 'changing' ? text('changing') : text('change');
  function openList(): void {
    void store.listOpened();
    setFailed(false);
    loadDropdown().then(
      (loaded) => setList(() => loaded),
      () => setFailed(true), // Silent: the line says so, and the next press tries again.
    );
  }

  return (
    <div className={styles.location}>
      <p className={styles.line}>
        <span className={styles.current}>
          <span className={styles.name}>{text('location')}</span> {currentOption.label}
        </span>
        {List ? (
          <List
            look="link"
            startsOpen
            options={options}
            selectedId={currentOption.id}
            label={text('location')}
            selectLabel={text('change')}
            texts={{ search: text('search'), none: text('none') }}
            onOpen={() => void store.listOpened()}
            onSelect={(option) => void store.choose(option)}
          >
            {change}
          </List>
        ) : (
          <Button
            className={styles.change}
            aria-haspopup="listbox"
            aria-label={`${change}, ${text('location')}: ${currentOption.label}`}
            onHoverStart={() => void loadDropdown().catch(() => {})}
            onPress={openList}
          >
            {change}
          </Button>
        )}
      </p>
      {(phase === 'failed' || hasFailed) && (
        <p role="alert" className={styles.failure}>
          {text('failed')}
        </p>
      )}
    </div>
  );
}
