import { type FocusArea, productNames } from './focusAreas.ts';
import { type CompanyLocale, type LanguageCode, locales, type RegionCode } from './locales.ts';

/** Parts of a bundle that a scenario can leave out. */
export const bundleParts = ['scheduling', 'email', 'phone', 'chat', 'sms', 'support', 'links'] as const;
export type BundlePart = (typeof bundleParts)[number];

/**
 * Chat products that a scenario can use for every focus area, each with its routing code. The support chat has its own list
 * in the bundle.
 */
export const chatProducts = {
  bot: ['bot', 'northwind-guide'],
  assistant: ['bot', 'assistant-api'],
  liveChat: ['liveperson', 'data-sales'],
  messaging: ['lemessaging', 'cloud-sales'],
  xmpp: ['xmpp', 'sales'],
  older: ['partnerworld', 'data-partners'],
  support: undefined,
} as const satisfies Readonly<Record<string, readonly [chatService: string, chatRoutingCode: string] | undefined>>;
export type ChatProduct = keyof typeof chatProducts;

export interface BundleRequest {
  readonly focusArea: FocusArea;
  readonly locale: CompanyLocale;
  /** The origin of the company's pages, which the bundle's links lead to. */
  readonly hostUrl: string;
  /** Another origin of the company, for links that leave the site. */
  readonly servicesUrl: string;
  readonly nowMs: number;
  /** The purpose of the requested scheduler. */
  readonly schedulingPurpose: string;
  readonly without: readonly BundlePart[];
  /** Replaces the chat services of the focus area. */
  readonly chatProduct?: ChatProduct | undefined;
}

const defaultPurpose = '(default)';

/** Numbers reserved for fiction, in the countries that have them. */
const phones: Readonly<Record<RegionCode, { readonly sales: [string, string]; readonly support: [string, string] }>> = {
  US: { sales: ['+18005550142', '1-800-555-0142'], support: ['+18005550187', '1-800-555-0187'] },
  GB: { sales: ['+442079460142', '020 7946 0142'], support: ['+442079460187', '020 7946 0187'] },
  DE: { sales: ['+493023125142', '030 23125 142'], support: ['+493023125187', '030 23125 187'] },
  JP: { sales: ['+818000000142', '0800-000-0142'], support: ['+818000000187', '0800-000-0187'] },
  SA: { sales: ['+9668000000142', '800 000 0142'], support: ['+9668000000187', '800 000 0187'] },
};

interface Words {
  readonly email: string;
  readonly form: string;
  readonly docs: string;
  readonly status: string;
  readonly support: string;
  readonly salesHours: string;
  readonly supportHours: string;
}

const words: Readonly<Record<LanguageCode, Words>> = {
  en: {
    email: 'Email our {product} team',
    form: 'Request a quote',
    docs: 'Read the {product} documentation',
    status: 'See the service status',
    support: 'Chat with an analyst',
    salesHours: 'Sales, Monday to Friday, 8 a.m. to 6 p.m.',
    supportHours: 'Support, 24 hours a day',
  },
  de: {
    email: 'E-Mail an {product}',
    form: 'Angebot anfordern',
    docs: 'Dokumentation zu {product} lesen',
    status: 'Dienststatus ansehen',
    support: 'Mit dem Analyse-Team chatten',
    salesHours: 'Vertrieb, Montag bis Freitag, 8 bis 18 Uhr',
    supportHours: 'Support, rund um die Uhr',
  },
  ja: {
    email: '{product} チームにメールを送る',
    form: '見積もりを依頼する',
    docs: '{product} のドキュメントを読む',
    status: 'サービスの稼働状況を見る',
    support: '当番のアナリストとチャット',
    salesHours: '営業窓口 月〜金 9:00〜18:00',
    supportHours: 'サポート窓口 24時間対応',
  },
  ar: {
    email: 'راسل فريق {product}',
    form: 'اطلب عرض سعر',
    docs: 'اقرأ وثائق {product}',
    status: 'اطّلع على حالة الخدمة',
    support: 'تحدّث مع المحلل المناوب',
    salesHours: 'المبيعات، من الأحد إلى الخميس، من 8:00 إلى 18:00',
    supportHours: 'الدعم، على مدار الساعة',
  },
};

const timeZones: Readonly<Record<RegionCode, readonly [preferred: string, ...others: string[]]>> = {
  US: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'],
  GB: ['Europe/London', 'Europe/Dublin'],
  DE: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'],
  JP: ['Asia/Tokyo'],
  SA: ['Asia/Riyadh', 'Asia/Dubai', 'Asia/Kuwait'],
};

const subregions: Readonly<Record<RegionCode, readonly string[]>> = {
  US: [
    'Alabama',
    'Alaska',
    'Arizona',
    'California',
    'Colorado',
    'Florida',
    'Georgia',
    'Illinois',
    'Massachusetts',
    'New York',
    'North Carolina',
    'Ohio',
    'Oregon',
    'Texas',
    'Washington',
  ],
  GB: [],
  DE: ['Baden-Württemberg', 'Bayern', 'Berlin', 'Hamburg', 'Hessen', 'Niedersachsen', 'Nordrhein-Westfalen', 'Sachsen'],
  JP: [],
  SA: [],
};

