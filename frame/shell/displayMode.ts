import type { ChatSummary } from './records.ts';

/** SH-042, CH-018. */
export type DisplayMode = 'menu' | 'toggle' | 'chat';

export function displayMode(facts: { isLive: boolean; override: boolean; isToggled: boolean }): DisplayMode {
  if (!facts.isLive && !facts.override) return 'menu';
  return facts.isToggled ? 'toggle' : 'chat';
}

/** Whether the pane shows the chat: not the menu, and no scheduler. */
export const showsChat = (facts: {
  readonly chat: Pick<ChatSummary, 'isLive' | 'override'>;
  readonly isMenuToggled: boolean;
  readonly scheduler: { readonly isDisplayed: boolean; readonly isLanding: boolean };
}): boolean =>
  !facts.scheduler.isDisplayed &&
  !facts.scheduler.isLanding &&
  displayMode({ ...facts.chat, isToggled: facts.isMenuToggled }) === 'chat';
