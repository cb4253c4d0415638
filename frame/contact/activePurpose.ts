import { defaultPurpose } from '../text/texts.ts';
import { type ContactAnswer, chatRows, list } from './answer.ts';

/** SH-081: the chat entry's purpose when chat can start, else the first priority's, else the default. */
export function activePurpose(answer: ContactAnswer | undefined, canChatStart: boolean): string {
  if (!answer) return defaultPurpose;
  const { first } = answer;
  const rows = canChatStart ? chatRows(first) : list<{ readonly purpose: string }>(first.priorityInformation);
  return (rows[0]?.purpose as string | undefined) ?? defaultPurpose;
}
