import { createInquiryStore, type InquiryParts } from '../contact/form/inquiryStore.ts';
import { inquiryTexts } from '../contact/form/texts.ts';
import { knownOf } from '../identity/knownOf.ts';
import { createId } from '../platform/ids.ts';
import { locksOf } from '../platform/locks.ts';
import { isForProgram } from '../text/isForProgram.ts';
import { toLocaleCode } from '../text/locale.ts';
import { createTextReader } from '../text/texts.ts';
import type { Widget } from '../widget.ts';
import { formKeysOf } from './formKeys.ts';
import { relayedPage } from './relayedPage.ts';

/** Wires the form in the pane. Downloaded when a menu shows it, and when a message from an earlier page is still unsent. */
export function composeInquiry(widget: Widget): InquiryParts {
  const { uncountedCall: call, clock, log, lifetime, storage, self, visitor, visitorWatch, page, shell } = widget;
  const text = createTextReader(widget.texts, 'inquiry', inquiryTexts);
  const store = createInquiryStore({
    ...{ call, clock, log, lifetime, storage, createId },
    locks: locksOf(self),
    owners: () => formKeysOf(widget),
    onVisitor(listener) {
      lifetime.add(visitorWatch.onLeft(() => listener(true)));
      lifetime.add(visitorWatch.onKnown(() => listener(false)));
    },
    onShow: (listener) => self.addEventListener('pageshow', listener, { signal: lifetime.signal }),
    known() {
      // A held tab still names the visitor who has left.
      const { firstName = '', lastName = '', email = '' } = visitorWatch.isHeld ? {} : knownOf(visitor.state.info);
      const hasBoth = firstName !== '' && lastName !== '';
      return { name: hasBoth ? text('fullName', { firstName, lastName }) : firstName + lastName, email };
    },
    place: () => ({ language: toLocaleCode(page.textLocale), page: relayedPage(widget).url }),
    onOnline: (listener) => self.addEventListener('online', listener, { signal: lifetime.signal }),
    openMail: (href) => void (isForProgram(href) ? self.open(href, '_blank', 'noopener') : shell.openUrl(href, 'self')),
    hasForm: (href) => widget.information()?.bundle.emailInformation.some(({ link }) => link === href) ?? false,
  });
  return { store, text };
}
