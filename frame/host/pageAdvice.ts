import { isRecord } from '../../bridge/guards.ts';
import type { PageFacts } from '../../bridge/records.ts';
import { nearestName } from '../platform/nearestName.ts';
import { parseJson } from '../platform/parseJson.ts';
import { innermostConfig } from './pageConfig.ts';
import type { ColorScheme, PageSettings, PillTheme } from './pageSettings.ts';

/** What a developer of the page has probably misspelt, and what to write instead (F-AD19). */

/** In dataset spelling. */
export const attributeNames = [
  ...['focusArea', 'variation', 'languageCode', 'regionCode', 'theme', 'colorScheme', 'pill', 'menuOrder', 'collapse'],
  ...['hideOnMobile', 'noProactive', 'demo', 'analyticsEvents', 'linkAttribute', 'configObject', 'profileObject'],
  ...[
    'supportObject',
    'chatFunction',
    'feedbackClose',
    'defaultContact',
    'defaultChat',
    'defaultEmail',
    'defaultPhone',
    'defaultScheduler',
  ],
] as const;

export const configNames = [
  ...['focusArea', 'variation', 'settings', 'consent', 'signedIdentity', 'rules', 'switchOff', 'hidePill'],
  ...['analyticsEvents', 'productName', 'pageViewId', 'dmpAudience', 'lotameId'],
] as const;
/** The fields of older config objects, and the parents that may contain one. */
const olderNames = [
  ...['contactInformationBundleKey', 'contactModuleTranslationKey', 'routing', 'translation', 'colorPalette'],
  ...['page', 'pageInfo', 'ibm', 'contactModuleConfiguration'],
];
/** Repeated here, because an export of `pageSettings.ts` would cost every page bytes. */
const choicesOf: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['theme', ['blue', 'yellow', 'grey', 'red-brand'] satisfies PillTheme[]],
  ['colorScheme', ['auto', 'light', 'dark'] satisfies ColorScheme[]],
  ['menuOrder', ['default', 'call-first'] satisfies PageSettings['menuOrder'][]],
];
const linkKinds = ['contact', 'chat', 'email', 'phone', 'scheduler'];

/** Parts of a page reading other than the script's attributes. */
const readings = [
  'pageScheme',
  'contactWidgetUser',
  'visualViewport',
  'scrollY',
  'innerWidth',
  'innerHeight',
  'undefined',
];

/** At most this many sentences: a page may have ten thousand wrong links. */
const maxSentences = 10;

export interface AdviceFacts {
  readonly facts: Pick<PageFacts, 'settings' | 'config'>;
  readonly linkKinds: readonly string[];
  /** What was looked up, if the contact service had nothing for it. */
  readonly missing: { readonly focusArea: string; readonly variation: string | undefined } | undefined;
}

const attributeOf = (name: string): string => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function pageAdvice({ facts: { settings, config }, linkKinds: kinds, missing }: AdviceFacts): readonly string[] {
  return [
    ...(missing ? [adviceOnArea(missing)] : []),
    ...adviceOnAttributes(settings),
    ...choicesOf.flatMap(([name, values]) => adviceOnChoice(name, settings[name]?.trim().toLowerCase(), values)),
    ...(settings.pill === undefined || isDrawings(settings.pill)
      ? []
      : ['data-pill is not a pill. Copy the value of cm-pill from the local storage of a page that shows the pill.']),
    ...adviceOnConfig(config, settings.configObject),
    ...adviceOnLinks(kinds, settings.linkAttribute),
  ].slice(0, maxSentences);
}

function adviceOnArea({ focusArea, variation }: NonNullable<AdviceFacts['missing']>): string {
  if (focusArea === '' && variation === undefined) {
    return (
      'The page names no focus area, so the widget has nothing to offer. Set data-focus-area on the script, ' +
      'or focusArea in contactWidgetConfig, to one that your contact service or contact file has.'
    );
  }
  const name = variation === undefined ? `data-focus-area="${focusArea}"` : `data-variation="${variation}"`;
  return `${name}: the contact service has nothing for it. Use one that your contact service or contact file has.`;
}

/** Only what is nearly a name of ours: consent tools and tag managers add attributes of their own to every script. */
function adviceOnAttributes(settings: PageFacts['settings']): readonly string[] {
  const { configObject, profileObject, supportObject } = settings;
  const others = [...readings, configObject, profileObject, supportObject];
  return Object.keys(settings).flatMap((name) => {
    if (attributeNames.includes(name as never) || others.includes(name) || name.includes('.')) return [];
    const nearest = nearestName(name, attributeNames);
    return nearest ? [`${attributeOf(name)}: there is no such attribute. Did you mean ${attributeOf(nearest)}?`] : [];
  });
}

function adviceOnChoice(name: string, value: string | undefined, values: readonly string[]): readonly string[] {
  if (!value || values.includes(value)) return [];
  const nearest = nearestName(value, values);
  const question = nearest ? ` Did you mean ${nearest}?` : '';
  return [`${attributeOf(name)}="${value}": there is no such value.${question} The values are ${values.join(', ')}.`];
}

function isDrawings(text: string): boolean {
  try {
    const drawings = parseJson(text);
    return isRecord(drawings) && Object.values(drawings).every(isRecord);
  } catch {
    return false;
  }
}

/** An object that the page shares with other products has fields of its own. */
function adviceOnConfig(config: unknown, path: string | undefined): readonly string[] {
  const isOurs = path === undefined;
  return Object.keys(innermostConfig(config)).flatMap((name) => {
    if (configNames.includes(name as never) || olderNames.includes(name)) return [];
    const nearest = nearestName(name, configNames);
    const place = `${name} in ${path ?? 'contactWidgetConfig'}: there is no such field.`;
    if (nearest) return [`${place} Did you mean ${nearest}?`];
    return isOurs ? [`${place} The fields are ${configNames.join(', ')}.`] : [];
  });
}

function adviceOnLinks(kinds: AdviceFacts['linkKinds'], attribute = 'data-contact-link'): readonly string[] {
  const isKnown = (kind: string): boolean => linkKinds.includes(kind.replace(/-(link|text)$/, ''));
  const unknown = [...new Set(kinds)].filter((kind) => kind !== '' && !isKnown(kind));
  return unknown.map((kind) => {
    const nearest = nearestName(kind, linkKinds);
    const choices = nearest ? `Did you mean ${nearest}?` : `Use ${linkKinds.join(', ')}; each also with -text.`;
    return `${attribute}="${kind}": there is no such kind, so the page keeps this link. ${choices}`;
  });
}
