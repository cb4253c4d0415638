import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { TextField } from 'react-aria-components/TextField';
import * as styles from '../../styles/searchableDropdown.css.ts';
import type { DropdownTexts } from '../text/dropdownTexts.ts';
import { Icon } from './Icon.tsx';
import { isComposing } from './isComposing.ts';
import { Popover } from './Popover.tsx';
import { type DropdownOption, type OptionMatcher, visibleOptions } from './searchOptions.ts';

export interface SearchableDropdownProps<Option extends DropdownOption> {
  readonly options: readonly Option[];
  readonly selectedId: string | undefined;
  readonly onSelect: (option: Option) => void;
  /** The purpose of the list, for assistive technology: "Business location". */
  readonly label: string;
  /** The accessible name of the button: its text, `label`, and what is selected. */
  readonly name: string;
  readonly texts: DropdownTexts;
  readonly matches?: OptionMatcher<Option>;
  /** The selected option keeps its position, and the list scrolls to it. */
  readonly keepsOrder?: boolean;
  /** The text of the button: what is selected, or a shorter form of it, or what a press does. */
  readonly children?: string;
  /** `link` makes the button look like a link in a line of text. */
  readonly appearance?: 'field' | 'link';
  readonly onOpen?: (() => void) | undefined;
  /** Opens when it is mounted, because a press has downloaded it, if the visitor is still in the frame. */
  readonly startsOpen?: boolean;
}

/**
 * SH-070 to SH-073: one component for locales, time zones and dialing codes. Renders nothing without options. The library
 * takes the direction from the browser's language, but it must be that of the texts (SH-154).
 */
export function SearchableDropdown<Option extends DropdownOption>(props: SearchableDropdownProps<Option>) {
  return (
    <I18nProvider locale={document.documentElement.dir === 'rtl' ? 'ar' : 'en'}>
      <DirectedDropdown {...props} />
    </I18nProvider>
  );
}

function DirectedDropdown<Option extends DropdownOption>(props: SearchableDropdownProps<Option>) {
  const { options, appearance = 'field' } = props;
  // During the download the visitor may have gone to the host page, which keeps the focus (A11Y-10).
  const [startsOpen] = useState(() => props.startsOpen === true && document.hasFocus());
  const [isOpen, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  /** Undefined until it is known, so that a list that opens at once is not rendered twice. */
  const [container, setContainer] = useState<Element>();

  // A click on the host page is also outside, and only the frame's `blur` event reports it.
  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => setOpen(false);
    window.addEventListener('blur', close);
    return () => window.removeEventListener('blur', close);
  }, [isOpen]);

  // The library returns the focus to the button when the list has gone, but not from the host page (A11Y-10).
  useEffect(() => {
    const stayOnPage = (event: Event): void => {
      if (!document.hasFocus()) event.preventDefault();
    };
    document.addEventListener('react-aria-focus-scope-restore', stayOnPage);
    return () => document.removeEventListener('react-aria-focus-scope-restore', stayOnPage);
  }, []);

  useLayoutEffect(() => {
    // Inside the dialog, because assistive technology ignores everything outside a modal dialog.
    setContainer(button.current?.closest('[role=dialog]') ?? document.body);
    // This button replaces the one that was pressed and had the focus.
    if (startsOpen) button.current?.focus({ preventScroll: true });
  }, [startsOpen]);

  // Unmounting the list and moving the focus are expensive, so neither happens in the task of the press.
  useLayoutEffect(() => {
    if (isOpen || !returnsFocus.current) return;
    returnsFocus.current = false;
    button.current?.focus();
  }, [isOpen]);

  if (options.length === 0) return null;

  const closeAndReturn = (): void => {
    returnsFocus.current = true;
    startTransition(() => setOpen(false));
  };
  return (
    <>
      <Button
        ref={button}
        className={appearance === 'link' ? styles.linkButton : styles.fieldButton}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={props.name}
        onPress={() => {
          if (!isOpen) props.onOpen?.();
          setOpen(!isOpen);
        }}
      >
        <span className={styles.buttonText}>{props.children}</span>
        {appearance === 'field' && <Icon icon={ChevronDown} size={20} className={styles.chevron} />}
      </Button>
      {isOpen && container && (
        <Popover
          button={button}
          container={container}
          className={styles.popover}
          closeText={props.texts.close}
          onClose={() => setOpen(false)}
        >
          <OptionList
            {...props}
            onEscape={closeAndReturn}
            onSelect={(option) => {
              closeAndReturn();
              props.onSelect(option);
            }}
          />
        </Popover>
      )}
    </>
  );
}

interface OptionListProps<Option extends DropdownOption> extends SearchableDropdownProps<Option> {
  readonly onEscape: () => void;
}

/** Shows the option in its list. `scrollIntoView` would also scroll the pane. */
function scrollIntoList(option: HTMLElement | null): void {
  const list = option?.closest('[role=listbox]');
  if (!option || !list) return;
  list.scrollTop += option.getBoundingClientRect().top - list.getBoundingClientRect().top - option.offsetHeight;
}

/** The search box and the list. Mounted while the list is open, so that closing clears the search text. */
function OptionList<Option extends DropdownOption>(props: OptionListProps<Option>) {
  const { options, selectedId, texts, label, keepsOrder = false } = props;
  const [query, setQuery] = useState('');
  const shown = visibleOptions(options, {
    selectedId,
    query,
    keepsOrder,
    ...(props.matches ? { matches: props.matches } : {}),
  });

  return (
    <div
      className={styles.list}
      onKeyDownCapture={(event) => {
        // The library would let the Enter that ends the text of an input method choose an option in Safari.
        if (isComposing(event.nativeEvent)) return event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        props.onEscape();
      }}
    >
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <TextField aria-label={texts.search} autoFocus className={styles.search}>
          <Input role="combobox" aria-expanded="true" placeholder={texts.search} className={styles.searchInput} />
        </TextField>
        <ListBox
          aria-label={label}
          items={shown}
          selectionMode="single"
          selectedKeys={selectedId === undefined ? [] : [selectedId]}
          escapeKeyBehavior="none"
          shouldSelectOnPressUp
          className={styles.options}
          onSelectionChange={(keys) => {
            // Choosing the selected option again would clear the selection. Select it again instead.
            const [id = selectedId] = keys === 'all' ? [] : [...keys];
            const option = options.find((candidate) => candidate.id === id);
            if (option) props.onSelect(option);
          }}
        >
          {(option) => (
            <ListBoxItem
              {...(keepsOrder && option.id === selectedId ? { ref: scrollIntoList } : {})}
              id={option.id}
              textValue={option.label}
              className={styles.option}
            >
              <span>
                <bdi>{option.label}</bdi>
                {option.note && <bdi className={styles.note}>{option.note}</bdi>}
              </span>
              {option.id === selectedId && <Icon icon={Check} size={20} className={styles.check} />}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      {/* Not the list's empty state, which is inside an option, where nothing is announced. */}
      <p role="status" className={shown.length === 0 ? styles.none : undefined}>
        {shown.length === 0 && texts.none}
      </p>
    </div>
  );
}
