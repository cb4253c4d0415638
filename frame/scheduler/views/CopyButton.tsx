import { useState } from 'react';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
}

/** Copies a text and confirms it. Uses `execCommand`, because the Clipboard API needs an attribute of the iframe. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  function copy(): void {
    const put = (event: ClipboardEvent): void => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', put);
    setCopied(document.execCommand('copy'));
    document.removeEventListener('copy', put);
  }

  return (
    <>
      <Button variant="quiet" onPress={copy}>
        {isCopied ? copiedLabel : label}
      </Button>
      <span aria-live="polite" className={ui.visuallyHidden}>
        {isCopied && copiedLabel}
      </span>
    </>
  );
}
