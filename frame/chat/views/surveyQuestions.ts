import type { ExitSurvey, SurveyAnswers, SurveyQuestion } from '../conversation.ts';

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
