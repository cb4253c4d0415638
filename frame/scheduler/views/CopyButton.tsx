import { useEffect, useRef, useState } from 'react';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { TextField } from '../../ui/TextField.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
}

/** Copies a text and confirms it. If the browser refuses, a field with the selected text takes the focus, to copy it by hand. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [press, setPress] = useState<{ readonly hasCopied: boolean }>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);

  useEffect(() => {
    if (press?.hasCopied !== false) return;
    field.current?.focus();
    field.current?.select();
  }, [press]);

  return (
    <>
      <Button variant="quiet" onPress={() => setPress({ hasCopied: copyText(text) })}>
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
