import * as v from 'valibot';

const category = v.picklist([0, 1, 2]);

/** In the form that `isCountryIn` compares. `EU` is refused, because it matches none of its members. */
const country = v.pipe(
  v.string(),
  v.regex(/^\s*(?![Ee][Uu])[A-Za-z]{2}\s*$/, 'is not a two-letter country code, such as de'),
);

/** The EU and EEA countries, the United Kingdom (under both codes that pages use), Switzerland and Brazil. */
const defaultRegulatedCountries =
  'at be bg br ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk uk'.split(' ');

/** The `consent` section of the deployment file (SH-111, SH-112). */
export const consentDeployment = v.strictObject({
  /** Two-letter codes in any case. In these countries no answer means no, and our cookies last 364 days. */
  privacyRegulatedCountries: v.optional(v.array(country), defaultRegulatedCountries),
  /**
   * The default while the visitor has not answered: `byCountry` (refused in the countries above), or `allowed` or `refused`
   * everywhere, for a deployment whose pages handle consent in another way.
   */
  unanswered: v.optional(v.picklist(['byCountry', 'allowed', 'refused']), 'byCountry'),
  /** Whether the pane may ask a visitor without consent to agree to chat. Otherwise it only explains why there is no chat. */
  mayAsk: v.optional(v.boolean(), false),
  /** The category that each product needs: 0 required (always allowed), 1 functional, 2 advertising. */
  categories: v.optional(
    v.strictObject({
      /** Chat and support chat. */
      chat: v.optional(category, 1),
      /** Pop-up invitations. */
      proactive: v.optional(category, 1),
      /** Offers. */
      interact: v.optional(category, 2),
      /** In-app messages. */
      inapp: v.optional(category, 2),
      /** Experiments and their cookie. */
      experiments: v.optional(category, 1),
      /** Analytics events. */
      analytics: v.optional(category, 1),
    }),
    {},
  ),
});

export type ConsentDeployment = v.InferOutput<typeof consentDeployment>;
