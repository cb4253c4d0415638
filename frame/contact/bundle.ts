import { type Fields, isRecord } from '../../bridge/guards.ts';
import type { Translation } from '../text/texts.ts';
import {
  type BundleKey,
  type ContactAnswer,
  chatRows,
  isKey,
  isText,
  keyedBundles,
  list as wholeList,
} from './answer.ts';
import { maxEntries } from './limits.ts';

/**
 * The bundle, with the wire's field names (SH-078, SH-079, SC-025). A missing list becomes an empty one, and malformed items
 * are dropped.
 */
export interface ContactBundle {
  readonly key: BundleKey;
  readonly schedulingInformation: readonly SchedulingInformation[];
  readonly emailInformation: readonly (Purposed & { url?: string; link?: string; linkText?: string })[];
  readonly phoneInformation: readonly (Purposed & {
    phone: { phoneNumber: string; phoneNumberFormatted?: string };
    phoneNumberInfo?: string;
    priority?: { priorityCode?: string | number };
  })[];
  readonly priorityInformation: readonly Purposed[];
  /** Rows with a chat service, as sent. Routing reads their other fields (CH-004). */
  readonly chatInformation: readonly (Fields & { chatService: string; chatRoutingCode: string; purpose?: string })[];
  readonly smsInformation: readonly (Purposed & { phoneNumber: { phoneNumber: string } })[];
  readonly supportChatInformation: readonly (Purposed & {
    chatService: string;
    chatRoutingCode: string;
    linkText?: string;
  })[];
  readonly customLinks: readonly (Purposed & { link: string; linkText?: string })[];
}

interface Purposed {
  readonly purpose: string;
}

/** As sent. The scheduler reads its other fields (SC-019). */
export type SchedulingInformation = Fields &
  Purposed & {
    availableSlots?: number | undefined;
    availableSlotsAsOf?: string | number | undefined;
    clientURL?: string | undefined;
  };

export interface RegionAndLanguage extends BundleKey {
  readonly regionNameDefault: string;
  readonly regionNameTranslation?: string;
  readonly languageNameDefault: string;
  readonly languageNameTranslation?: string;
}

export interface ClientInfo {
  readonly timeZoneOffsetJS?: number;
}

/** Drops a time zone offset that is not a number. */
export function parseClientInfo(value: unknown): ClientInfo | undefined {
  if (!isRecord(value)) return undefined;
  const { timeZoneOffsetJS, ...others } = value;
  return typeof timeZoneOffsetJS === 'number' ? { ...others, timeZoneOffsetJS } : others;
}

/** The result of a successful lookup: the first bundle, and parts that other rooms parse. */
export interface ContactInformation {
  readonly bundle: ContactBundle;
  readonly translations: readonly Translation[];
  readonly regionsAndLanguages: readonly RegionAndLanguage[];
  readonly reroutingInformation: unknown;
  readonly clientInfo: ClientInfo | undefined;
  readonly schedulerTextTranslations: readonly unknown[];
  readonly schedulingClassifications: readonly unknown[];
  readonly internationalDialing: unknown;
}

const list: typeof wholeList = (value, fits) => wholeList(value, fits).slice(0, maxEntries) as never;

/** Drops the fields whose `typeof` is not in `types`. */
function typed<Item extends object>(items: readonly Item[], types: Readonly<Record<string, string>>): readonly Item[] {
  return items.map(
    (item) =>
      Object.fromEntries(
        Object.entries(item).filter(([name, value]) => !types[name] || types[name]?.includes(typeof value)),
      ) as Item,
  );
}

const texts = { url: 'string', link: 'string', linkText: 'string', clientURL: 'string', phoneNumberInfo: 'string' };
const slots = { ...texts, availableSlots: 'number', availableSlotsAsOf: 'string number' };

const hasNumber = (value: unknown): boolean => isRecord(value) && isText(value.phoneNumber);

function parseBundle(bundle: Fields, key: BundleKey): ContactBundle {
  const support = list<Fields & Purposed>(bundle.supportChatInformation, ({ startChat }) => startChat !== false);
  return {
    key,
    schedulingInformation: typed(list<SchedulingInformation>(bundle.schedulingInformation), slots),
    emailInformation: typed(list(bundle.emailInformation), texts),
    phoneInformation: typed(
      list(bundle.phoneInformation, ({ phone }) => hasNumber(phone)),
      texts,
    ),
    priorityInformation: list(bundle.priorityInformation),
    // Chat rows keep a missing purpose: routing fills in the default.
    chatInformation: chatRows(bundle).map(
      (row) => ({ chatRoutingCode: '', ...row }) as ContactBundle['chatInformation'][number],
    ),
    smsInformation: list(bundle.smsInformation, ({ phoneNumber }) => hasNumber(phoneNumber)),
    supportChatInformation: typed(support, { ...texts, chatService: 'string', chatRoutingCode: 'string' }).map(
      (item) => ({
        chatService: 'salesforce',
        chatRoutingCode: '',
        ...item,
      }),
    ),
    customLinks: typed(
      list(bundle.customLinks, ({ link }) => isText(link)),
      texts,
    ),
  };
}

/** The keys of all bundles, for the locales of a focus area (SH-069). */
export const keysOf = ({ body }: ContactAnswer): readonly BundleKey[] =>
  keyedBundles(body).map(({ key }) => key as BundleKey);

/** Whether the bundle offers chat or support chat. */
export const hasChatRows = ({ chatInformation, supportChatInformation }: ContactBundle): boolean =>
  chatInformation.length > 0 || supportChatInformation.length > 0;

const parsed = new WeakMap<ContactAnswer, ContactInformation>();

/** Parses the whole answer, once per answer. */
export function readInformation(answer: ContactAnswer): ContactInformation {
  const cached = parsed.get(answer);
  if (cached) return cached;
  const { body, key, translations } = answer;
  const information = {
    bundle: parseBundle(answer.first, key),
    translations,
    clientInfo: parseClientInfo(body.clientInfo),
    regionsAndLanguages: typed(
      list<RegionAndLanguage>(body.regionsAndLanguages, isKey).map((item) => ({
        ...item,
        regionNameDefault: item.regionNameDefault ?? '',
        languageNameDefault: item.languageNameDefault ?? '',
      })),
      { regionNameTranslation: 'string', languageNameTranslation: 'string' },
    ),
    reroutingInformation: body.reroutingInformation,
    schedulerTextTranslations: Array.isArray(body.schedulerTextTranslations) ? body.schedulerTextTranslations : [],
    schedulingClassifications: Array.isArray(body.schedulingClassifications) ? body.schedulingClassifications : [],
    internationalDialing: body.internationalDialing,
  };
  parsed.set(answer, information);
  return information;
}
