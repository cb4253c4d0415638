import * as v from 'valibot';

/**
 * The messages between the frame and the contact service. In the frame, `answer.ts` and
 * `bundle.ts` parse by hand.
 */

const area = {
  /** The page's subject, as the page names it. */
  focusArea: v.optional(v.string()),
  /** Used instead of a focus area. */
  variation: v.optional(v.string()),
};
const locale = {
  /** Such as `de`. */
  languageCode: v.string(),
  /** Such as `DE`. */
  regionCode: v.string(),
};
const areaAndLocale = v.strictObject({ ...area, ...locale });

/** The request of a lookup. */
export const lookupBody = v.strictObject({
  /** The key of the contact options. */
  contactInformationBundleKey: areaAndLocale,
  /** The key of the texts, which may be in a different language than the contact options. */
  contactModuleTranslationKey: areaAndLocale,
  /** The language in which regions and languages are named. */
  regionsAndLanguagesForLocale: v.string(),
  /** Facts about the visitor. */
  clientInfo: v.strictObject({
    /** In minutes, as returned by `Date.prototype.getTimezoneOffset`. */
    timeZoneOffsetJS: v.number(),
    /** True if the frame does not know the visitor's IP address: the service takes it from the connection. */
    addUserIpAddress: v.boolean(),
    /** The visitor's country, if the IP address is unknown. Empty if the country is unknown too. */
    ipAddressRegistryCountryCode: v.optional(v.string()),
    /** The visitor's IP address, if the frame knows it. */
    ipAddress: v.optional(v.string()),
    /** Whether the visitor is active on the page. */
    isUserActive: v.boolean(),
  }),
  /** The key of the scheduler's texts. Missing, like the topics and the dialing codes, if the deployment has no scheduler. */
  schedulerTextTranslationsKey: v.optional(v.strictObject({ ...area, purpose: v.string(), ...locale })),
  /** The key of the scheduler. */
  schedulingInformationKey: v.strictObject({
    /** `(default)`, or the purpose that a link names. */
    purpose: v.string(),
    /** The expert or team that a link names. */
    resource: v.optional(v.string()),
  }),
  /** The key of the question topics. */
  schedulingClassificationsKey: v.optional(areaAndLocale),
  /** The language in which the countries of dialing codes are named. */
  internationalDialingForLocale: v.optional(v.string()),
});

/** The request for the locales of a focus area. */
export const keysBody = v.strictObject({
  contactInformationBundleKey: v.strictObject(area),
});

const text = v.pipe(v.string(), v.minLength(1));
/** The set of texts and offers that the row belongs to. Default: `(default)`. */
const purpose = v.optional(v.string());

const bundleKey = v.object({ ...area, languageCode: text, regionCode: text, purpose });

const phoneRow = v.object({
  purpose,
  phone: v.object({
    /** The number to dial. */
    phoneNumber: text,
    /** As it is shown. */
    phoneNumberFormatted: v.optional(v.string()),
  }),
  /** Shown beside the number. */
  phoneNumberInfo: v.optional(v.string()),
  /** The lowest code comes first. */
  priority: v.optional(v.object({ priorityCode: v.optional(v.union([v.string(), v.number()])) })),
});

const emailRow = v.object({
  purpose,
  /** A `mailto:` address. */
  url: v.optional(v.string()),
  /** A page with a form; `form:https://…` or `form:mailto:…` is a form in the pane. */
  link: v.optional(v.string()),
  /** The wording of the entry. */
  linkText: v.optional(v.string()),
});

/** A comma-separated list, or an array. */
const names = v.union([v.string(), v.array(v.string())]);

const schedulingRow = v.object({
  purpose,
  ...area,
  languageCode: v.optional(v.string()),
  regionCode: v.optional(v.string()),
  /** 0 hides the entry for a while, unless it has a `clientURL`. */
  availableSlots: v.optional(v.number()),
  /** When the slots were counted: ISO 8601, or ms since the epoch. */
  availableSlotsAsOf: v.optional(v.union([v.string(), v.number()])),
  /** A booking page on another site, which opens instead of the scheduler. */
  clientURL: v.optional(v.string()),
  /** The time zones that the visitor can choose from. */
  appointmentTimeZones: v.optional(names),
  /** The one that is selected initially. */
  appointmentTimeZonePreferred: v.optional(v.string()),
  /** States or provinces to choose from in the form. Empty: the form has no such field. */
  stateOrProvinceNames: v.optional(names),
  /** Whether the classifier suggests a topic for the visitor's question. */
  cognitiveRouting: v.optional(v.picklist(['Yes', 'No'])),
});

