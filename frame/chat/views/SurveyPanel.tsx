import { type FormEvent, useId, useState } from 'react';
import * as ui from '../../../styles/field.css.ts';
import * as styles from '../../../styles/survey.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ExitSurvey, SurveyAnswers, SurveyQuestion } from '../conversation.ts';
import { maxAnswerLength } from '../limits.ts';
import type { SurveyProgress } from '../state.ts';
import type { ChatStore } from '../store.ts';
import type { ChatTexts } from '../texts.ts';
import { answersToSend, initialAnswers, missingAnswers, shownQuestions } from './surveyQuestions.ts';

interface SurveyPanelProps {
  readonly store: ChatStore;
  readonly survey: ExitSurvey;
  readonly conversationId: string;
  readonly progress: SurveyProgress;
}

/** The answers so far, which are kept while the menu is in the pane. */
const givenOf = new WeakMap<ChatStore, { readonly to: string; readonly answers: SurveyAnswers }>();

/** The exit survey. It requires the mandatory answers, and keeps all answers if sending fails. */
export function SurveyPanel({ store, survey, conversationId, progress }: SurveyPanelProps) {
  const to = `${conversationId} ${survey.id}`;
  const [answers, setAnswers] = useState(() => {
    const given = givenOf.get(store);
    return given?.to === to ? given.answers : initialAnswers(survey);
  });
  const [missing, setMissing] = useState<readonly number[]>([]);
  const titleId = useId();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const unanswered = missingAnswers(survey, answers);
    setMissing(unanswered);
    if (unanswered.length === 0) void store.submitSurvey(answersToSend(survey, answers));
    else event.currentTarget.querySelector<HTMLElement>(`[name="${nameOf(unanswered[0])}"]`)?.focus();
  }

  return (
    <form className={styles.survey} aria-labelledby={titleId} autoComplete="off" onSubmit={submit} noValidate>
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
            const next = { ...answers, [question.id]: answer };
            givenOf.set(store, { to, answers: next });
            setAnswers(next);
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

interface SurveyFieldProps {
  readonly question: SurveyQuestion;
  readonly answer: string | readonly string[] | undefined;
  readonly text: ChatTexts;
  readonly error: string | undefined;
  readonly onAnswer: (answer: string | readonly string[]) => void;
}

/** The name of a question's controls. The first one takes the focus if its answer is missing. */
const nameOf = (id: number | undefined): string => `question-${id}`;

/** One question, by type (CH-066), with its error (CH-067). */
function SurveyField({ question, answer, text, error, onAnswer }: SurveyFieldProps) {
  const id = useId();
  const { type, validation, entries } = question;
  const name = nameOf(question.id);
  const selected = answer === undefined || Array.isArray(answer) ? (answer ?? []) : [answer];
  const label = (
    <>
      <bdi>{question.label}</bdi>
      {question.isMandatory && <span className={styles.note}>{` ${text('mandatory')}`}</span>}
    </>
  );
  if (type === 'textField' || type === 'textArea') {
    return (
      <TextField
        label={label}
        name={name}
        value={selected[0] ?? ''}
        rows={type === 'textArea' ? 3 : undefined}
        inputMode={validation === 'alpha_numeric' ? undefined : validation}
        maxLength={maxAnswerLength}
        dir={validation === 'email' ? 'ltr' : 'auto'}
        error={error}
        onChange={onAnswer}
      />
    );
  }
  const isInvalid = error ? true : undefined;
  const describedBy = error && `${id}-error`;
  const note = error && (
    <p id={describedBy} role="alert" className={ui.error}>
      {error}
    </p>
  );
  if (type === 'dropdown') {
    return (
      <div className={styles.question}>
        <label htmlFor={id} className={ui.label}>
          {label}
        </label>
        <select
          id={id}
          name={name}
          className={ui.input}
          value={selected[0] ?? ''}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={(event) => onAnswer(event.target.value)}
        >
          <option value="">{text('surveyChoose')}</option>
          {entries.map((entry) => (
            <option key={entry.value} value={entry.value}>
              {entry.label}
            </option>
          ))}
        </select>
        {note}
      </div>
    );
  }
  const isMultiple = type === 'checkbox';
  return (
    <fieldset className={styles.question} aria-describedby={describedBy}>
      <legend className={ui.label}>{label}</legend>
      <div className={type === 'radioSideBySide' ? styles.sideBySide : styles.stack}>
        {entries.map(({ value, label: words }) => (
          <label key={value} className={styles.optionLabel}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              checked={selected.includes(value)}
              aria-invalid={isInvalid}
              onChange={(event) => {
                const others = selected.filter((one) => one !== value);
                if (isMultiple) onAnswer(event.target.checked ? [...others, value] : others);
                else onAnswer(value);
              }}
            />
            <bdi>{words}</bdi>
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  );
}
