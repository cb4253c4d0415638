import * as v from 'valibot';
import { spanPattern, weekdays } from './openingHours.ts';

/** The schema of the contact file. Used only by `npm run check:contact`, the service documents and the tests. */

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

const span = v.pipe(
  v.string('is not a time span, such as "09:00-17:00"'),
  v.regex(spanPattern, 'is not a time span, such as "09:00-17:00"'),
  v.check(
    (text) => !spanPattern.test(text) || text.slice(0, 5) < text.slice(6),
    'does not end after it begins; split a span across midnight into two days',
  ),
);
const spans = v.array(span, 'is not a list of time spans, such as ["09:00-12:00", "13:00-17:00"]');
const text = v.pipe(v.string('is not a text'), v.minLength(1, 'is empty'));
const url = v.pipe(text, v.regex(/^https:\/\/[^\s/]\S*$/, 'is not an address that begins with https://'));

const send = v.pipe(
  text,
  v.regex(
    /^(?:https:\/\/[^\s/]\S*|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/\S*)?|mailto:[^\s@]+@[^\s@]+)$/,
    'is not an address that begins with https:// or mailto:',
  ),
);
const when = v.picklist(['always', 'closed'], 'is neither "always" nor "closed"');

const openingHours = v.strictObject({
  timeZone: v.pipe(text, v.check(isZone, 'is not a time zone, such as "Europe/Berlin"')),
  ...v.entriesFromList(weekdays, v.optional(spans, [])),
  dates: v.optional(v.record(v.pipe(v.string(), v.check(isDate, 'is not a date, such as "2026-12-24"')), spans), {}),
});

const words = { text: v.optional(text), textWhenClosed: v.optional(text) };

const language = v.strictObject({
  email: v.optional(v.strictObject({ address: v.pipe(text, v.email('is not an e-mail address')), ...words })),
  form: v.optional(
    v.pipe(
      v.strictObject({ url: v.optional(url), send: v.optional(send), when: v.optional(when), ...words }),
      v.check((form) => (form.url === undefined) !== (form.send === undefined), 'needs either "url" or "send"'),
      v.check((form) => form.url === undefined || form.when === undefined, 'has "when", which is for "send" only'),
    ),
  ),
  phone: v.optional(
    v.strictObject({
      number: v.pipe(
        text,
        v.regex(
          /^(?=(?:\D*\d){6})\+\d(?:[\d ./-]|\((?:0|[1-9]\d*)\))*(?:,+\d+|,? ?(?:ext\.?|extension|x) ?\d+| #\d+)?$/,
          'is not a number with its country, such as "+49 30 123456"',
        ),
      ),
      shown: v.optional(text),
      text: v.optional(text),
    }),
  ),
  chat: v.optional(v.strictObject({ service: text, desk: text })),
  links: v.optional(v.array(v.strictObject({ url, text }), 'is not a list of links'), []),
  texts: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
});

/** What a company offers, in one file. */
export const contactFile = v.strictObject({
  $schema: v.optional(v.string()),
  openingHours: v.optional(openingHours),
  languages: v.pipe(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'is not a language with its region, such as "en-US"')),
      language,
      'is missing: name at least one language, such as "en-US"',
    ),
    v.check((one) => Object.keys(one).length > 0, 'names no language'),
  ),
});

type ContactFile = v.InferOutput<typeof contactFile>;

/** Returns the errors of a file, one sentence each. */
export function problemsOf(file: unknown): readonly string[] {
  const result = v.safeParse(contactFile, file);
  if (result.success) return silencesOf(result.output);
  return result.issues.map((issue) => {
    const path = v.getDotPath(issue) ?? 'The file';
    const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
    return `${path} ${isUnknown ? 'is not known: check its spelling' : sentenceOf(issue)}.`;
  });
}

function sentenceOf({ message, received, expected }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid')) return message;
  return received === 'undefined' ? 'is missing' : `is ${received}, but must be ${expected}`;
}

/** A file may be well-formed and still leave the visitor without a contact option. */
function silencesOf({ languages, openingHours: hours }: ContactFile): readonly string[] {
  return Object.entries(languages).flatMap(([tag, { email, form, phone, chat, links }]) => {
    const later = [email, form, chat?.service === 'bot', ...links].some(Boolean);
    const whileOpen = [email, form?.when !== 'closed' && form, phone, chat, ...links].some(Boolean);
    if (hours && !whileOpen) return [`languages.${tag} offers nothing while the company is open.`];
    if (!later && !phone && !chat) return [`languages.${tag} offers no way to make contact.`];
    return hours && !later
      ? [`languages.${tag} offers nothing while the company is closed: add "email" or "form".`]
      : [];
  });
}
