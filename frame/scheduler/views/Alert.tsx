import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SchedulerStore } from '../store.ts';
import { FocusKeeper } from './FocusKeeper.tsx';

interface AlertProps {
  readonly store: SchedulerStore;
  /** What the visitor can do about a problem of this screen. */
  readonly children?: ReactNode;
}

/** The problem's own sentence, or a general one with the error code (SC-144, SC-145). */
export function Alert({ store, children }: AlertProps) {
  const { problem, errorCode } = useSnapshot(store.state);
  const { read } = store;
  const box = useRef<HTMLDivElement>(null);

  // The alert may be below the fold. Scroll without animation, since the visitor is waiting for it. `void`: new versions of Chromium
  // return a promise, which React would call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box appears with a problem or a code, and each one is new.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [problem, errorCode]);

  return (
    <FocusKeeper>
      {(problem || errorCode) && (
        <div ref={box}>
          <Notice kind="error">
            <p>{read(problem ?? 'failed', { code: errorCode })}</p>
            <div className={styles.row}>
              {children}
              {problem !== 'surveyFailed' && (
                <Button variant="quiet" onPress={() => store.dispatch({ type: 'ERROR_CLEAR' })}>
                  {read('dismiss')}
                </Button>
              )}
            </div>
          </Notice>
        </div>
      )}
    </FocusKeeper>
  );
}
