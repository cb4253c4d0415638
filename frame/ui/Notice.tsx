import type { ReactNode } from 'react';
import * as styles from '../../styles/ui.css.ts';

/** A message in place. An error interrupts a screen reader; other messages wait. */
export function Notice({ kind, children }: { readonly kind: 'info' | 'error'; readonly children: ReactNode }) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={styles.notice[kind]}>
      {children}
    </div>
  );
}
