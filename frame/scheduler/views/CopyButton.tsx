import { useState } from 'react';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  return (
    <>
      <Button variant="quiet" onPress={() => setCopied(copyText(text))}>
        {isCopied ? copiedLabel : label}
      </Button>
      <span aria-live="polite" className={ui.visuallyHidden}>
        {isCopied && copiedLabel}
      </span>
    </>
  );
}
