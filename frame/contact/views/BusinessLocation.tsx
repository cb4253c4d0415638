import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/businessLocation.css.ts';
import { visuallyHidden } from '../../../styles/ui.css.ts';
import type { LocaleOption } from '../../text/localeOptions.ts';
import type { LocaleStore } from '../../text/localeStore.ts';
import type { locationTexts } from '../../text/locationTexts.ts';
import type { TextReader } from '../../text/texts.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { useSearchableList } from '../../ui/useSearchableList.ts';

export interface BusinessLocationProps {
  readonly store: LocaleStore;
  readonly text: TextReader<keyof typeof locationTexts>;
  readonly closeText: string;
}

/**
 * Region and language of the pane's content, with a link that changes them (SH-066). Renders nothing when the current locale
 * is not in the list (SH-167). While a change loads, everything stays usable.
 */
export function BusinessLocation({ store, text, closeText }: BusinessLocationProps) {
  const { currentOption, options, phase } = useSnapshot(store.state);
  const { List, hasFailed, prepare, open } = useSearchableList();
  if (!currentOption) return null;

  const labelOf = (option: LocaleOption): string => text('option', { ...option });
  const change = phase === 'changing' ? text('changing') : text('change');
  const name = text('changeFrom', { change, label: text('location'), value: labelOf(currentOption) });
  function openList(): void {
    void store.listOpened();
    open();
  }

  return (
    <>
      <p className={styles.line}>
        <span>
          <span className={visuallyHidden}>{text('location')}</span> <span>{labelOf(currentOption)}</span>
        </span>
        {List ? (
          <List
            appearance="link"
            startsOpen
            options={options.map((option) => ({ ...option, label: labelOf(option) }))}
            selectedId={currentOption.id}
            label={text('location')}
            name={name}
            texts={{ search: text('search'), none: text('none'), close: closeText }}
            onOpen={() => void store.listOpened()}
            onSelect={(option) => void store.choose(option)}
          >
            {change}
          </List>
        ) : (
          <PlainButton
            className={styles.change}
            aria-haspopup="listbox"
            aria-label={name}
            onPointerEnter={prepare}
            onPress={openList}
          >
            {change}
          </PlainButton>
        )}
      </p>
      {(phase === 'failed' || hasFailed) && (
        <p role="alert" className={styles.failure}>
          {text(hasFailed ? 'listFailed' : 'failed')}
        </p>
      )}
    </>
  );
}
