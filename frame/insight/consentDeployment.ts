import * as v from 'valibot';

const category = v.picklist([0, 1, 2]);

/** Countries of the EU and EEA, the United Kingdom (by both codes that pages use), Switzerland and Brazil. */
const regulated =
  'at be bg br ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk uk'.split(' ');

/** Consent of this deployment (SH-111, SH-112). */
export const consentDeployment = v.strictObject({
  /** Two-letter codes in any case: here an unanswered choice means no, and our cookies live 364 days. */
  privacyRegulatedCountries: v.optional(v.array(v.string()), regulated),
  /** The category each product needs: 0 required (always allowed), 1 functional, 2 advertising. */
  categories: v.optional(
    v.strictObject({
      chat: v.optional(category, 1),
      proactive: v.optional(category, 1),
      interact: v.optional(category, 2),
      inapp: v.optional(category, 2),
      experiments: v.optional(category, 1),
      analytics: v.optional(category, 1),
    }),
    {},
  ),
});
