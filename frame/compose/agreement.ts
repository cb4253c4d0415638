import type { FrameStorage } from '../platform/storage.ts';
import type { Core } from '../widget.ts';

export interface Agreement {
  /** The visitor agrees to chat in the pane. */
  agreeToChat(): void;
  /** Tells whoever operates the page, once, what stays away without the visitor's consent. */
  tellWithheld(): void;
}

/**
 * Consent that the visitor gives in the pane. It is stored with the answer that the page's banner has at that time, and counts as long
 * as the banner has that answer: whoever withdraws consent there also withdraws this one. Downloaded where the deployment may ask,
 * or something is withheld.
 */
export function composeAgreement({ consent, deployment, log, lifetime }: Core, storage: FrameStorage): Agreement {
  const answer = (noticePreferences: string | null): string =>
    JSON.stringify([noticePreferences, consent.chatByPage() ?? null]);
  const follow = (): void =>
    consent.followAgreement((preferences) => (storage.read('cm-consent') === answer(preferences) ? ['chat'] : []));
  let isTold = false;

  if (deployment.consent.mayAsk) {
    follow();
    storage.onChange(lifetime, (key) => key === 'cm-consent' && follow());
  }
  return {
    agreeToChat() {
      storage.write('cm-consent', answer(consent.state.noticePreferences));
      follow();
    },
    tellWithheld() {
      if (!isTold) log.warn('Without consent these parts stay away: see Consent in the README.', consent.withheld());
      isTold = true;
    },
  };
}
