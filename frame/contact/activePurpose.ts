import { defaultPurpose } from '../text/texts.ts';
import { type ContactAnswer, chatRows, list } from './answer.ts';

/** The purpose of the first chat row when chat can start, else of the first priority, else the default (SH-081). */
export function activePurpose(answer: ContactAnswer | undefined, canChatStart: boolean): string {
  if (!answer) return defaultPurpose;
  const { first } = answer;
  const rows = canChatStart ? chatRows(first) : list<{ readonly purpose: string }>(first.priorityInformation);
  return (rows[0]?.purpose as string | undefined) ?? defaultPurpose;
}
