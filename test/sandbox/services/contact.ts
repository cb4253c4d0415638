import {
  type BundlePart,
  bundleParts,
  type ChatProduct,
  chatProducts,
  createBundle,
  createBundlesForAllLocales,
} from '../data/bundles.ts';
import { dialingCodesIn } from '../data/dialingCodes.ts';
import { type FocusArea, focusAreas, isFocusArea, topics } from '../data/focusAreas.ts';
import { type CompanyLocale, isLanguage, locales, nearestLocale, regionsAndLanguagesIn } from '../data/locales.ts';
import { fragmentsByLanguage } from '../data/texts/fragments.ts';
import type { Fragments } from '../data/texts/plainTexts.ts';
import { pseudoTexts } from '../data/texts/pseudo.ts';
import {
  fieldsOf,
  type SandboxAnswer,
  type SandboxRequest,
  type SandboxRoute,
  type SandboxService,
} from '../service.ts';

export interface ContactServiceOptions {
  readonly hostUrl: string;
  readonly servicesUrl: string;
  readonly now: () => number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The contact service: the lookup in its five variants, lookup by focus area, keys and client info. Each is also available
 * under `/older`, the last fallback host. `POST /__sandbox/contact {without: ['chat', …]}` removes parts from every bundle,
 * `{chat: 'messaging'}` uses one chat product for every focus area (`null` undoes it), and `{empty: true}` answers without
 * any bundle.
 */
export function createContactService(options: ContactServiceOptions): SandboxService {
  let without: readonly BundlePart[] = [];
  let isEmpty = false;
  let chatProduct: ChatProduct | undefined;

  function lookup(request: SandboxRequest, isForAllLocales: boolean): SandboxAnswer {
    const body = readBodyParameter(request);
    if (!body) return { status: 400, body: { message: 'the query parameter body is not a JSON object' } };
    const bundleKey = fieldsOf(body.contactInformationBundleKey);
    const textKey = { ...bundleKey, ...fieldsOf(body.contactModuleTranslationKey) };
    const asked = bundleKey.focusArea ?? bundleKey.variation;
    // The area whose visitors write to people on XMPP.
    const isXmpp = asked === 'xmpp';
    const focusArea = isXmpp ? 'cloud' : asked;
    const locale = nearestLocale(String(bundleKey.languageCode ?? 'en'), String(bundleKey.regionCode ?? 'US'));
    const textLocale = nearestLocale(String(textKey.languageCode ?? 'en'), String(textKey.regionCode ?? 'US'));
    const fragments = textKey.regionCode === 'XA' ? pseudoTexts : fragmentsByLanguage[textLocale.languageCode];
    const hasBundle = isFocusArea(focusArea) && !isEmpty;
    const schedulingPurpose = String(fieldsOf(body.schedulingInformationKey).purpose ?? '(default)');
    const { hostUrl, servicesUrl } = options;
    const bundleRequest = {
      locale,
      hostUrl,
      servicesUrl,
      nowMs: options.now(),
      schedulingPurpose,
      without,
      chatProduct: isXmpp ? ('xmpp' as const) : chatProduct,
    };
    const bundles = hasBundle
      ? isForAllLocales
        ? createBundlesForAllLocales({ ...bundleRequest, focusArea })
        : [createBundle({ ...bundleRequest, focusArea })]
      : [];
    const answer: Fields = {
      contactInformationBundles: bundles,
      contactModuleTranslations: [translation(textLocale, focusArea, fragments)],
      regionsAndLanguages: regionsAndLanguagesIn(
        body.regionsAndLanguagesForLocale ? languageOf(body.regionsAndLanguagesForLocale) : textLocale.languageCode,
      ),
      reroutingInformation: { isRerouted: false, requestedLocale: null },
      ...(hasBundle ? schedulerParts(body, focusArea, textLocale, fragments) : {}),
      clientInfo: clientInfo(fieldsOf(body.clientInfo)),
    };
    return { body: prune(answer, request.query) };
  }

  function clientInfo(sent: Fields): Fields {
    const offset = sent.timeZoneOffsetJS;
    return {
      timeZoneOffsetJS: typeof offset === 'number' ? offset : new Date(options.now()).getTimezoneOffset(),
      ipAddress: typeof sent.ipAddress === 'string' ? sent.ipAddress : '203.0.113.24',
      ipAddressRegistryCountryCode: String(sent.ipAddressRegistryCountryCode ?? 'US'),
    };
  }

  const keys: Fields = {
    contactInformationBundleKeys: focusAreas.flatMap((focusArea) =>
      locales.map((locale) => ({ ...locale, focusArea, variation: '', purpose: '(default)' })),
    ),
    contactModuleTranslationKeys: locales.map((locale) => ({ ...locale, purpose: '(default)' })),
  };

  const routes: readonly SandboxRoute[] = [
    { method: 'GET', path: '/contact/lookup', answer: (request) => lookup(request, false) },
    { method: 'GET', path: '/contact/lookup/focus-area', answer: (request) => lookup(request, true) },
    { method: 'GET', path: '/contact/lookup/:variant', answer: (request) => lookup(request, false) },
    {
      method: 'GET',
      path: '/contact/keys',
      answer: () => ({ body: keys, headers: { 'cache-control': 'public, max-age=600' } }),
    },
    { method: 'GET', path: '/status', answer: () => ({ body: statusPage, type: 'text/html' }) },
    { method: 'GET', path: '/contact/client-info', answer: () => ({ body: { clientInfo: clientInfo({}) } }) },
  ];

  return {
    name: 'contact',
    routes: [...routes, ...routes.map((route) => ({ ...route, path: `/older${route.path}` }))],
    control(command, body) {
      if (command !== 'contact') return undefined;
      if (Array.isArray(body.without))
        without = bundleParts.filter((part) => (body.without as unknown[]).includes(part));
      if (typeof body.empty === 'boolean') isEmpty = body.empty;
      if (body.chat === null) chatProduct = undefined;
      else if (typeof body.chat === 'string') {
        if (!isChatProduct(body.chat)) return { status: 400, body: { message: `unknown chat product: ${body.chat}` } };
        chatProduct = body.chat;
      }
      return { body: { without, chat: chatProduct ?? null, empty: isEmpty } };
    },
    reset() {
      without = [];
      isEmpty = false;
      chatProduct = undefined;
    },
  };
}

function isChatProduct(name: string): name is ChatProduct {
  return Object.hasOwn(chatProducts, name);
}

/** The target of the bundle's link to another origin. */
const statusPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Northwind status</title>
<h1>All systems operational</h1><p>Cloud, Data and Shield, in 31 regions.</p></html>`;

function translation(locale: CompanyLocale, focusArea: unknown, textFragments: Fragments): Fields {
  return {
    key: { ...locale, purpose: '(default)', ...(isFocusArea(focusArea) ? { focusArea } : {}) },
    textFragments,
  };
}

/** The scheduler's members, each only if the request has its key. */
function schedulerParts(body: Fields, focusArea: FocusArea, locale: CompanyLocale, fragments: Fragments): Fields {
  const { languageCode } = locale;
  return {
    ...(body.schedulerTextTranslationsKey
      ? {
          schedulerTextTranslations: [
            {
              key: { ...locale, purpose: '(default)', variation: '', focusArea },
              textFragments: { scheduler: fragments.scheduler ?? {} },
            },
          ],
        }
      : {}),
    ...(body.schedulingClassificationsKey
      ? {
          schedulingClassifications: topics[focusArea].en.map((classification, index) => ({
            classification,
            classificationTranslation: topics[focusArea][languageCode][index] ?? classification,
          })),
        }
      : {}),
    ...(body.internationalDialingForLocale
      ? { internationalDialing: { internationalDialingCodes: dialingCodesIn(languageCode) } }
      : {}),
  };
}

/** `prune=a,b` removes those members from the answer. */
function prune(answer: Fields, query: URLSearchParams): Fields {
  const unwanted = new Set(query.getAll('prune').flatMap((names) => names.split(',')));
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !unwanted.has(name)));
}

function readBodyParameter(request: SandboxRequest): Fields | undefined {
  try {
    const body: unknown = JSON.parse(request.query.get('body') ?? '');
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** A locale such as `de-DE`, or an object with a languageCode. */
function languageOf(value: unknown): CompanyLocale['languageCode'] {
  const code = typeof value === 'string' ? value.split(/[-_]/)[0] : fieldsOf(value).languageCode;
  return isLanguage(code) ? code : 'en';
}
