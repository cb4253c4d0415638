import type { ReactNode } from 'react';
import * as styles from '../../styles/ui.css.ts';

/** A sentence in place: errors interrupt a screen reader, everything else waits its turn. */
export function Notice({ kind, children }: { readonly kind: 'info' | 'error'; readonly children: ReactNode }) {
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={styles.notice[kind]}>
      {children}
    </div>
  );
}
