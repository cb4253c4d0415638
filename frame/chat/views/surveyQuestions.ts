import type { ExitSurvey, SurveyAnswers, SurveyQuestion } from '../conversation.ts';

/** The questions to show now. A selected entry may reveal more (CH-066). */
export function shownQuestions({ questions }: ExitSurvey, answers: SurveyAnswers): readonly SurveyQuestion[] {
  const conditional = new Set(questions.flatMap(({ entries }) => entries.flatMap((entry) => entry.showsLogicIds)));
  const revealed = new Set<number>();
  const isShown = ({ logicId }: SurveyQuestion): boolean =>
    logicId === undefined || !conditional.has(logicId) || revealed.has(logicId);
  // A hidden question reveals nothing. Each pass only adds ids, so the loop terminates.
  for (let before = -1; before !== revealed.size; ) {
    before = revealed.size;
    for (const { id, entries } of questions.filter(isShown)) {
      const selected = entries.filter(({ value }) => [answers[id]].flat().includes(value));
      for (const logicId of selected.flatMap((entry) => entry.showsLogicIds)) revealed.add(logicId);
    }
  }
  return questions.filter(isShown);
}

/** The initial answers, from the service. */
export function initialAnswers({ questions }: ExitSurvey): SurveyAnswers {
  return Object.fromEntries(
    questions.flatMap(({ id, type, entries, lastKnownValue }) => {
      const checked = entries.filter((entry) => entry.isChecked).map((entry) => entry.value);
      const answer = type === 'checkbox' ? checked : lastKnownValue || checked[0];
      return answer?.length ? [[id, answer]] : [];
    }),
  );
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
