/** One rule of delivery, broken on purpose. A family must notice it. */
export interface Mutation {
  readonly rule: string;
  readonly name: string;
  readonly file: string;
  /** Must be in the file once. */
  readonly text: string;
  readonly replacement: string;
  /** The families that may notice it, in this order; `core` by default. */
  readonly families?: readonly string[];
}

const folder = 'frame/chat/delivery';
const [rules, sender, texts, echoes, main] = ['rules', 'sender', 'texts', 'echoes', 'createDelivery'].map(
  (name) => `${folder}/${name}.ts`,
) as [string, string, string, string, string];

export const mutations: readonly Mutation[] = [
  {
    rule: 'owner',
    name: "sends in anybody's name",
    file: rules,
    text: 'return owner !== undefined && entry.owner === owner;',
    replacement: 'return owner !== undefined;',
  },
  {
    rule: 'owner',
    name: 'keeps the texts of who has left',
    file: main,
    text: "abandon((entry) => entry.owner !== '' && entry.owner !== next);",
    replacement: '',
  },
  {
    rule: 'conversation',
    name: 'sends into any conversation',
    file: rules,
    text: 'return conversationId !== undefined && entry.conversationId === conversationId;',
    replacement: 'return conversationId !== undefined;',
  },
  {
    rule: 'conversation',
    name: 'goes on with the texts of a conversation that is over',
    file: main,
    text: 'abandon((entry) => entry.conversationId !== id);',
    replacement: '',
  },
  {
    rule: 'lock',
    name: 'takes the texts of living tabs',
    file: main,
    text: 'if (tabs.holds(entry.tabId)) found.push(entry);',
    replacement: 'if (entry) found.push(entry);',
  },
  {
    rule: 'lock',
    name: 'takes the place of a tab that is alive',
    file: 'frame/platform/tabs.ts',
    text: 'holds: (tabId) => tabId === id || held.has(tabId),',
    replacement: 'holds: () => true,',
  },
  {
    rule: 'lock',
    name: 'sends what another tab has taken over',
    file: rules,
    text: 'now.holds(entry.tabId) &&',
    replacement: '',
  },
  {
    rule: 'replay first',
    name: 'sends again without looking',
    file: rules,
    text: "if (!text.isUncertain) return { type: 'send', text };",
    replacement: "return { type: 'send', text };",
  },
  {
    rule: 'replay first',
    name: 'is certain of a text whose answer was lost',
    file: sender,
    text: 'const text = texts.change(id, { isUncertain: true });\n      if (text &&',
    replacement: 'const text = texts.find(id);\n      if (text &&',
  },
  {
    rule: 'replay first',
    name: 'believes a replay that a lost connection has cut off',
    file: sender,
    text: 'if (startedIn === generation && !hasGap) {',
    replacement: 'if (!hasGap) {',
  },
  {
    rule: 'position',
    name: 'takes an echo from before the text',
    file: rules,
    text: 'return echo.position > entry.position;',
    replacement: 'return true;',
  },
  {
    rule: 'claim',
    name: 'one echo confirms the texts of two tabs',
    file: rules,
    text: "return stored.some((one) => one.fate === 'settled' && one.settledAt === echo.position && isSameStream(echo, one));",
    replacement: 'return stored.length < 0;',
  },
  {
    rule: 'gap',
    name: 'concludes although events are missing',
    file: rules,
    text: "return hasGap ? { type: 'wait' } : { type: 'replay' };",
    replacement: "return { type: 'replay' };",
  },
  {
    rule: 'gap',
    name: 'believes a replay although events are missing',
    file: sender,
    text: 'if (startedIn === generation && !hasGap) {',
    replacement: 'if (startedIn === generation) {',
  },
  {
    rule: 'void position',
    name: 'sends a text whose position the service does not know',
    file: rules,
    text: 'return entry.position > knownPosition;',
    replacement: 'return entry.position > Number.MAX_VALUE;',
  },
  {
    rule: 'restart',
    name: 'keeps the positions of the count before',
    file: main,
    text: 'for (const { entry } of texts.all) texts.change(entry.id, {}, { position: -1 });',
    replacement: '',
  },
  {
    rule: 'taken',
    name: 'sends a text that another tab has removed',
    file: sender,
    text: 'if (isStored && !storage.has(id)) {',
    replacement: 'if (isStored && id === "") {',
  },
  {
    rule: 'one at a time',
    name: 'sends the next text before the answer',
    file: rules,
    text: '!now.isReady || now.texts.some(({ isInFlight }) => isInFlight)',
    replacement: '!now.isReady',
  },
  {
    rule: 'order',
    name: 'sends the newest text first',
    file: rules,
    text: 'const text = now.texts.find(',
    replacement: 'const text = now.texts.findLast(',
  },
  {
    rule: 'order',
    name: 'does not sort texts that come from storage',
    file: texts,
    text: 'all = [...all, text].sort((a, b) => a.entry.writtenAt - b.entry.writtenAt);',
    replacement: 'all = [text, ...all];',
  },
  {
    rule: 'words',
    name: 'matches a text whose answer is awaited',
    file: rules,
    text: '!isInFlight &&\n      (isUncertain',
    replacement: '(isUncertain',
  },
  {
    rule: 'words',
    name: 'matches by words although echoes have ids',
    file: rules,
    text: 'if (echo.id !== undefined || hasIds) return texts.find(({ entry }) => entry.id === echo.id);',
    replacement: '',
  },
  {
    rule: 'echo before its answer',
    name: 'forgets echoes that came too early',
    file: echoes,
    text: 'echo.textId = text.entry.id;\n      return echo;',
    replacement: 'return undefined;',
  },
  {
    rule: 'nothing waits for ever',
    name: 'never shows a text as not sent',
    file: sender,
    text: "if (fate === 'queued' || fate === 'sent') fail(id);",
    replacement: '',
  },
  {
    rule: 'nothing waits for ever',
    name: 'waits for an echo for ever',
    file: sender,
    text: 'echoWaits.set(id, echoWaitMs, () => {',
    replacement: 'echoWaits.set(id, 1e12, () => {',
  },
  {
    rule: 'nothing waits for ever',
    name: 'does not repeat a replay that failed',
    file: sender,
    text: "retries.set('replay', waitMs, pump);",
    replacement: '',
  },
  {
    rule: 'patience',
    name: 'forgets a text that met a busy service',
    file: sender,
    text: "texts.change(id, {}, { fate: 'queued' });\n      isBusy",
    replacement: 'texts.drop(id);\n      isBusy',
  },
  {
    rule: 'returned',
    name: 'drops the texts of a conversation that is over',
    file: main,
    text: 'if (lost.length > 0) ports.returned(lost);',
    replacement: '',
  },
  {
    rule: 'Try again',
    name: 'sends an uncertain text without looking',
    file: main,
    text: 'texts.change(id, { isUncertain: isUncertain || isGone }, { ...to, position });',
    replacement: 'texts.change(id, { isUncertain: false }, { ...to, position });',
  },
];
