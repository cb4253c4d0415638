import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { maxQuestionLength } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';
import { fieldError } from './fieldError.ts';
import { steps } from './later.ts';

/** The question, with a way to skip its classification (SC-041 to SC-049). */
export function QuestionSection({ store }: { readonly store: SchedulerStore }) {
  const { form, touched, isClassifying } = useSnapshot(store.state, { sync: true });
  const { read } = store;
  return (
    <>
      <div data-field="question">
        <TextField
          label={read('questionLabel')}
          value={form.question}
          rows={4}
          maxLength={maxQuestionLength}
          dir="auto"
          isRequired
          error={fieldError(store, touched, 'question')}
          onChange={(value) => {
            steps.prefetch();
            store.type('question', value);
          }}
          onBlur={() => store.blur('question')}
        />
      </div>
      {/* Stays enabled while it is busy, so that it keeps the focus. */}
      <div data-next className={styles.goOn}>
        <Button
          variant="primary"
          onPointerEnter={steps.prefetch}
          onFocus={steps.prefetch}
          aria-disabled={isClassifying}
          onPress={() => {
            if (!isClassifying) void store.continueQuestion();
          }}
        >
          {read('continue')}
        </Button>
      </div>
      {/* The region is there before its text, so that it is announced. */}
      <div className={isClassifying ? styles.row : ui.visuallyHidden}>
        <span role="status" className={styles.busy}>
          {isClassifying && (
            <>
              <span className={styles.spinner} />
              <span>{read('classifying')}</span>
            </>
          )}
        </span>
        {isClassifying && (
          <Button variant="quiet" onPress={store.topic.skip}>
            {read('skip')}
          </Button>
        )}
      </div>
    </>
  );
}
