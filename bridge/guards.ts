import type { Obstacle, PageFacts, PageLink, UserInfoFields, UserInfoSource, Viewport } from './records.ts';

/** Everything the loader sends is `unknown` until one of these returned it; `undefined` means refused. */

const longestText = 8_192;
const mostEntries = 10_000;
const mostSettings = 64;
const mostUserFields = 32;
/** Longer than browsers lay out a document. */
const longestPx = 100_000_000;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown, longest = longestText): string {
  return typeof value === 'string' ? value.slice(0, longest) : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** A position or size: what no page can have is cut off, so that sums of such numbers stay harmless. */
function px(value: unknown): number {
  return Math.max(-longestPx, Math.min(longestPx, number(value)));
}

/** A field that a page can have; `__proto__` would set a prototype where the record is copied. */
function isName(name: string): boolean {
  return name !== '__proto__';
}

export function parseViewport(value: unknown): Viewport | undefined {
  if (!isFields(value)) return undefined;
  const width = px(value.width);
  const height = px(value.height);
  if (width <= 0 || height <= 0) return undefined;
  return {
    width,
    height,
    visibleHeight: px(value.visibleHeight) || height,
    documentHeight: px(value.documentHeight),
    scrollY: px(value.scrollY),
    nodes: number(value.nodes),
  };
}

function parseTexts(value: unknown): Readonly<Record<string, string>> {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostSettings)
      .filter((entry): entry is [string, string] => isName(entry[0]) && typeof entry[1] === 'string')
      .map(([name, setting]) => [name, setting.slice(0, longestText)]),
  );
}

export function parsePageFacts(value: unknown): PageFacts | undefined {
  if (!isFields(value)) return undefined;
  const url = text(value.url, 200_000);
  if (!URL.canParse(url)) return undefined;
  return {
    url,
    referrer: text(value.referrer),
    title: text(value.title),
    lang: text(value.lang, 64),
    dir: text(value.dir, 8),
    timeOrigin: number(value.timeOrigin),
    settings: parseTexts(value.settings),
    config: value.config ?? undefined,
    chat: value.chat === true,
    user: parseUser(value.user),
  };
}

const sources = ['page', 'profile', 'support'] as const satisfies UserInfoSource[];

function parseUser(value: unknown): PageFacts['user'] {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    sources.flatMap((source) => {
      const fields = value[source];
      return isFields(fields) ? [[source, parseUserFields(fields)]] : [];
    }),
  );
}

function parseUserFields(fields: Fields): UserInfoFields {
  const entries = Object.entries(fields)
    .slice(0, mostUserFields)
    .filter(
      (entry): entry is [string, string | boolean] =>
        isName(entry[0]) && ['string', 'boolean'].includes(typeof entry[1]),
    )
    .map(([name, field]) => [name, typeof field === 'string' ? field.slice(0, 1_024) : field] as const);
  return Object.fromEntries(entries);
}

export function parseObstacles(value: unknown): readonly Obstacle[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, 100).flatMap((item: unknown) => {
    if (!isFields(item) || (item.kind !== 'fixed' && item.kind !== 'footer')) return [];
    return [
      {
        kind: item.kind,
        top: px(item.top),
        right: px(item.right),
        bottom: px(item.bottom),
        left: px(item.left),
      },
    ];
  });
}

export function parseLinks(value: unknown): readonly PageLink[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, mostEntries).flatMap((item: unknown) => {
    if (!isFields(item) || !isLinkId(item.id)) return [];
    return [
      {
        id: item.id,
        kind: text(item.kind, 64),
        href: text(item.href),
        focusArea: text(item.focusArea, 256),
        purpose: text(item.purpose, 256),
        resource: text(item.resource, 256),
      },
    ];
  });
}

export function isLinkId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
