import { createTextReader, type TextSource } from '../text/texts.ts';
import type { InvitationKind, WelcomeMessage } from './invitation.ts';
import { outreachSection, outreachTexts } from './texts.ts';

export interface PopUpTexts {
  readonly headingText: string;
  readonly bodyText: string;
  readonly actionText: string;
}

export interface PopUpWordFacts {
  /** Texts of the given purpose, or of the active one. Each text falls back to the default purpose. */
  readonly texts: (purpose?: string) => TextSource;
  readonly schedulerPurpose: string | undefined;
  /** Text of the headline experiment's variation. Reading it counts as an exposure, so call it only when the headline is shown. */
  readonly headline: () => string | undefined;
}

const actionOfWelcome = { CHAT: 'welcomeAction', URL: 'welcomeUrlAction' } as const;

/** SH-125, SH-126: the texts of the welcome if there is one, otherwise of the invitation. */
export function popUpTexts(
  facts: PopUpWordFacts,
  invitation: InvitationKind,
  welcome: WelcomeMessage | undefined,
): PopUpTexts {
  const isCall = invitation === 'scheduler';
  const read = createTextReader(
    facts.texts(isCall ? facts.schedulerPurpose : undefined),
    outreachSection,
    outreachTexts,
  );
  if (welcome) {
    return {
      headingText: welcome.heading ?? '',
      bodyText: welcome.text,
      actionText: welcome.actionText || read(actionOfWelcome[welcome.action]),
    };
  }
  return isCall
    ? {
        headingText: read('schedulerInvitationHeading'),
        bodyText: read('schedulerInvitation'),
        actionText: read('schedulerInvitationAction'),
      }
    : {
        headingText: facts.headline() ?? read('chatInvitationHeading'),
        bodyText: read('chatInvitation'),
        actionText: read('chatInvitationAction'),
      };
}
