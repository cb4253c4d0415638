import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { useId } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as dropdown from '../../../styles/searchableDropdown.css.ts';
import type { TextReader } from '../../text/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { SearchableDropdownProps } from '../../ui/SearchableDropdown.tsx';
import type { DropdownOption } from '../../ui/searchOptions.ts';
import { useSearchableList } from '../../ui/useSearchableList.ts';
import type { SchedulerTextKey } from '../texts.ts';

export type PickerProps<Option extends DropdownOption> = Pick<
  SearchableDropdownProps<Option>,
  'options' | 'selectedId' | 'onSelect' | 'label' | 'texts'
> & {
  /** Replaces the selected label on the button. */
  readonly children?: string | undefined;
  /** What `children` stands for. Only the accessible name has it. */
  readonly detail?: string | undefined;
  readonly matches?: SearchableDropdownProps<Option>['matches'];
  readonly read: TextReader<SchedulerTextKey>;
  /** Called when the field gets hover or focus, to prepare expensive options, and when the list opens again. */
  readonly onNear?: () => void;
};

/** A labelled field that opens a searchable list, which is downloaded when the field gets hover or focus. */
export function Picker<Option extends DropdownOption>(props: PickerProps<Option>) {
  const { matches, onNear, read, children, detail, ...others } = props;
  const { options, selectedId, label } = others;
  const { List, isLoading, hasFailed, prepare, open } = useSearchableList();
  const id = useId();
  const selected = options.find((option) => option.id === selectedId)?.label ?? label;
  const value = children ?? selected;
  const name = read('labelled', { label, value: detail ? read('detailed', { text: value, detail }) : value });

  function onApproach(): void {
    onNear?.();
    prepare();
  }

  return (
    <div>
      <span id={id} className={styles.fieldLabel} aria-hidden>
        {label}
      </span>
      {List ? (
        <List {...others} name={name} {...(matches ? { matches } : {})} onOpen={onNear} keepsOrder startsOpen>
          {value}
        </List>
      ) : (
        <button
          type="button"
          className={dropdown.fieldButton}
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={name}
          aria-busy={isLoading}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          onClick={open}
        >
          <span className={dropdown.buttonText}>{value}</span>
          <Icon icon={ChevronDown} size={20} className={dropdown.chevron} />
        </button>
      )}
      {hasFailed && (
        <p role="alert" className={styles.error}>
          {read('listFailed')}
        </p>
      )}
    </div>
  );
}
