import { useEffect, useId, useRef } from 'react';
import * as styles from '../../styles/dialog.css.ts';
import { Button } from './Button.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly explanation?: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  /** Also called for Escape. */
  readonly onNo: () => void;
}

/** A modal question. Focus starts on No and stays inside; Escape means No; focus returns to where it was (CH-024). */
export function ConfirmDialog({ title, explanation, yes, no, onYes, onNo }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const focusedBefore = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={explanation === undefined ? undefined : `${titleId}text`}
      onCancel={(event) => {
        event.preventDefault();
        onNo();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <p id={titleId} className={styles.dialogTitle}>
        {title}
      </p>
      {explanation !== undefined && (
        <p id={`${titleId}text`} className={styles.dialogText}>
          {explanation}
        </p>
      )}
      <div className={styles.dialogButtons}>
        <Button autoFocus variant="secondary" onPress={onNo}>
          {no}
        </Button>
        <Button variant="primary" onPress={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
