import type { FrameStorage } from '../../platform/storage.ts';
import { isOver } from '../chatState.ts';
import type { RoomState } from '../state.ts';

interface DraftPorts {
  readonly state: RoomState;
  readonly ports: { readonly storage: FrameStorage };
}

/** The text in the composer survives a reload. */
export function setDraft(core: DraftPorts, text: string): void {
  core.state.draft = text;
  storeDraft(core);
}

/** Stores the draft for the next page, after the texts of ended chats that were not sent: only this page shows those. */
export function storeDraft({ state, ports }: DraftPorts): void {
  const unsent = state.conversations.flatMap((one) =>
    isOver(one.state) ? one.messages.pending.flatMap(({ isNotSent, text }) => (isNotSent ? [text] : [])) : [],
  );
  const text = linesOf([...unsent, state.draft]);
  if (text === '') ports.storage.remove('cm-draft');
  else ports.storage.write('cm-draft', text);
}

/** Puts texts before the draft, one per line, so that the visitor can send or delete them. Skips those that it has already. */
export function putBack(core: DraftPorts, texts: readonly string[]): void {
  const { draft } = core.state;
  const missing = texts.filter((text) => !`\n${draft}\n`.includes(`\n${text}\n`));
  setDraft(core, linesOf([...missing, draft]));
}

const linesOf = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');
