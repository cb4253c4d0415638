import { type FormEvent, useId, useState } from 'react';
import * as styles from '../../../styles/survey.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ExitSurvey } from '../conversation.ts';
import { answersToSend, initialAnswers, missingAnswers, shownQuestions } from '../lifecycle/surveyQuestions.ts';
import type { SurveyProgress } from '../state.ts';
import type { ChatStore } from '../store.ts';
import { SurveyField } from './SurveyField.tsx';

interface SurveyPanelProps {
  readonly store: ChatStore;
  readonly survey: ExitSurvey;
  readonly progress: SurveyProgress;
}

/** The exit survey. It requires the mandatory answers, and keeps all answers if sending fails. */
export function SurveyPanel({ store, survey, progress }: SurveyPanelProps) {
  const [answers, setAnswers] = useState(() => initialAnswers(survey));
  const [missing, setMissing] = useState<readonly number[]>([]);
  const titleId = useId();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const unanswered = missingAnswers(survey, answers);
    setMissing(unanswered);
    if (unanswered.length === 0) void store.submitSurvey(answersToSend(survey, answers));
    else event.currentTarget.querySelector<HTMLElement>(`[data-question="${unanswered[0]}"]`)?.focus();
  }

  return (
    <form className={styles.survey} aria-labelledby={titleId} onSubmit={submit} noValidate>
      <h2 id={titleId} className={styles.surveyTitle} tabIndex={-1} data-takes-focus>
        <bdi>{survey.header || store.text('surveyTitle')}</bdi>
      </h2>
      {shownQuestions(survey, answers).map((question) => (
        <SurveyField
          key={question.id}
          question={question}
          answer={answers[question.id]}
          text={store.text}
          error={missing.includes(question.id) ? store.text('surveyMissing') : undefined}
          onAnswer={(answer) => {
            setAnswers({ ...answers, [question.id]: answer });
            setMissing(missing.filter((id) => id !== question.id));
          }}
        />
      ))}
      {progress === 'failed' && <Notice kind="error">{store.text('surveyFailed')}</Notice>}
      <div className={styles.surveyButtons}>
        <Button variant="quiet" onPress={() => void store.closeSurvey()}>
          {store.text('surveySkip')}
        </Button>
        {/* Not disabled while it sends, because a disabled button would lose focus. */}
        <Button variant="primary" type="submit">
          {store.text(progress === 'failed' ? 'retry' : progress === 'sending' ? 'sending' : 'surveySend')}
        </Button>
      </div>
    </form>
  );
}
