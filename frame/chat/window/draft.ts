import type { FrameStorage } from '../../platform/storage.ts';
import type { RoomState } from '../state.ts';

interface DraftPorts {
  readonly state: RoomState;
  readonly ports: { readonly storage: FrameStorage };
}

/** The text in the composer survives a reload. */
export function setDraft({ state, ports }: DraftPorts, text: string): void {
  state.draft = text;
  if (text === '') ports.storage.remove('cm-draft');
  else ports.storage.write('cm-draft', text);
}

/** Puts texts before the draft, one per line, so that the visitor can send or delete them. Skips those that it has already. */
export function putBack(core: DraftPorts, texts: readonly string[]): void {
  const { draft } = core.state;
  const missing = texts.filter((text) => !`\n${draft}\n`.includes(`\n${text}\n`));
  if (missing.length > 0) setDraft(core, [...missing, draft].filter((text) => text !== '').join('\n'));
}
