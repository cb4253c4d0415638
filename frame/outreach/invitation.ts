/** What the visitor can do from the pop-up (SH-123, SH-125): chat where it can start, else a call with an expert. */
export type InvitationKind = 'chat' | 'scheduler';

export function invitationKindOf(facts: {
  readonly canStartChat: boolean;
  readonly hasScheduler: boolean;
}): InvitationKind {
  return !facts.canStartChat && facts.hasScheduler ? 'scheduler' : 'chat';
}

/** The actions of the welcome message (SH-126). */
export type WelcomeAction = 'CHAT' | 'URL' | 'CLOSE';

/** The active bot's welcome, as its channel answers it. */
export interface WelcomeMessage {
  readonly text: string;
  readonly heading?: string | undefined;
  readonly action: WelcomeAction;
  readonly actionText?: string | undefined;
  readonly url?: string | undefined;
}

/** An invite becomes a bot welcome when a bot is available, has words and its variation is not off (SH-117). */
export function canWelcome(facts: {
  readonly isBotAvailable: boolean;
  readonly isVariationOff: boolean;
  readonly welcome: WelcomeMessage | undefined;
}): boolean {
  return facts.isBotAvailable && !facts.isVariationOff && (facts.welcome?.text.trim() ?? '') !== '';
}
