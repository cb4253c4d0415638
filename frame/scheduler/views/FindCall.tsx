import { useEffect, useRef, useState } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { parseConfirmationNumber } from '../confirmationNumber.ts';
import { maxConfirmationLength } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';

const canFind = (text: string): boolean => parseConfirmationNumber(text) !== undefined;

/** Finds an appointment by its confirmation number (SC-109), or corrects one that was not found. */
export function FindCall({ store }: { readonly store: SchedulerStore }) {
  const { read } = store;
  const given = store.state.confirmationNumber;
  // A link may have any text in its place.
  const [number, setNumber] = useState(canFind(given) ? given : '');
  const [isChecked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isWrong = isChecked && !canFind(number);

  // Focuses the field if the visitor has opened the form, but not if a number was not found: the message is read first.
  const [isAsked] = useState(given === '');
  useEffect(() => {
    if (isAsked && document.hasFocus()) input.current?.focus();
  }, [isAsked]);

  return (
    <form
      noValidate
      className={styles.center}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (canFind(number)) void store.find(number);
        else input.current?.focus();
      }}
    >
      <TextField
        label={read('confirmation')}
        name="confirmationNumber"
        value={number}
        dir="ltr"
        maxLength={maxConfirmationLength}
        autoComplete="off"
        error={isWrong ? read('errorConfirmation') : undefined}
        inputRef={input}
        onChange={setNumber}
      />
      <Button type="submit" variant={isAsked ? 'secondary' : 'primary'}>
        {read('findCall')}
      </Button>
    </form>
  );
}
