import * as v from 'valibot';
import type { Line } from '../../conversation.ts';

/** The text that a pressed choice sends. */
const wordsOf = (line: Line): string => (line.says ?? line.text).trim();

/** The stored data of a pressed choice, so that Try again sends its fields, also after a reload. */
const choiceData = v.object({ line: v.looseObject({ type: v.literal('choice'), text: v.string() }) });

/** The pressed line that is stored with a text; undefined for a typed text. */
export function lineOf(data: unknown): Line | undefined {
  const parsed = v.safeParse(choiceData, data);
  return parsed.success ? parsed.output.line : undefined;
}

/** The text of the visitor's message in the history. */
export const sentWords = (text: string, line: Line | undefined): string => (line ? wordsOf(line) : text.trim());

/** The labels of choices that are being sent. The history has the text that a choice sends; the visitor saw its label. */
export interface ChoiceLabels {
  add(textId: string, line: Line | undefined): void;
  remove(textId: string): void;
  /** The label that the visitor saw for this text of the history. */
  of(words: string): string;
}

export function createChoiceLabels(): ChoiceLabels {
  const choices = new Map<string, Line>();
  return {
    add(textId, line) {
      if (line) choices.set(textId, line);
    },
    remove: (textId) => void choices.delete(textId),
    of: (words) => [...choices.values()].find((line) => wordsOf(line) === words)?.text ?? words,
  };
}
