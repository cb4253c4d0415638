import { type Fields, isRecord } from '../../../bridge/guards.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';
import { browserClock } from '../../platform/clock.ts';
import { isWidgetError } from '../../platform/errors.ts';
import { defaultLocale, type Locale, parseLanguageTag, pickLocaleKey } from '../../text/locale.ts';
import { type ContactAnswer, isText, parseContactAnswer } from '../answer.ts';
import type { ContactDeployment } from '../deployment.ts';
import { inquiryMarker } from '../form/inquiryAddress.ts';
import { lookupTimeoutMs } from '../limits.ts';
import { isOpen } from './openingHours.ts';

/** The locales that a page wants: that of the contact options, and that of the texts. */
export interface FileLocales extends Locale {
  readonly textLanguageCode: string;
  readonly textRegionCode: string;
}

/** Reads the static file instead of the contact service. Undefined and rejections mean the same as in `ContactApi`. */
export async function lookUpFile(
  call: CallBackend,
  { hosts, file }: Pick<ContactDeployment, 'hosts' | 'file'>,
  locales: FileLocales,
  signal: AbortSignal | undefined,
): Promise<ContactAnswer | undefined> {
  const paths = new Set([locales, defaultLocale].map((locale) => pathFor(file ?? '', locale)));
  const read = (body: unknown) => parseContactAnswer(toAnswer(body, locales, browserClock.now()));
  for (const path of paths) {
    try {
      return await call({ hosts, path, parse: read, method: 'GET', attemptTimeoutMs: lookupTimeoutMs, signal });
    } catch (error) {
      // There is no file for this language.
      if (!(isWidgetError(error) && error.status !== undefined && error.status < 500)) throw error;
    }
  }
  return undefined;
}

/** `/contact-{language}-{region}.json` becomes `/contact-de-AT.json`. */
export const pathFor = (file: string, { languageCode, regionCode }: Locale): string =>
  file.replaceAll('{language}', languageCode).replaceAll('{region}', regionCode);

interface Language extends Locale {
  readonly content: Fields;
}

/**
 * The answer that a contact service would send. The best language comes first; the others follow for the list of languages.
 * Malformed items are dropped: `npm run check:contact` reports them.
 */
export function toAnswer(body: unknown, wanted: FileLocales, nowMs: number): Fields | undefined {
  if (!isRecord(body) || !isRecord(body.languages)) return undefined;
  const languages = Object.entries(body.languages).flatMap(([tag, content]): Language[] => {
    const { languageCode, regionCode } = parseLanguageTag(tag);
    return languageCode && regionCode && isRecord(content) ? [{ languageCode, regionCode, content }] : [];
  });
  const best = pickLocaleKey(languages, wanted) ?? languages[0];
  const texts = pickLocaleKey(languages, {
    languageCode: wanted.textLanguageCode,
    regionCode: wanted.textRegionCode,
  });
  if (!best) return undefined;
  const open = isOpen(body.openingHours, nowMs);
  return {
    contactInformationBundles: [best, ...languages.filter((one) => one !== best)].map((one) => toBundle(one, open)),
    contactModuleTranslations: isRecord(texts?.content.texts)
      ? [{ key: { languageCode: texts.languageCode }, textFragments: texts.content.texts }]
      : [],
    regionsAndLanguages: languages.map((one) => toNames(one, best)),
  };
}

/** While the company is closed, nobody answers the phone or the chat, unless a bot does. Email and form stay. */
function toBundle({ languageCode, regionCode, content }: Language, open: boolean): Fields {
  const { email, form, phone, links, chat } = content;
  return {
    key: { languageCode, regionCode },
    emailInformation: [
      ...(isRecord(form) ? formsOf(form, open) : []),
      ...(isRecord(email) && isText(email.address)
        ? [{ url: `mailto:${email.address}`, linkText: wordsOf(email, open) }]
        : []),
    ],
    phoneInformation:
      open && isRecord(phone) && isText(phone.number)
        ? [
            {
              phone: { phoneNumber: phone.number, phoneNumberFormatted: phone.shown ?? phone.number },
              phoneNumberInfo: phone.text,
            },
          ]
        : [],
    chatInformation:
      isRecord(chat) && isText(chat.service) && (open || chat.service === 'bot')
        ? [{ chatService: chat.service, chatRoutingCode: chat.desk }]
        : [],
    customLinks: (Array.isArray(links) ? links : []).flatMap((link) =>
      isRecord(link) && isText(link.url) ? [{ link: link.url, linkText: link.text }] : [],
    ),
  };
}

/** A form on the company's site, or one in the pane, which may be shown only while the company is closed. */
function formsOf(form: Fields, open: boolean): Fields[] {
  const linkText = wordsOf(form, open);
  if (isText(form.url)) return [{ link: form.url, linkText }];
  const isShown = isText(form.send) && !(open && form.when === 'closed');
  return isShown ? [{ link: `${inquiryMarker}${form.send}`, linkText }] : [];
}

const wordsOf = ({ text, textWhenClosed }: Fields, open: boolean): unknown => (open ? text : (textWhenClosed ?? text));

/** The names of a region and a language, in the shown language and in their own. */
function toNames({ languageCode, regionCode }: Locale, shown: Locale): Fields {
  const name = (type: 'region' | 'language', language: string): string =>
    new Intl.DisplayNames([language], { type, fallback: 'code' }).of(type === 'region' ? regionCode : languageCode) ??
    '';
  return {
    ...{ languageCode, regionCode },
    regionNameDefault: name('region', shown.languageCode),
    languageNameDefault: name('language', shown.languageCode),
    languageNameTranslation: name('language', languageCode),
  };
}
