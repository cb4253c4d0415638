import { chatTexts } from '../chat/texts.ts';
import { toolTexts } from '../chat/tools/texts.ts';
import { consentTexts } from '../contact/consentTexts.ts';
import { inquiryTexts } from '../contact/form/texts.ts';
import { salesTexts } from '../contact/links/texts.ts';
import { privacyTexts } from '../contact/privacy/texts.ts';
import { menuTexts } from '../contact/texts.ts';
import { outreachTexts } from '../outreach/texts.ts';
import { schedulerTexts } from '../scheduler/texts.ts';
import { headerTexts, paneTexts } from '../shell/paneTexts.ts';
import { pillTexts } from '../shell/texts.ts';
import { locationTexts } from '../text/locationTexts.ts';

/** All built-in English by section, for the build's list and for tests. The rooms have their own. */
export const english = {
  pill: pillTexts,
  header: headerTexts,
  pane: paneTexts,
  menu: { ...menuTexts, ...consentTexts },
  location: locationTexts,
  links: salesTexts,
  chat: { ...chatTexts, ...toolTexts },
  inquiry: inquiryTexts,
  privacy: privacyTexts,
  scheduler: schedulerTexts,
  outreach: outreachTexts,
};
