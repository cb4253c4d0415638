import { createTextReader, type TextSource } from '../text/texts.ts';
import type { InvitationKind, WelcomeMessage } from './invitation.ts';
import { outreachSection, outreachTexts } from './texts.ts';

export interface PopUpWords {
  readonly headingText: string;
  readonly bodyText: string;
  readonly actionText: string;
}

export interface PopUpWordFacts {
  /** Texts of the active purpose, or of the named one; each falls back to the default purpose by itself. */
  readonly texts: (purpose?: string) => TextSource;
  readonly schedulerPurpose: string | undefined;
  /** Text of the headline experiment's variation; asked only for a headline that is about to be seen. */
  readonly headline: () => string | undefined;
}

const actionOfWelcome = { CHAT: 'welcomeAction', URL: 'welcomeUrlAction', CLOSE: 'welcomeCloseAction' } as const;

/** SH-125, SH-126: the welcome's own words, else the invitation to what is possible. */
export function popUpWords(
  facts: PopUpWordFacts,
  invitation: InvitationKind,
  welcome: WelcomeMessage | undefined,
): PopUpWords {
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
      actionText: welcome.actionText ?? read(actionOfWelcome[welcome.action]),
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
