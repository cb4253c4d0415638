import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/businessLocation.css.ts';
import { SearchableDropdown } from '../../ui/SearchableDropdown.tsx';
import type { LocaleStore } from '../localeStore.ts';
import type { locationTexts } from '../locationTexts.ts';
import type { TextReader } from '../texts.ts';

export interface BusinessLocationProps {
  readonly store: LocaleStore;
  readonly text: TextReader<keyof typeof locationTexts>;
}

/**
 * Region and language of what the pane shows, with a link that changes them (SH-066). Draws nothing when the current
 * locale is not in the list (SH-167). While a change loads, everything stays usable.
 */
export function BusinessLocation({ store, text }: BusinessLocationProps) {
  const { currentOption, options, phase } = useSnapshot(store.state);
  if (!currentOption) return null;
  return (
    <div className={styles.location}>
      <p className={styles.line}>
        <span className={styles.current}>
          <span className={styles.name}>{text('location')}</span> {currentOption.label}
        </span>
        <SearchableDropdown
          look="link"
          options={options}
          selectedId={currentOption.id}
          label={text('location')}
          selectLabel={text('change')}
          texts={{ search: text('search'), none: text('none') }}
          onOpen={() => void store.listOpened()}
          onSelect={(option) => void store.choose(option)}
        >
          {phase === 'changing' ? text('changing') : text('change')}
        </SearchableDropdown>
      </p>
      {phase === 'failed' && (
        <p role="alert" className={styles.failure}>
          {text('failed')}
        </p>
      )}
    </div>
  );
}
