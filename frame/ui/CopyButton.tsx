import { useEffect, useRef, useState } from 'react';
import * as ui from '../../styles/ui.css.ts';
import { browserClock } from '../platform/clock.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { copyText } from './copyText.ts';
import { TextField } from './TextField.tsx';

export interface CopyButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
}

/** How long the button says that it has copied. Ours: long enough to read, and the next press is confirmed again. */
const confirmationMs = 5_000;

/** Copies a text and confirms it. If the browser refuses, a field with the selected text takes the focus, to copy it by hand. */
export function CopyButton({ text, label, copiedLabel, ...button }: CopyButtonProps) {
  const [press, setPress] = useState<{ readonly hasCopied: boolean }>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  useEffect(() => {
    if (press?.hasCopied) return browserClock.after(confirmationMs, () => setPress(undefined));
    if (!press) return;
    field.current?.focus();
    field.current?.select();
  }, [press]);

  return (
    <>
      <Button {...button} onPress={() => setPress({ hasCopied: copyText(text) })}>
        {press?.hasCopied ? copiedLabel : label}
      </Button>
      <span aria-live="polite" className={ui.visuallyHidden}>
        {press?.hasCopied && copiedLabel}
      </span>
      {press?.hasCopied === false && (
        <TextField label={label} value={text} isReadOnly dir="ltr" inputRef={field} onChange={() => {}} />
      )}
    </>
  );
}
