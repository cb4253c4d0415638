import { defaultPurpose } from '../text/texts.ts';
import type { ContactBundle } from './bundle.ts';

/** SH-081: the chat entry's purpose when chat can start, else the first priority's, else the default. */
export function activePurpose(bundle: ContactBundle | undefined, canChatStart: boolean): string {
  if (!bundle) return defaultPurpose;
  if (canChatStart) return bundle.chatInformation[0]?.purpose ?? defaultPurpose;
  return bundle.priorityInformation[0]?.purpose ?? defaultPurpose;
}
