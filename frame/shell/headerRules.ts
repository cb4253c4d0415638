import type { DisplayMode } from './displayMode.ts';

/** SH-043: which buttons the header has. */
export interface HeaderButtons {
  readonly back: 'none' | 'menu' | 'chat';
  readonly close: boolean;
  readonly minimize: true;
}

export function headerButtons(facts: {
  readonly mode: DisplayMode;
  readonly queueType: string | undefined;
  readonly otherEntries: number;
}): HeaderButtons {
  const back = facts.mode === 'toggle' ? 'chat' : facts.mode === 'chat' && facts.otherEntries > 0 ? 'menu' : 'none';
  const close = facts.mode === 'chat' && (facts.queueType === 'sync' || facts.queueType === 'async');
  return { back, close, minimize: true };
}
