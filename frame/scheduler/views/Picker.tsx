import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { useEffect, useId, useRef, useState } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as dropdown from '../../../styles/searchableDropdown.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { SearchableDropdown, SearchableDropdownProps } from '../../ui/SearchableDropdown.tsx';
import type { DropdownOption } from '../../ui/searchOptions.ts';

type List = typeof SearchableDropdown;

const loadList = async (): Promise<List> => (await import('../../ui/SearchableDropdown.tsx')).SearchableDropdown;

export type PickerProps<Option extends DropdownOption> = Pick<
  SearchableDropdownProps<Option>,
  'options' | 'selectedId' | 'onSelect' | 'label' | 'texts' | 'children'
> & {
  readonly matches?: SearchableDropdownProps<Option>['matches'];
  /** The pointer or focus is at the field: the time to make options that are dear. */
  readonly onNear?: () => void;
};

/**
 * A labelled field that opens a searchable list. The list is large and most visitors keep what is chosen, so that its
 * chunk is downloaded when the pointer or focus comes near; a press before that opens it as soon as it is there.
 */
export function Picker<Option extends DropdownOption>({ matches, onNear, children, ...props }: PickerProps<Option>) {
  const { options, selectedId, label } = props;
  const [List, setList] = useState<List>();
  const [isWanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const selected = options.find((option) => option.id === selectedId)?.label ?? label;
  const value = children ?? selected;

  useEffect(() => {
    if (!isWanted || List) return;
    loadList().then(
      (loaded) => setList(() => loaded),
      () => setWanted(false), // Silent: the next press tries again, and what is chosen stands.
    );
  }, [isWanted, List]);

  function prepare(): void {
    onNear?.();
    loadList().catch(() => {}); // Silent: the press tries again.
  }

  return (
    <div>
      <span id={id} className={styles.fieldLabel} aria-hidden>
        {label}
      </span>
      {List ? (
        <List {...props} {...(matches ? { matches } : {})} selectLabel={label} startsOpen>
          {value}
        </List>
      ) : (
        <button
          ref={button}
          type="button"
          className={dropdown.fieldButton}
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={`${children ? `${children}, ` : ''}${label}: ${selected}`}
          aria-busy={isWanted}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setWanted(true)}
        >
          <span className={dropdown.buttonText}>{value}</span>
          <Icon icon={ChevronDown} size={20} className={dropdown.chevron} />
        </button>
      )}
    </div>
  );
}
