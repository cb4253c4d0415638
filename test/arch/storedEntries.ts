import * as hostKeys from '../../bridge/hostKeys.ts';
import { rememberedPillKey } from '../../bridge/wire.ts';
import { type FrameKey, frameKeys, leftKeys } from '../../frame/platform/storage.ts';
import { readSources } from '../support/sources.ts';

/** The list of everything that the widget stores in a browser, from the registries: for reviewers, who read it in a README. */

const longest = {
  local: 'without a time limit, until the widget no longer needs it or the visitor clears it',
  session: 'until the tab is closed',
} as const;

/** SH-112. */
const cookieLife = 'cookie: 364 days; 23 hours if the visitor has not answered and their country needs no consent';

/** Registry comments end in the product whose consent the entry needs. */
const described = /\/\*\* ([^*]{10,}?) Consent: (\w+)\. \*\/\n {2}'(cm-[\w-]+)'/g;

/** Why an entry stays when its visitor leaves. */
export const keptKeys: Readonly<Partial<Record<FrameKey, string>>> = {
  'cm-visitor': 'the mark of the next visitor replaces it',
  'cm-tab-visitor': 'the mark of the next visitor replaces it',
  'cm-tab': 'it stays: it names no visitor',
  'cm-form': 'it stays under the visitor’s key, and is shown to no other',
  'cm-outbox-form': 'it stays until it is sent, under the visitor’s key',
  'cm-marketing': 'it stays until a deletion: it names no visitor',
  'cm-consent': 'it stays: the answer is the browser’s',
  'cm-deleted': 'it stays: it names no visitor',
  'cm-tab-deleted': 'it stays: it names no visitor',
  'cm-left': 'a new one is stored',
  'cm-tab-left': 'a new one is stored',
  'cm-proactive-block': 'it stays: it names no visitor',
};

/** What happens to an entry when its visitor leaves: signs out, is replaced by another, or deletes their data. */
const fate = (key: FrameKey): string => (leftKeys.includes(key) ? 'removed' : (keptKeys[key] ?? ''));

/** Names on the host page, which the registry of the bridge only lists. */
const onPage: Readonly<Record<keyof typeof hostKeys, readonly [content: string, lifetime: string, consent: string]>> = {
  pillEvents: ['Which animations of the pill have run (SH-031).', cookieLife, 'necessary'],
  proactiveState: ['When the visitor was last invited, and what became of it (SH-117).', cookieLife, 'proactive'],
  unreadsSeen: ['Whether unread messages were seen (CH-045).', 'cookie: until the browser is closed', 'chat'],
  asyncUnreadsSeen: ['The same for messaging (CH-045).', 'cookie: until the browser is closed', 'chat'],
  experimentVisitor: ['A random id for experiments (CH-203).', cookieLife, 'experiments'],
  anonymousId: ['Read only: the id of the page’s analytics.', 'set by the page', 'chat'],
  noticePreferences: ['Read only: the answer to the page’s banner (SH-111).', 'set by the page', 'necessary'],
};

export function storedEntries(): readonly string[] {
  const [registry] = readSources(['frame/platform'], /^storage\.ts$/);
  const inFrame = [...(registry?.text ?? '').matchAll(described)].map(([, content = '', consent = '', name = '']) =>
    entryOf(
      name,
      `frame, ${frameKeys[name as FrameKey]} storage`,
      content.replace(/\s*\n \*\s*/g, ' '),
      `${longest[frameKeys[name as FrameKey]]}. When its visitor leaves: ${fate(name as FrameKey)}`,
      consent,
    ),
  );
  const byPage = Object.entries(hostKeys).map(([key, name]) => {
    const [content, lifetime, consent] = onPage[key as keyof typeof hostKeys];
    return entryOf(name, 'page', content, lifetime, consent);
  });
  const pill = entryOf(
    rememberedPillKey,
    'page, local storage',
    'The pill as it was last drawn, for the next page. Empty when the page has no pill.',
    'until the visitor clears it',
    'necessary',
  );
  return [...inFrame, ...byPage, pill];
}

function entryOf(name: string, where: string, content: string, lifetime: string, consent: string): string {
  return `- \`${name}\` (${where}; consent: ${consent}). ${content} Kept: ${lifetime}.`;
}
