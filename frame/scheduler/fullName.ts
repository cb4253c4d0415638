import type { TextReader } from '../text/texts.ts';
import type { SchedulerTextKey } from './texts.ts';

/** The visitor's name in the order of the language, or the part that is known. */
export function fullName(read: TextReader<SchedulerTextKey>, firstName: string, lastName: string): string {
  return firstName && lastName ? read('fullName', { firstName, lastName }) : firstName + lastName;
}