const chatRow = v.object({
  /** The kind of chat: `bot`, `xmpp`, or a vendor's. */
  chatService: text,
  /** The bot's product, the desk, or the vendor's skill. */
  chatRoutingCode: v.optional(v.string()),
  purpose,
  /** The countries whose visitors the bot serves. Empty: all. */
  countries: v.optional(v.array(v.string())),
  /** Sent to the bot with every message. */
  switch: v.optional(v.union([v.string(), v.boolean()])),
  /** Numbers for text messages, for visitors of some countries. */
  phoneNumbers: v.optional(
    v.array(
      v.object({
        phoneNumber: v.string(),
        countryCode: v.optional(v.string()),
        product: v.optional(v.string()),
        urlLanding: v.optional(v.string()),
      }),
    ),
  ),
});

/** The contact options of a page. Every list may be missing. */
const bundle = v.object({
  /** The language and region of this bundle. A bundle without them is not used. */
  key: bundleKey,
  schedulingInformation: v.optional(v.array(schedulingRow)),
  emailInformation: v.optional(v.array(emailRow)),
  phoneInformation: v.optional(v.array(phoneRow)),
  /** The purposes in the order of the menu. */
  priorityInformation: v.optional(v.array(v.object({ purpose }))),
  /** Chats, preferred first. */
  chatInformation: v.optional(v.array(chatRow)),
  /** A number for text messages. */
  smsInformation: v.optional(v.array(v.object({ purpose, phoneNumber: v.object({ phoneNumber: text }) }))),
  supportChatInformation: v.optional(
    v.array(
      v.object({
        purpose,
        chatService: v.optional(v.string()),
        chatRoutingCode: v.optional(v.string()),
        /** `false` hides the chat. */
        startChat: v.optional(v.boolean()),
        linkText: v.optional(v.string()),
      }),
    ),
  ),
  /** Further entries of the menu. */
  customLinks: v.optional(v.array(v.object({ purpose, link: text, linkText: v.optional(v.string()) }))),
});

/** Texts by key, or by section and key. */
const textFragments = v.record(v.string(), v.union([v.string(), v.record(v.string(), v.string())]));

const translation = v.object({
  /** The scope of the texts. */
  key: v.optional(
    v.object({ ...area, purpose, languageCode: v.optional(v.string()), regionCode: v.optional(v.string()) }),
  ),
  textFragments,
});

const clientInfo = v.object({
  /** In minutes, as returned by `Date.prototype.getTimezoneOffset`. */
  timeZoneOffsetJS: v.optional(v.number()),
});

/** The contact options of a page, and its texts. Without a bundle, the page's own links are offered. */
export const lookupAnswer = v.object({
  /** The first one is shown. The lookup for a whole focus area has one for each locale. */
  contactInformationBundles: v.array(bundle),
  /** Wordings that replace the widget's own. */
  contactModuleTranslations: v.optional(v.array(translation)),
  /** The list of regions and languages in the header of the pane. */
  regionsAndLanguages: v.optional(
    v.array(
      v.object({
        ...locale,
        /** In the language of the request. */
        regionNameDefault: v.optional(v.string()),
        /** In the region's own language. */
        regionNameTranslation: v.optional(v.string()),
        /** In the language of the request. */
        languageNameDefault: v.optional(v.string()),
        /** In the language itself. */
        languageNameTranslation: v.optional(v.string()),
      }),
    ),
  ),
  /** Not shown. */
  reroutingInformation: v.optional(v.unknown()),
  /** Wordings of the scheduler. */
  schedulerTextTranslations: v.optional(v.array(translation)),
  /** The topics that the classifier chooses from. */
  schedulingClassifications: v.optional(
    v.array(
      v.object({
        /** As the classifier names it. */
        classification: v.string(),
        /** As it is shown. */
        classificationTranslation: v.optional(v.string()),
      }),
    ),
  ),
  internationalDialing: v.optional(
    v.object({
      internationalDialingCodes: v.array(
        v.object({
          /** Only rows with `Country` are listed. */
          type: v.string(),
          /** With or without a plus sign. */
          internationalDialingCode: v.union([v.string(), v.number()]),
          regionCode: v.string(),
          regionName: v.string(),
          regionNameTranslation: v.optional(v.string()),
        }),
      ),
    }),
  ),
  clientInfo: v.optional(clientInfo),
});

/** The locales in which there are contact options. */
export const keysAnswer = v.object({
  contactInformationBundleKeys: v.array(v.object({ ...area, ...locale })),
});

/** The service's data about the visitor. */
export const clientInfoAnswer = v.object({ clientInfo: v.optional(clientInfo) });
