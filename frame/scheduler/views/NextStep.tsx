import type { ReactNode } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';

export interface NextStepProps {
  /** Why the last press did nothing, across the whole width. */
  readonly alert?: ReactNode;
  /** The choices so far. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Tells the section how high the bar is, so that what has the focus scrolls out from behind it. */
function measure(bar: HTMLDivElement | null) {
  const observer = new ResizeObserver(() =>
    bar?.parentElement?.style.setProperty('--cm-bar', `${bar.offsetHeight + 8}px`),
  );
  if (bar) observer.observe(bar);
  return () => observer.disconnect();
}

/** The chosen time and the button for the next step. Stays in view while the section scrolls. */
export function NextStep({ alert, summary, children }: NextStepProps) {
  return (
    <div ref={measure} className={styles.nextStep} data-next>
      {alert && <div className={styles.nextAlert}>{alert}</div>}
      <div className={styles.nextSummary}>{summary}</div>
      {children}
    </div>
  );
}
