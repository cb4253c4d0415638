import * as v from 'valibot';
import type { CallContract, ParameterContract, ServiceContract } from '../platform/backend/serviceContract.ts';
import type { ContactDeployment } from './deployment.ts';
import { contactFile } from './file/fileSchema.ts';
import { lookupPath } from './lookupRequest.ts';

const area = {
  /** What the page is about, as the page names it. */
  focusArea: v.optional(v.string()),
  /** Named in place of a focus area. */
  variation: v.optional(v.string()),
};
const locale = {
  /** Such as `de`. */
  languageCode: v.string(),
  /** Such as `DE`. */
  regionCode: v.string(),
};
const areaAndLocale = v.strictObject({ ...area, ...locale });

/** What a page wants to know. */
const lookupBody = v.strictObject({
  /** Whose contact options. */
  contactInformationBundleKey: areaAndLocale,
  /** Whose texts: the visitor may read another language than that of the contact options. */
  contactModuleTranslationKey: areaAndLocale,
  /** The language in which regions and languages are named. */
  regionsAndLanguagesForLocale: v.string(),
  /** What the service may want to know of the visitor. */
  clientInfo: v.strictObject({
    /** As `Date.prototype.getTimezoneOffset` returns it, in minutes. */
    timeZoneOffsetJS: v.number(),
    /** The frame does not know the visitor's address: the service takes it from the connection. */
    addUserIpAddress: v.boolean(),
    /** The visitor's country, if the frame knows no address. Empty if it does not know the country either. */
    ipAddressRegistryCountryCode: v.optional(v.string()),
    /** The visitor's address, if the frame knows it. */
    ipAddress: v.optional(v.string()),
    /** Whether the visitor does something on the page. */
    isUserActive: v.boolean(),
  }),
  /** Whose texts for the scheduler. */
  schedulerTextTranslationsKey: v.strictObject({ ...area, purpose: v.string(), ...locale }),
  /** Which scheduler. */
  schedulingInformationKey: v.strictObject({
    /** `(default)`, or the purpose that a link names. */
    purpose: v.string(),
    /** The expert or team that a link names. */
    resource: v.optional(v.string()),
  }),
  /** Whose topics of questions. */
  schedulingClassificationsKey: areaAndLocale,
  /** The language in which the countries of dialing codes are named. */
  internationalDialingForLocale: v.string(),
});

/** Whose languages. */
const keysBody = v.strictObject({
  contactInformationBundleKey: v.strictObject(area),
});

const text = v.pipe(v.string(), v.minLength(1));
/** Which set of texts and offers the row belongs to. Without it, `(default)`. */
const purpose = v.optional(v.string());

const bundleKey = v.object({ ...area, languageCode: text, regionCode: text, purpose });

