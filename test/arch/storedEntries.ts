import * as hostKeys from '../../bridge/hostKeys.ts';
import { rememberedPillKey } from '../../bridge/wire.ts';
import { frameKeys } from '../../frame/platform/storage.ts';
import { readSources } from '../support/sources.ts';

/** The list of everything that the widget stores in a browser, from the registries: for reviewers, who read it in a README. */

const longest = {
  local: 'until it is no longer needed, or the visitor clears it',
  session: 'until the tab is closed',
} as const;

/** SH-112. */
const cookieLife = 'cookie: 364 days; 23 hours where nobody must be asked and nobody has answered';

/** Registry comments end in the product whose consent the entry needs. */
const described = /\/\*\* ([^*]{10,}?) Consent: (\w+)\. \*\/\n {2}'(cm-[\w-]+)'/g;

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
      `frame, ${frameKeys[name as keyof typeof frameKeys]} storage`,
      content.replace(/\s*\n \*\s*/g, ' '),
      longest[frameKeys[name as keyof typeof frameKeys]],
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
