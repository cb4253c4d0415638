import { edit, type Mutation } from './mutation.ts';
import { xmppMutations } from './xmppMutations.ts';

const folder = 'frame/chat/delivery';
const inFolder = (name: string): string => `${folder}/${name}.ts`;
const [rules, sender, texts] = [inFolder('rules'), inFolder('sender'), inFolder('texts')];
const [main, earlier] = [inFolder('createDelivery'), inFolder('earlierTexts')];

export const mutations: readonly Mutation[] = [
  {
    rule: 'claim',
    name: 'takes the echo that another tab awaits',
    edits: [edit(texts, 'return text && !isContestedNow(echo, text) ? text : undefined;', 'return text;')],
  },
  {
    rule: 'replay first',
    name: 'sends a text again that the visitor decides about',
    edits: [edit(sender, 'else if (text.mayResend && (text', 'else if ((text')],
  },
  {
    rule: 'owner',
    name: "takes over anybody's texts",
    edits: [
      edit(earlier, 'entry.owner === owner() && texts', 'texts'),
      edit(rules, 'return owner !== undefined && entry.owner === owner;', 'return owner !== undefined;'),
      edit(main, 'for (const entry of storage.read()) if (entry.owner === previous) storage.remove(entry.id);', ''),
    ],
  },
  {
    rule: 'owner',
    name: 'goes on with the texts of who has left',
    edits: [
      edit(main, 'abandon(() => true);', ''),
      edit(rules, 'return owner !== undefined && entry.owner === owner;', 'return owner !== undefined;'),
    ],
  },
  {
    rule: 'owner',
    name: 'keeps the texts of who has left in the storage',
    edits: [
      edit(main, 'for (const entry of storage.read()) if (entry.owner === previous) storage.remove(entry.id);', ''),
    ],
  },
  {
    rule: 'conversation',
    name: 'sends into any conversation',
    edits: [
      edit(
        rules,
        'return conversationId !== undefined && entry.conversationId === conversationId;',
        'return conversationId !== undefined;',
      ),
    ],
  },
  {
    rule: 'conversation',
    name: 'goes on with the texts of a conversation that is over',
    edits: [edit(main, 'abandon((entry) => entry.conversationId !== undefined && entry.conversationId !== id);', '')],
  },
  {
    rule: 'lock',
    name: 'takes the texts of living tabs',
    edits: [
      edit(earlier, 'if (tabs.holds(entry.tabId)) return text;', 'if (entry) return text;'),
      edit(rules, '(now.holds(entry.tabId) || isClaimed) &&', ''),
    ],
  },
  {
    rule: 'lock',
    name: 'takes the place of a tab that is alive',
    edits: [edit('frame/platform/tabs.ts', 'holds: (tabId) => tabId === id || held.has(tabId),', 'holds: () => true,')],
  },
  {
    rule: 'lock',
    name: 'sends what another tab has taken over',
    edits: [
      edit(rules, '(now.holds(entry.tabId) || isClaimed) &&', ''),
      edit(sender, '(tabs.holds(entry.tabId) || isClaimed);', '(isClaimed || entry.id !== undefined);'),
    ],
  },
  {
    rule: 'lock',
    name: 'does not wait for the end of another tab',
    edits: [edit(earlier, '      awaitTab(entry.tabId);\n', '')],
  },
  {
    rule: 'replay first',
    name: 'sends again without looking',
    edits: [edit(rules, "if (!text.isUncertain) return { type: 'send', text };", "return { type: 'send', text };")],
  },
  {
    rule: 'replay first',
    name: 'is certain of a text whose answer was lost',
    edits: [
      edit(
        sender,
        "texts.change(id, { isUncertain: true }, { status: 'lost' })",
        "texts.change(id, {}, { status: 'lost' })",
      ),
    ],
  },
  {
    rule: 'replay first',
    name: 'is certain of a text from before a reload',
    edits: [edit(earlier, "isUncertain: entry.status !== 'unsent' || !ports.resends,", 'isUncertain: false,')],
  },
  {
    rule: 'position',
    name: 'takes an echo from before the text',
    edits: [edit(rules, 'return echo.position > entry.position;', 'return true;')],
  },
  {
    rule: 'claim',
    name: 'one echo confirms the texts of two tabs',
    edits: [
      edit(
        texts,
        'const claim = echo.id === undefined ? findClaim(echo, storage.read(), conversationId()) : undefined;',
        'const claim = echo.position < -9 ? findClaim(echo, storage.read(), conversationId()) : undefined;',
      ),
    ],
  },
  {
    rule: 'gap',
    name: 'concludes although events are missing',
    edits: [
      edit(rules, "return hasGap ? { type: 'wait' } : { type: 'replay' };", "return { type: 'replay' };"),
      edit(sender, 'startedIn === generation && !hasGap() &&', 'startedIn === generation &&'),
    ],
  },
  {
    rule: 'void position',
    name: 'sends a text whose position the service does not know',
    edits: [edit(rules, 'return entry.position > knownPosition || (', 'return entry.position > Number.MAX_VALUE && (')],
  },
  {
    rule: 'restart',
    name: 'keeps the positions of texts over the restart',
    edits: [edit(main, 'texts.change(entry.id, {}, { position: positionBeforeRestart, positionKey: undefined });', '')],
  },
  {
    rule: 'restart',
    name: 'keeps the positions after the restart',
    edits: [edit(texts, 'positions.clear();\n      known = known.filter(', 'known = known.filter(')],
  },
  {
    rule: 'taken',
    name: 'sends a text that another tab has removed',
    edits: [edit(sender, 'if (texts.isRemoved(next)) {', 'if (texts.isRemoved(next) && id === "") {')],
  },
  {
    rule: 'taken',
    name: 'sends again what another tab has taken and settled',
    edits: [edit(earlier, 'mayResend: false, isStored: false, isInPageOnly: true', 'mayResend: true, isStored: false')],
  },
  {
    rule: 'one at a time',
    name: 'sends the next text before the answer',
    edits: [edit(rules, '!now.isReady || now.texts.some(({ isInFlight }) => isInFlight)', '!now.isReady')],
  },
  {
    rule: 'order',
    name: 'sends the newest text first',
    edits: [edit(rules, 'const text = now.texts.find(', 'const text = now.texts.findLast(')],
  },
  {
    rule: 'order',
    name: 'puts texts from the storage behind new ones',
    edits: [edit(texts, '].sort(\n        (a, b) => a.entry.writtenAt - b.entry.writtenAt,\n      );', '];')],
  },
  {
    rule: 'words',
    name: 'matches a text whose answer is awaited',
    edits: [edit(rules, 'isInFlight ? hasConversationPerTab : entry.status', 'isInFlight ? true : entry.status')],
  },
  {
    rule: 'words',
    name: 'matches by words although echoes have ids',
    edits: [
      edit(rules, 'if (echo.id !== undefined || hasIds) return texts.find(({ entry }) => entry.id === echo.id);', ''),
    ],
  },
  {
    rule: 'echo before its answer',
    name: 'forgets echoes that came too early',
    edits: [edit(texts, 'echo.textId = text.entry.id;\n      return echo;', 'return undefined;')],
  },
  {
    rule: 'nothing waits for ever',
    name: 'never shows a text as not sent',
    edits: [edit(sender, 'else fail(id);', '')],
  },
  {
    rule: 'nothing waits for ever',
    name: 'waits for an echo for ever',
    edits: [edit(sender, 'echoWaits.set(id, echoWaitMs, () => {', 'echoWaits.set(id, 1e12, () => {')],
  },
  {
    rule: 'nothing waits for ever',
    name: 'does not repeat a replay that failed',
    edits: [edit(sender, 'retry.start(waitMs, pump);', '')],
  },
  {
    rule: 'patience',
    name: 'forgets a text that met a busy service',
    edits: [edit(sender, "texts.change(id, {}, { status: 'queued' });", 'texts.drop(id);')],
  },
  {
    rule: 'patience',
    name: 'does not wait as long as the service asks',
    edits: [edit(sender, 'busy.start(retryAfterMs, pump);', 'busy.start(0, pump);')],
  },
  {
    rule: 'returned',
    name: 'drops the texts of a conversation that is over',
    edits: [edit(earlier, 'if (lost.length > 0) ports.returned(lost);', '')],
  },
  {
    rule: 'returned',
    name: 'returns a text that has arrived in another conversation',
    edits: [edit(earlier, 'lookUp === undefined || text.entry', 'lookUp !== undefined || text.entry')],
    families: ['bot'],
  },
  {
    rule: 'claim',
    name: 'does not look for what another tab has confirmed',
    edits: [edit(earlier, '{ isUncertain: true, isClaimed: true }', '{ isUncertain: true }')],
    families: ['bot'],
  },
  {
    rule: 'claim',
    name: 'compares the positions that two tabs have counted',
    edits: [edit(rules, 'key === undefined || settledAs === undefined ?', 'key !== null ?')],
    families: ['bot'],
  },
  ...xmppMutations,
];
