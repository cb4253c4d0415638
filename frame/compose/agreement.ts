import type { FrameStorage } from '../platform/storage.ts';
import type { Core } from '../widget.ts';

export interface Agreement {
  /** The visitor agrees to chat in the pane. */
  agreeToChat(): void;
  /** Logs once which parts are disabled without the visitor's consent, for the site's developers. */
  warnOfWithheld(): void;
}

/**
 * Consent that the visitor gives in the pane. It is stored with the banner's answer at that time, and is valid only while
 * the banner has the same answer: a visitor who withdraws consent there also withdraws this one. Downloaded if the
 * deployment may ask for consent, or something is withheld.
 */
export function composeAgreement({ consent, deployment, log, lifetime }: Core, storage: FrameStorage): Agreement {
  const answer = (noticePreferences: string | null): string =>
    JSON.stringify([noticePreferences, consent.chatByPage() ?? null]);
  const follow = (): void =>
    consent.followAgreement((preferences) => (storage.read('cm-consent') === answer(preferences) ? ['chat'] : []));
  let hasWarned = false;

  if (deployment.consent?.mayAsk) {
    follow();
    storage.onChange(lifetime, (key) => key === 'cm-consent' && follow());
  }
  return {
    agreeToChat() {
      storage.write('cm-consent', answer(consent.state.noticePreferences));
      follow();
    },
    warnOfWithheld() {
      if (!hasWarned)
        log.warn(
          'These parts are not loaded, because they lack consent. See Consent in the README.',
          consent.withheld(),
        );
      hasWarned = true;
    },
  };
}
