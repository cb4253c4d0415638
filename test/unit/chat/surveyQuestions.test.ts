import { describe, expect, it } from 'vitest';
import type { ExitSurvey, SurveyQuestion } from '../../../frame/chat/conversation.ts';
import {
  answersToSend,
  initialAnswers,
  missingAnswers,
  shownQuestions,
} from '../../../frame/chat/views/surveyQuestions.ts';

function question(id: number, more: Partial<SurveyQuestion> = {}): SurveyQuestion {
  return {
    id,
    label: `Question ${id}`,
    type: 'textField',
    isMandatory: false,
    validation: undefined,
    logicId: undefined,
    entries: [],
    lastKnownValue: '',
    ...more,
  };
}
const entry = (value: string, showsLogicIds: number[] = [], isChecked = false) => ({
  value,
  label: value,
  isChecked,
  showsLogicIds,
});

const survey: ExitSurvey = {
  id: 7,
  header: 'How was it?',
  questions: [
    question(1, { type: 'radio', logicId: 1, isMandatory: true, entries: [entry('good'), entry('bad', [2])] }),
    question(2, { type: 'textArea', logicId: 2, isMandatory: true }),
    question(3, { type: 'checkbox', entries: [entry('fast', [], true), entry('kind')] }),
    question(4, { type: 'dropdown', entries: [entry('a'), entry('b', [3])], lastKnownValue: 'a' }),
    question(5, { type: 'radioSideBySide', logicId: 3, entries: [entry('x')] }),
    question(6),
  ],
};

describe('the exit survey', () => {
  it('[CH-066] reveals questions by the logic of selected entries, through several steps', () => {
    const ids = (answers: object) => shownQuestions(survey, answers as never).map((one) => one.id);
    expect(ids({})).toEqual([1, 3, 4, 6]);
    expect(ids({ 1: 'bad' })).toEqual([1, 2, 3, 4, 6]);
    expect(ids({ 4: 'b' })).toEqual([1, 3, 4, 5, 6]);
  });

  it('[CH-066] starts with the answers of the service, and sends one answer, or several from a checkbox', () => {
    const start = initialAnswers(survey);
    expect(start).toEqual({ 3: ['fast'], 4: 'a' });
    expect(answersToSend(survey, { ...start, 1: 'bad', 2: 'slow', 3: ['fast', 'kind'], 6: '  ' })).toEqual({
      1: 'bad',
      2: 'slow',
      3: ['fast', 'kind'],
      4: 'a',
    });
  });

  it('[CH-066] does not send the answer of a question that is hidden again', () => {
    expect(answersToSend(survey, { 1: 'good', 2: 'slow' })).toEqual({ 1: 'good' });
  });

  it('[CH-067] reports shown mandatory questions without an answer', () => {
    expect(missingAnswers(survey, {})).toEqual([1]);
    expect(missingAnswers(survey, { 1: 'bad', 2: ' ' })).toEqual([2]);
    expect(missingAnswers(survey, { 1: 'good' })).toEqual([]);
  });
});
