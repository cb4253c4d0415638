import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SchedulerStore } from '../store.ts';
import { Passing } from './Passing.tsx';

/** What went wrong, in the most specific sentence there is (SC-144, SC-145). */
export function Alert({ store }: { readonly store: SchedulerStore }) {
  const { problem, errorCode } = useSnapshot(store.state);
  const { read } = store;
  const box = useRef<HTMLDivElement>(null);

  const isShown = problem !== undefined || errorCode !== '';

  useEffect(() => {
    if (problem === undefined && errorCode === '') return;
    // It may come up below the fold; without motion, since the visitor waits for it.
    box.current?.scrollIntoView({ block: 'nearest' });
    // The button that was pressed is gone with its row.
    const isLost = document.activeElement === document.body && document.hasFocus();
    if (problem === 'surveyFailed' && isLost) box.current?.querySelector('button')?.focus();
  }, [problem, errorCode]);

  return (
    <Passing>
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
    </Passing>
  );
}