/** The chat services of each focus area, preferred first. The routing code is the skill. */
const chatServices: Readonly<Record<FocusArea, readonly (readonly [chatService: string, chatRoutingCode: string])[]>> =
  {
    cloud: [
      ['bot', 'northwind-guide'],
      ['lemessaging', 'cloud-sales'],
    ],
    data: [
      ['liveperson', 'data-sales'],
      ['partnerworld', 'data-partners'],
    ],
    security: [
      ['bot', 'northwind-guide'],
      ['softlayer', 'shield-sales'],
    ],
  };

/** The bundle of one focus area in one locale, with every field that the contact service sends. */
export function createBundle(request: BundleRequest): Record<string, unknown> {
  const { focusArea, locale, hostUrl } = request;
  const has = (part: BundlePart): boolean => !request.without.includes(part);
  const text = (key: keyof Words): string =>
    words[locale.languageCode][key].replace('{product}', productNames[focusArea]);
  const phone = phones[locale.regionCode];
  return {
    key: { ...locale, focusArea, variation: '', purpose: defaultPurpose },
    schedulingInformation: has('scheduling') ? schedulingOf(request) : [],
    emailInformation: has('email')
      ? [
          { purpose: defaultPurpose, url: `mailto:${focusArea}@northwindcloud.example`, linkText: text('email') },
          { purpose: defaultPurpose, link: `${hostUrl}/contact?about=${focusArea}`, linkText: text('form') },
        ]
      : [],
    phoneInformation: has('phone')
      ? [phoneEntry(phone.support, text('supportHours'), 2), phoneEntry(phone.sales, text('salesHours'), 1)]
      : [],
    priorityInformation: [{ purpose: defaultPurpose }],
    chatInformation: has('chat')
      ? chatServicesOf(request).map(([chatService, chatRoutingCode], index) => ({
          chatService,
          chatRoutingCode,
          ...(index === 0 ? { phoneNumbers: textNumbers(hostUrl) } : {}),
        }))
      : [],
    smsInformation:
      has('sms') && locale.regionCode === 'US'
        ? [{ purpose: defaultPurpose, phoneNumber: { phoneNumber: '+18005550199' } }]
        : [],
    supportChatInformation:
      has('support') &&
      (request.chatProduct === undefined ? focusArea === 'security' : request.chatProduct === 'support')
        ? [
            {
              purpose: defaultPurpose,
              chatService: 'salesforce',
              chatRoutingCode: 'shield-support',
              startChat: true,
              linkText: text('support'),
            },
          ]
        : [],
    customLinks: has('links')
      ? [
          { purpose: defaultPurpose, link: `${hostUrl}/docs/${focusArea}`, linkText: text('docs') },
          ...(focusArea === 'cloud'
            ? [{ purpose: defaultPurpose, link: `${request.servicesUrl}/status`, linkText: text('status') }]
            : []),
        ]
      : [],
  };
}

function chatServicesOf({ chatProduct, focusArea }: BundleRequest): readonly (readonly [string, string])[] {
  if (chatProduct === undefined) return chatServices[focusArea];
  const service = chatProducts[chatProduct];
  return service ? [service] : [];
}

function phoneEntry(number: readonly [string, string], info: string, priority: number): Record<string, unknown> {
  const [phoneNumber, phoneNumberFormatted] = number;
  return {
    purpose: defaultPurpose,
    phone: { phoneNumber, phoneNumberFormatted },
    phoneNumberInfo: info,
    priority: { priorityCode: String(priority) },
  };
}

function schedulingOf(request: BundleRequest): Record<string, unknown>[] {
  const { focusArea, locale } = request;
  const zones = timeZones[locale.regionCode];
  return [
    {
      purpose: request.schedulingPurpose,
      ...locale,
      focusArea,
      availableSlots: 42,
      availableSlotsAsOf: new Date(request.nowMs - 600_000).toISOString(),
      ...(focusArea === 'security' ? { clientURL: `${request.hostUrl}/booking?about=security` } : {}),
      appointmentTimeZones: zones.join(','),
      appointmentTimeZonePreferred: zones[0],
      stateOrProvinceNames: subregions[locale.regionCode].join(','),
      cognitiveRouting: focusArea === 'cloud' ? 'Yes' : 'No',
    },
  ];
}

/** The answer to the lookup by focus area: one bundle per locale, the requested locale first. */
export function createBundlesForAllLocales(request: BundleRequest): Record<string, unknown>[] {
  const others = locales.filter(
    (locale) => locale.languageCode !== request.locale.languageCode || locale.regionCode !== request.locale.regionCode,
  );
  return [request.locale, ...others].map((locale) => createBundle({ ...request, locale }));
}

/** The phone numbers of a routing entry: visitors from Germany text their own team (CH-160). */
function textNumbers(hostUrl: string): Record<string, string>[] {
  return [
    {
      phoneNumber: '+49 30 555 0142',
      countryCode: 'DE',
      product: 'Text the Berlin team',
      urlLanding: `${hostUrl}/docs/data`,
    },
  ];
}
