import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SchedulerStore } from '../store.ts';
import { FocusKeeper } from './FocusKeeper.tsx';

/** The problem's own sentence, or a general one with the error code (SC-144, SC-145). */
export function Alert({ store }: { readonly store: SchedulerStore }) {
  const { problem, errorCode } = useSnapshot(store.state);
  const { read } = store;
  const box = useRef<HTMLDivElement>(null);

  const isShown = problem !== undefined || errorCode !== '';

  useEffect(() => {
    if (problem === undefined && errorCode === '') return;
    // The alert may be below the fold. Scroll without animation, since the visitor is waiting for it.
    box.current?.scrollIntoView({ block: 'nearest' });
    // The pressed button was removed with its row.
    const isLost = document.activeElement === document.body && document.hasFocus();
    if (problem === 'surveyFailed' && isLost) box.current?.querySelector('button')?.focus();
  }, [problem, errorCode]);

  return (
    <FocusKeeper>
      {isShown && (
        <div ref={box}>
          <Notice kind="error">
            <p>{read(problem ?? 'failed', { code: errorCode })}</p>
            <div className={styles.row}>
              {problem === 'detailsIncomplete' && (
                <Button variant="quiet" onPress={() => void store.retryFetch()}>
                  {read('tryAgain')}
                </Button>
              )}
              {problem === 'surveyFailed' ? (
                <>
                  <Button variant="quiet" onPress={() => void store.submitSurvey()}>
                    {read('tryAgain')}
                  </Button>
                  <Button variant="quiet" onPress={store.finishCancel}>
                    {read('closeDetails')}
                  </Button>
                </>
              ) : (
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