const phoneRow = v.object({
  purpose,
  phone: v.object({
    /** As it is dialled. */
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

/** A list as one text with commas, or as an array. */
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
  /** A booking page of another site, which opens in place of the scheduler. */
  clientURL: v.optional(v.string()),
  /** The time zones that the visitor chooses from. */
  appointmentTimeZones: v.optional(names),
  /** The one of them that is chosen at first. */
  appointmentTimeZonePreferred: v.optional(v.string()),
  /** States or provinces that the form asks for. Empty: it does not ask. */
  stateOrProvinceNames: v.optional(names),
  /** Whether the classifier suggests a topic for the visitor's question. */
  cognitiveRouting: v.optional(v.picklist(['Yes', 'No'])),
});

const chatRow = v.object({
  /** Which kind of chat: `bot`, `xmpp`, or a vendor's. */
  chatService: text,
  /** The bot's product, the desk, or the vendor's skill. */
  chatRoutingCode: v.optional(v.string()),
  purpose,
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

/** What a page offers. Every list may be missing. */
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
        /** `false` shows the text only. */
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
  /** What the texts are for. */
  key: v.optional(
    v.object({ ...area, purpose, languageCode: v.optional(v.string()), regionCode: v.optional(v.string()) }),
  ),
  textFragments,
});

const clientInfo = v.object({
  /** As `Date.prototype.getTimezoneOffset` returns it, in minutes. */
  timeZoneOffsetJS: v.optional(v.number()),
});

/** What a page offers, and its texts. Without a bundle the widget stays away from the page. */
const lookupAnswer = v.object({
  /** The first one is shown; the lookup for a whole focus area has one for each locale. */
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
const keysAnswer = v.object({
  contactInformationBundleKeys: v.array(v.object({ ...area, ...locale })),
});

/** What the service knows of the visitor. */
const clientInfoAnswer = v.object({ clientInfo: v.optional(clientInfo) });

const variants = [
  ['plain', 'What a page offers'],
  ['request-ip', 'The same, when the frame does not know the visitor’s address'],
  ['with-rules', 'The same, for a page that has rules of its own'],
  ['skip-rules', 'The same, for a focus area or locale that the page’s address names'],
  ['landing', 'The same, for a landing page'],
] as const;

const exampleArea = { focusArea: 'cloud' };
const exampleKey = { ...exampleArea, languageCode: 'en', regionCode: 'US' };
const exampleBody = {
  contactInformationBundleKey: exampleKey,
  contactModuleTranslationKey: exampleKey,
  regionsAndLanguagesForLocale: 'en-US',
  clientInfo: {
    timeZoneOffsetJS: 300,
    addUserIpAddress: true,
    ipAddressRegistryCountryCode: 'US',
    isUserActive: true,
  },
  schedulerTextTranslationsKey: { ...exampleKey, purpose: '(default)' },
  schedulingInformationKey: { purpose: '(default)' },
  schedulingClassificationsKey: exampleKey,
  internationalDialingForLocale: 'en-US',
};
const exampleAnswer = {
  contactInformationBundles: [
    {
      key: exampleKey,
      emailInformation: [{ url: 'mailto:sales@example.com', linkText: 'Email our sales team' }],
      phoneInformation: [{ phone: { phoneNumber: '+18005550142', phoneNumberFormatted: '1-800-555-0142' } }],
      chatInformation: [{ chatService: 'bot', chatRoutingCode: 'guide' }],
      customLinks: [{ link: 'https://www.example.com/docs', linkText: 'Read the documentation' }],
    },
  ],
  contactModuleTranslations: [
    { key: { languageCode: 'en', regionCode: 'US' }, textFragments: { menu: { intro: 'How can we help?' } } },
  ],
  regionsAndLanguages: [
    {
      languageCode: 'en',
      regionCode: 'US',
      regionNameDefault: 'United States',
      languageNameDefault: 'English',
      languageNameTranslation: 'English',
    },
  ],
  clientInfo: { timeZoneOffsetJS: 300 },
};

const body = (schema: v.GenericSchema, example: unknown): ParameterContract => ({
  ...{ in: 'query', name: 'body', description: 'The question, as JSON.', isRequired: true, isJson: true },
  ...{ schema, example },
});

const failures: CallContract['answers'] = {
  '4XX': { description: 'There is nothing for this page: the widget stays away from it.' },
  '5XX': {
    description: 'The next host is asked, then the older ones. Without an answer the page’s own links are offered.',
  },
};

/** The contact service. */
export function contactService({ hosts, file, olderHosts, paths }: ContactDeployment): ServiceContract {
  const lookups = (used: readonly string[]) => {
    const lookup = (id: string, path: string, summary: string, description?: string): CallContract => ({
      ...{ id, summary, hosts: used, method: 'GET', path },
      ...(description === undefined ? {} : { description }),
      parameters: [
        {
          ...{ in: 'query', name: 'prune', schema: v.string(), example: 'internal,audit' },
          description: 'Fields that the answer need not have, with commas.',
        },
        {
          ...{ in: 'query', name: 'originHost', schema: v.string(), example: 'https://www.example.com' },
          ...{ description: 'The origin of the page.', isRequired: true },
        },
        body(lookupBody, exampleBody),
        {
          ...{ in: 'query', name: 'bypassCache', schema: v.literal('true'), example: 'true' },
          description: 'The visitor tries again after a failure: the answer should not come from a cache.',
        },
      ],
      answers: {
        '200': { description: 'The offers of the page.', content: { schema: lookupAnswer, example: exampleAnswer } },
        ...failures,
      },
    });
    return [
      ...variants.map(([variant, summary]) => lookup(`lookup-${variant}`, lookupPath(paths.lookup, variant), summary)),
      lookup(
        'lookup-focus-area',
        paths.focusArea,
        'All bundles of a focus area, for the list of languages',
        'The bundle of the requested locale comes first.',
      ),
    ];
  };
  const used = file === undefined ? hosts : [];
  return {
    name: 'contact',
    title: 'Contact service',
    description:
      'What a page offers, in the visitor’s language. All calls are GET without cookies, so that shared caches can keep the answers.',
    file: 'frame/contact/contract.ts',
    schemas: { lookupBody, keysBody, lookupAnswer, keysAnswer, clientInfoAnswer, contactFile },
    calls: [
      ...lookups([...used, ...(file === undefined ? olderHosts : [])]),
      {
        ...{ id: 'keys', hosts: used, method: 'GET', path: paths.keys },
        summary: 'The locales of a focus area',
        parameters: [body(keysBody, { contactInformationBundleKey: exampleArea })],
        answers: {
          '200': {
            description: 'The locales. A key without a focus area and variation is for all.',
            content: { schema: keysAnswer, example: { contactInformationBundleKeys: [exampleKey] } },
          },
          default: { description: 'The next host is asked. Without an answer the page’s own locale is used.' },
        },
      },
      {
        ...{ id: 'client-info', hosts: used, method: 'GET', path: paths.clientInfo },
        summary: 'The visitor’s time zone, when a lookup did not have it',
        parameters: [
          {
            ...{ in: 'query', name: 'body', schema: v.literal(''), example: '', isRequired: true },
            description: 'Empty.',
          },
        ],
        answers: {
          '200': {
            description: 'What the service knows.',
            content: { schema: clientInfoAnswer, example: { clientInfo: { timeZoneOffsetJS: 300 } } },
          },
          default: { description: 'The time zone is taken from the browser.' },
        },
      },
      {
        ...{ id: 'contact-file', method: 'GET', path: file ?? '/contact.json' },
        hosts: file === undefined ? [] : hosts,
        summary: 'One static file in place of all other calls',
        description: 'A deployment names it in `contact.file`. `npm run check:contact` says more about it.',
        answers: {
          '200': {
            description: 'The file.',
            content: {
              schema: contactFile,
              example: {
                openingHours: { timeZone: 'Europe/Berlin', monday: ['09:00-17:00'] },
                languages: {
                  'en-US': {
                    email: { address: 'hello@example.com' },
                    form: { send: 'https://www.example.com/messages', when: 'closed' },
                    phone: { number: '+49 30 5550 1234' },
                  },
                },
              },
            },
          },
          ...failures,
        },
      },
    ],
  };
}
