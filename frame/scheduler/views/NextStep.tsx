import type { ReactNode } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';

export interface NextStepProps {
  /** The choices so far. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** The chosen time and the button for the next step. Stays in view while the section scrolls. */
export function NextStep({ summary, children }: NextStepProps) {
  return (
    <div className={styles.nextStep} data-next>
      <div className={styles.nextSummary}>{summary}</div>
      {children}
    </div>
  );
}
