import type { Obstacle, PageFacts, PageLink, UserInfoFields, UserInfoSource, Viewport } from './records.ts';

/** The frame's parsers for everything the loader sends. They take `unknown`; `undefined` means rejected. */

const maxTextLength = 8_192;
/** The longest address or page object that is parsed. */
const maxValueLength = 500_000;
/** The longest look that is parsed: enough for ten thousand links with long addresses. */
const maxLookLength = 20_000_000;
const maxCookies = 200;
const maxLinks = 10_000;
const maxObstacles = 1_000;
const maxSettings = 64;
const maxUserFields = 32;
/** Browsers cannot lay out a document larger than this. */
const maxPx = 100_000_000;

export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown, maxLength = maxTextLength): string {
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** A position or size, clamped to what a page can have, so that sums of such numbers stay finite. */
function px(value: unknown): number {
  return Math.max(-maxPx, Math.min(maxPx, number(value)));
}

/** Rejects `__proto__`, which would set the prototype when the record is copied. */
function isSafeName(name: string): boolean {
  return name !== '__proto__';
}

/** The value of a JSON text, or undefined when it is too long or not JSON. */
function parseJson(json: unknown, maxLength: number): unknown {
  if (typeof json !== 'string' || json.length > maxLength) return undefined;
  try {
    return JSON.parse(json, (name, value) => (isSafeName(name) ? value : undefined));
  } catch {} // Not JSON.
}

/** The parsed value at a path of a reading, or undefined when it is missing or not JSON. */
function valueAt(reading: Fields, path: string | undefined): unknown {
  return path && Object.hasOwn(reading, path) ? parseJson(reading[path], maxValueLength) : undefined;
}

function parseViewport(at: (path: string) => unknown): Viewport | undefined {
  const visual = (at('visualViewport') ?? {}) as Fields;
  const innerWidth = px(at('innerWidth'));
  const innerHeight = px(at('innerHeight'));
  if (innerWidth <= 0 || innerHeight <= 0) return undefined;
  // Pinch zoom shows fewer CSS px of the page, also by `innerWidth` and `innerHeight` in WebKit. Times the zoom, a visual size is that
  // without zoom. It is rounded down because in other browsers `innerWidth` is a whole number and the visual width is not.
  const scale = number(visual.scale) || 1;
  const width = Math.max(innerWidth, Math.floor(px(number(visual.width) * scale)));
  const height = px((innerHeight * width) / innerWidth);
  return {
    width,
    height,
    // A keyboard covers a part of the page, pinch zoom does not.
    visibleHeight: px(number(visual.height) * scale) || height,
    // Pinch zoom moves the visible part too, but not because of a keyboard.
    visibleTop: scale > 1 ? undefined : px(visual.offsetTop) || undefined,
    documentHeight: px(at('document.documentElement.scrollHeight')),
    scrollY: px(at('scrollY')),
  };
}

/** The texts in a record, such as the attributes of the loader's script. */
export function parseTexts(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxSettings)
      .filter((entry): entry is [string, string] => isSafeName(entry[0]) && typeof entry[1] === 'string')
      .map(([name, setting]) => [name, setting.slice(0, maxTextLength)]),
  );
}

/** The facts and viewport in a reading of the page, or undefined when it has no address or no viewport. */
export function parsePageReading(value: unknown): { facts: PageFacts; viewport: Viewport } | undefined {
  if (!isRecord(value)) return undefined;
  const at = (path: string | undefined): unknown => valueAt(value, path);
  const url = text(at('location.href'), maxValueLength);
  const viewport = parseViewport(at);
  if (!viewport || !URL.canParse(url)) return undefined;
  const settings = parseTexts(value);
  const facts: PageFacts = {
    url,
    referrer: text(at('document.referrer')),
    lang: text(at('document.documentElement.lang'), 64),
    timeOrigin: number(at('performance.timeOrigin')),
    settings,
    config: at(settings.configObject ?? 'contactWidgetConfig'),
    chat: at(`${settings.chatFunction}.name`) !== undefined,
    isUserPromised: ['contactWidgetUser', settings.profileObject, settings.supportObject].some(
      (path) => path && value[path] === 0,
    ),
    user: {
      ...parseUser('page', at('contactWidgetUser')),
      ...parseUser('profile', at(settings.profileObject)),
      ...parseUser('support', at(settings.supportObject)),
    },
  };
  return { facts, viewport };
}

function parseUser(source: UserInfoSource, fields: unknown): PageFacts['user'] {
  return isRecord(fields) ? { [source]: parseUserFields(fields) } : {};
}

function parseUserFields(fields: Fields): UserInfoFields {
  const entries = Object.entries(fields)
    .slice(0, maxUserFields)
    .filter(
      (entry): entry is [string, string | number | boolean] =>
        isSafeName(entry[0]) && ['string', 'number', 'boolean'].includes(typeof entry[1]),
    )
    // Pages give ids as numbers, too.
    .map(([name, field]) => [name, typeof field === 'boolean' ? field : String(field).slice(0, 1_024)] as const);
  return Object.fromEntries(entries);
}

export function parseObstacles(value: unknown): readonly Obstacle[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, maxObstacles).flatMap((item: unknown) => {
    const [name, landing, box]: unknown[] = Array.isArray(item) ? item : [];
    if (!isRecord(box)) return [];
    const kind = typeof landing === 'string' ? 'landing' : name === 'footer' ? name : 'fixed';
    return [{ kind, top: px(box.top), right: px(box.right), bottom: px(box.bottom), left: px(box.left) }];
  });
}

/** The kind of each link of the page. */
export function parseKinds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, maxLinks).map((kind: unknown) => text(kind, 64));
}

/** A clicked link, from its JSON text. */
export function parseLink(json: unknown): PageLink | undefined {
  const link = parseJson(json, maxValueLength);
  if (!isRecord(link)) return undefined;
  return {
    kind: text(link.kind, 64),
    href: text(link.href),
    focusArea: text(link.focusArea, 256),
    purpose: text(link.purpose, 256),
    resource: text(link.resource, 256),
  };
}

/** A look whose parts are still to be parsed. */
export type UncheckedLook = readonly [
  reading: unknown,
  kinds: unknown,
  obstacles: unknown,
  cookies: unknown,
  hasFocus: unknown,
  lastInputMs: unknown,
];

const lookParts = 6;

/** The parts of a look, under the keys 0 to 5. Undefined if the text is too long, or is not the JSON of an object. */
export function parseLook(value: unknown): UncheckedLook | undefined {
  const look = parseJson(value, maxLookLength);
  if (typeof look !== 'object' || look === null) return undefined;
  return Array.from({ length: lookParts }, (_, at) => (look as Fields)[at]) as unknown as UncheckedLook;
}

/** `name=value` of each cookie. */
export function parseCookies(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, maxCookies).filter((cookie) => typeof cookie === 'string') : [];
}
