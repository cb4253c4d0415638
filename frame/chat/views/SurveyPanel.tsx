import { type FormEvent, useId, useState } from 'react';
import * as ui from '../../../styles/field.css.ts';
import * as styles from '../../../styles/survey.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { ExitSurvey, SurveyAnswers, SurveyQuestion } from '../conversation.ts';
import type { SurveyProgress } from '../state.ts';
import type { ChatStore } from '../store.ts';
import type { ChatTexts } from '../texts.ts';

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

interface SurveyFieldProps {
  readonly question: SurveyQuestion;
  readonly answer: string | readonly string[] | undefined;
  readonly text: ChatTexts;
  readonly error: string | undefined;
  readonly onAnswer: (answer: string | readonly string[]) => void;
}

/** One question, by type (CH-066), with its error (CH-067). */
function SurveyField(props: SurveyFieldProps) {
  const { question, text, error } = props;
  const id = useId();
  const isList = question.type === 'radio' || question.type === 'radioSideBySide' || question.type === 'checkbox';
  const label = (
    <>
      <bdi>{question.label}</bdi>
      {question.isMandatory && <span className={styles.note}>{` ${text('mandatory')}`}</span>}
    </>
  );
  const note = error && (
    <p id={`${id}-error`} role="alert" className={ui.error}>
      {error}
    </p>
  );
  if (isList) {
    return (
      <fieldset className={styles.question} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className={ui.label}>{label}</legend>
        <Options {...props} name={id} />
        {note}
      </fieldset>
    );
  }
  return (
    <div className={styles.question}>
      <label htmlFor={id} className={ui.label}>
        {label}
      </label>
      <Field {...props} id={id} />
      {note}
    </div>
  );
}

function Options({ question, answer, name, error, onAnswer }: SurveyFieldProps & { readonly name: string }) {
  const isMultiple = question.type === 'checkbox';
  const selected = Array.isArray(answer) ? answer : answer === undefined ? [] : [answer];
  return (
    <div className={question.type === 'radioSideBySide' ? styles.sideBySide : styles.stack}>
      {question.entries.map((entry, at) => (
        <label key={entry.value} className={styles.optionLabel}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={selected.includes(entry.value)}
            aria-invalid={error ? true : undefined}
            data-question={at === 0 ? question.id : undefined}
            onChange={(event) => {
              if (!isMultiple) onAnswer(entry.value);
              else {
                const others = selected.filter((value) => value !== entry.value);
                onAnswer(event.target.checked ? [...others, entry.value] : others);
              }
            }}
          />
          <bdi>{entry.label}</bdi>
        </label>
      ))}
    </div>
  );
}

function Field({ question, answer, id, text, error, onAnswer }: SurveyFieldProps & { readonly id: string }) {
  const value = typeof answer === 'string' ? answer : '';
  const shared = {
    id,
    value,
    className: ui.input,
    'data-question': question.id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    onChange: (event: { target: { value: string } }) => onAnswer(event.target.value),
  } as const;
  if (question.type === 'textArea') return <textarea {...shared} rows={3} />;
  if (question.type === 'dropdown') {
    return (
      <select {...shared}>
        <option value="">{text('surveyChoose')}</option>
        {question.entries.map((entry) => (
          <option key={entry.value} value={entry.value}>
            {entry.label}
          </option>
        ))}
      </select>
    );
  }
  const mode = question.validation === 'numeric' ? 'numeric' : question.validation === 'email' ? 'email' : 'text';
  return <input {...shared} inputMode={mode} />;
}

/** The questions to show now. A selected entry may reveal more (CH-066). */
export function shownQuestions(survey: ExitSurvey, answers: SurveyAnswers): readonly SurveyQuestion[] {
  const conditional = new Set(
    survey.questions.flatMap((question) => question.entries.flatMap((entry) => entry.showsLogicIds)),
  );
  const revealed = new Set<number>();
  // A hidden question reveals nothing. Each pass only adds ids, so the loop terminates.
  for (let before = -1; before !== revealed.size; ) {
    before = revealed.size;
    for (const question of survey.questions) {
      if (!isShown(question, conditional, revealed)) continue;
      for (const id of selectedLogicIds(question, answers)) revealed.add(id);
    }
  }
  return survey.questions.filter((question) => isShown(question, conditional, revealed));
}

function isShown(question: SurveyQuestion, conditional: ReadonlySet<number>, revealed: ReadonlySet<number>): boolean {
  return question.logicId === undefined || !conditional.has(question.logicId) || revealed.has(question.logicId);
}

function selectedLogicIds(question: SurveyQuestion, answers: SurveyAnswers): readonly number[] {
  const answer = answers[question.id];
  const selected = Array.isArray(answer) ? answer : [answer];
  return question.entries.filter((entry) => selected.includes(entry.value)).flatMap((entry) => entry.showsLogicIds);
}

/** The initial answers, from the service. */
export function initialAnswers(survey: ExitSurvey): SurveyAnswers {
  const answers: Record<number, string | readonly string[]> = {};
  for (const question of survey.questions) {
    const checked = question.entries.filter((entry) => entry.isChecked).map((entry) => entry.value);
    if (question.type === 'checkbox') {
      if (checked.length > 0) answers[question.id] = checked;
    } else {
      const value = question.lastKnownValue || checked[0];
      if (value) answers[question.id] = value;
    }
  }
  return answers;
}

/** The ids of shown mandatory questions without an answer (CH-067). */
export function missingAnswers(survey: ExitSurvey, answers: SurveyAnswers): readonly number[] {
  return shownQuestions(survey, answers)
    .filter((question) => question.isMandatory && isEmpty(answers[question.id]))
    .map((question) => question.id);
}

/** The answers of the shown questions. An answer whose question is hidden again is not sent. */
export function answersToSend(survey: ExitSurvey, answers: SurveyAnswers): SurveyAnswers {
  return Object.fromEntries(
    shownQuestions(survey, answers).flatMap((question) => {
      const answer = answers[question.id];
      return answer === undefined || isEmpty(answer) ? [] : [[question.id, answer]];
    }),
  );
}

function isEmpty(answer: string | readonly string[] | undefined): boolean {
  return answer === undefined || (typeof answer === 'string' ? answer.trim() === '' : answer.length === 0);
}
