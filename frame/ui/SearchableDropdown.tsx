import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { TextField } from 'react-aria-components/TextField';
import * as styles from '../../styles/searchableDropdown.css.ts';
import type { DropdownTexts } from '../text/dropdownTexts.ts';
import { Icon } from './Icon.tsx';
import { type DropdownOption, type OptionMatcher, visibleOptions } from './searchOptions.ts';

export interface SearchableDropdownProps<Option extends DropdownOption> {
  readonly options: readonly Option[];
  readonly selectedId: string | undefined;
  readonly onSelect: (option: Option) => void;
  /** What is chosen here, for assistive technology: "Business location". */
  readonly label: string;
  /** Stands on the button while nothing is selected. */
  readonly selectLabel: string;
  readonly texts: DropdownTexts;
  readonly matches?: OptionMatcher<Option>;
  /** `listbox`: always open, without a button (SH-073). */
  readonly mode?: 'dropdown' | 'listbox';
  /** What the button shows instead of the selected label, for example a short dialing code. */
  readonly children?: string;
  /** `link`: the button looks like a link in a line of text. */
  readonly look?: 'field' | 'link';
  readonly onOpen?: () => void;
  /** Open from the start, for a component that was downloaded because its button was pressed. */
  readonly startsOpen?: boolean;
  readonly isDisabled?: boolean;
}

/**
 * SH-070 to SH-073: one component for locales and dialing codes. Without options it draws nothing. The library takes its
 * direction from the browser's language; what counts is that of the words (SH-154).
 */
export function SearchableDropdown<Option extends DropdownOption>(props: SearchableDropdownProps<Option>) {
  return (
    <I18nProvider locale={document.documentElement.dir === 'rtl' ? 'ar' : 'en'}>
      <DirectedDropdown {...props} />
    </I18nProvider>
  );
}

function DirectedDropdown<Option extends DropdownOption>(props: SearchableDropdownProps<Option>) {
  const { options, selectedId, label, look = 'field' } = props;
  const [isOpen, setOpen] = useState(props.startsOpen ?? false);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const selected = options.find((option) => option.id === selectedId);

  // A click on the host page is outside as well, and only the frame's blur tells of it.
  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => setOpen(false);
    window.addEventListener('blur', close);
    return () => window.removeEventListener('blur', close);
  }, [isOpen]);

  useEffect(() => setContainer(button.current?.closest<HTMLElement>('[role=dialog]') ?? null), []);

  // Taking the list away and moving the focus are dear: neither is done in the task of the press.
  useLayoutEffect(() => {
    if (isOpen || !returnsFocus.current) return;
    returnsFocus.current = false;
    button.current?.focus();
  }, [isOpen]);

  if (options.length === 0) return null;
  if (props.mode === 'listbox') return <OptionList {...props} />;

  const closeAndReturn = (): void => {
    returnsFocus.current = true;
    startTransition(() => setOpen(false));
  };
  return (
    <>
      <Button
        ref={button}
        className={look === 'link' ? styles.linkButton : styles.fieldButton}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`${props.children ? `${props.children}, ` : ''}${label}: ${selected?.label ?? props.selectLabel}`}
        isDisabled={props.isDisabled ?? false}
        onPress={() => {
          if (!isOpen) props.onOpen?.();
          setOpen(!isOpen);
        }}
      >
        <span className={styles.buttonText}>{props.children ?? selected?.label ?? props.selectLabel}</span>
        {look === 'field' && <Icon icon={ChevronDown} size={20} className={styles.chevron} />}
      </Button>
      <Popover
        triggerRef={button}
        // Inside the dialog: what stands beside a modal one is hidden from assistive technology.
        {...(container ? { UNSTABLE_portalContainer: container } : {})}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isNonModal
        placement="bottom start"
        offset={4}
        containerPadding={8}
        aria-label={label}
        className={styles.popover}
      >
        <OptionList
          {...props}
          takesFocus
          onEscape={closeAndReturn}
          onSelect={(option) => {
            closeAndReturn();
            props.onSelect(option);
          }}
        />
      </Popover>
    </>
  );
}

interface OptionListProps<Option extends DropdownOption> extends SearchableDropdownProps<Option> {
  readonly takesFocus?: boolean;
  readonly onEscape?: () => void;
}

/** The search box and the list. It lives as long as the list is open, so that every closing clears the search text. */
function OptionList<Option extends DropdownOption>(props: OptionListProps<Option>) {
  const { options, selectedId, texts, label } = props;
  const [query, setQuery] = useState('');
  const shown = visibleOptions(options, { selectedId, query, ...(props.matches ? { matches: props.matches } : {}) });

  return (
    <div
      className={styles.list}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || !props.onEscape) return;
        event.preventDefault();
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        props.onEscape();
      }}
    >
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <TextField aria-label={texts.search} autoFocus={props.takesFocus ?? false} className={styles.search}>
          <Input role="combobox" aria-expanded="true" placeholder={texts.search} className={styles.searchInput} />
        </TextField>
        <ListBox
          aria-label={label}
          items={shown}
          selectionMode="single"
          selectedKeys={selectedId === undefined ? [] : [selectedId]}
          escapeKeyBehavior="none"
          className={styles.options}
          renderEmptyState={() => (
            <p role="status" className={styles.none}>
              {texts.none}
            </p>
          )}
          onSelectionChange={(keys) => {
            // Choosing the selected option again would empty the selection: it is chosen again instead.
            const [id = selectedId] = keys === 'all' ? [] : [...keys];
            const option = options.find((candidate) => candidate.id === id);
            if (option) props.onSelect(option);
          }}
        >
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.option}>
              <span>{option.label}</span>
              {option.id === selectedId && <Icon icon={Check} size={20} className={styles.check} />}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </div>
  );
}
