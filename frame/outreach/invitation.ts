/** The subject of the invitation (SH-123, SH-125): a chat if one can start, otherwise a call with an expert. */
export type InvitationKind = 'chat' | 'scheduler';

export function invitationKindOf(facts: {
  readonly canStartChat: boolean;
  readonly hasScheduler: boolean;
}): InvitationKind {
  return !facts.canStartChat && facts.hasScheduler ? 'scheduler' : 'chat';
}

/** The actions of the welcome message (SH-126). The card's Close control closes it. */
export type WelcomeAction = 'CHAT' | 'URL';

/** The active bot's welcome, as its channel returns it. */
export interface WelcomeMessage {
  readonly text: string;
  readonly heading?: string | undefined;
  readonly action: WelcomeAction;
  readonly actionText?: string | undefined;
  readonly url?: string | undefined;
}

/** An invitation becomes a bot's welcome if a bot is available, has a text, and its variation is not off (SH-117). */
export function canWelcome(facts: {
  readonly isBotAvailable: boolean;
  readonly isVariationOff: boolean;
  readonly welcome: WelcomeMessage | undefined;
}): boolean {
  return facts.isBotAvailable && !facts.isVariationOff && (facts.welcome?.text.trim() ?? '') !== '';
}
