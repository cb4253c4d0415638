import { refusalSettleMs } from '../insight/limits.ts';
import type { Widget } from '../widget.ts';
import { forgetChat } from './forgetChat.ts';

export interface Agreement {
  /** The visitor agrees to chat in the pane. */
  agreeToChat(): void;
  /** The visitor's answer refuses chat. If it still does after some seconds, all data of the chat is removed. */
  chatRefused(): void;
  /** Logs once which parts are disabled without the visitor's consent, for the site's developers. */
  warnOfWithheld(): void;
}

/** The answers of the page's banner and of its own tool; null for one that is missing. */
type Answers = readonly [string | null, boolean | null];

/**
 * Consent that the visitor gives in the pane. It is stored with the page's answers at that time, and is valid only while
 * these are the same: a visitor who withdraws consent there also withdraws this one. Downloaded if the deployment may ask
 * for consent, something is withheld, or the visitor refuses chat.
 */
export function composeAgreement(widget: Widget): Agreement {
  const { consent, deployment, log, lifetime, clock, storage } = widget;
  const answersNow = (noticePreferences: string | null): Answers => [noticePreferences, consent.chatByPage() ?? null];
  let hasWarned = false;
  let stopWaiting = (): void => {};

  function follow(): void {
    consent.followAgreement((noticePreferences) => {
      const stored = storage.read('cm-consent');
      const now = answersNow(noticePreferences);
      if (stored === JSON.stringify(now)) return ['chat'];
      // Otherwise it would be valid again when the page returns to this answer.
      if (isAnotherAnswer(stored, now)) storage.remove('cm-consent');
      return [];
    });
  }

  if (deployment.consent?.mayAsk) {
    follow();
    storage.onChange(lifetime, (key) => key === 'cm-consent' && follow());
  }
  return {
    agreeToChat() {
      storage.write('cm-consent', JSON.stringify(answersNow(consent.state.noticePreferences)));
      follow();
    },
    chatRefused() {
      stopWaiting();
      stopWaiting = lifetime.add(
        clock.after(refusalSettleMs, () => {
          if (consent.isChatRefused()) forgetChat(widget);
        }),
      );
    },
    warnOfWithheld() {
      if (!hasWarned)
        log.warn(
          'These parts are not loaded, because they lack consent. See Consent in loader/EMBEDDING.md.',
          consent.withheld(),
        );
      hasWarned = true;
    },
  };
}

/** Whether the page has answered differently since. A missing answer may only be late. */
function isAnotherAnswer(stored: unknown, now: Answers): boolean {
  try {
    const before: Answers = JSON.parse(String(stored));
    return now.some((answer, at) => answer !== null && answer !== before[at]);
  } catch {
    return false; // Nothing stored, or edited by hand.
  }
}
