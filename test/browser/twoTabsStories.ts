import { createRandom } from '../support/random.ts';
import { expect } from './fixtures.ts';
import {
  conversationsOf,
  type DeskConversation,
  type FaultyNetwork,
  openTab,
  type Profile,
  readWindow,
  type Shown,
  setOffline,
  showChat,
  startChat,
  type Tab,
  write,
} from './twoTabsSteps.ts';

interface StoryTab {
  tab: Tab;
  /** Whether it shows the conversation since it was loaded. */
  isReady: boolean;
  /** It was loaded while the services could not be reached. */
  isBare: boolean;
}

/** Two tabs of one guest, in which one story after another is told. */
export interface Pair {
  readonly profile: Profile;
  readonly tabs: readonly [StoryTab, StoryTab];
  conversationId: string;
}

interface Story {
  readonly seed: number;
  readonly pair: Pair;
  readonly random: () => number;
  /** What the visitor has written, with the tab. */
  readonly written: { readonly text: string; readonly tab: string }[];
  readonly said: string[];
  /** What has happened, one line per step. */
  readonly words: string[];
  /** Messages to the tabs are held. */
  isHolding: boolean;
}

/** Does one thing and tells it in words; undefined if it cannot happen now. */
type Action = (story: Story, at: StoryTab) => Promise<string | undefined> | string | undefined;

const stepCount = 8;

/** How often each step is drawn, relative to the others. */
const weights = {
  write: 22,
  writeSame: 8,
  say: 10,
  cutBefore: 8,
  cutAfter: 10,
  repeat: 6,
  hold: 8,
  release: 8,
  stallDown: 6,
  stallUp: 6,
  refuse: 6,
  offline: 7,
  bothOffline: 4,
  restore: 14,
  reload: 8,
  reopen: 5,
  settle: 8,
};

const isTextFrame = (frame: string): boolean => frame.startsWith('{"kind"') && frame.includes('"ContentEvent"');
const isPublish = (frame: string): boolean => isTextFrame(frame) && frame.includes('"ms.PublishEvent"');

const isReachable = ({ pair }: Story, { tab }: StoryTab): boolean =>
  !tab.isOffline && pair.profile.network.proxy.mode === 'pass';

/** A tab that is loading now will not find the services. */
function strand({ pair }: Story): void {
  for (const one of pair.tabs) if (!one.isReady) one.isBare = true;
}

async function writeIn(story: Story, at: StoryTab, text: string): Promise<boolean> {
  if (!at.isReady) {
    if (at.isBare || !isReachable(story, at)) return false;
    await showChat(at.tab);
    at.isReady = true;
  }
  await write(at.tab, text);
  story.written.push({ text, tab: at.tab.name });
  return true;
}

const nextText = ({ seed, written }: Story): string => `[${seed} text ${written.length + 1}]`;

/** Writes a text whose connection breaks. */
async function writeUnder(
  story: Story,
  at: StoryTab,
  fault: 'cutBefore' | 'cutAfter',
  words: string,
): Promise<string | undefined> {
  const { proxy } = story.pair.profile.network;
  const text = nextText(story);
  let more = 1;
  proxy.fault = (direction, frame) => (direction === 'up' && isPublish(frame) && more-- > 0 ? fault : 'pass');
  return (await writeIn(story, at, text)) ? `tab ${at.tab.name} writes ${text}, which is ${words}` : undefined;
}

async function say(story: Story): Promise<string> {
  const text = `[${story.seed} answer ${story.said.length + 1}]`;
  const { sandbox } = story.pair.profile.network;
  await sandbox.command('agent', { action: 'say', conversationId: story.pair.conversationId, text });
  story.said.push(text);
  return text;
}

/** Everything works again. */
async function restore(story: Story): Promise<void> {
  const { pair } = story;
  const { proxy } = pair.profile.network;
  proxy.mode = 'pass';
  proxy.fault = () => 'pass';
  proxy.releaseHeld();
  story.isHolding = false;
  for (const { tab } of pair.tabs) if (tab.isOffline) await setOffline(tab, false);
}

async function load(story: Story, at: StoryTab, open: () => Promise<unknown>): Promise<void> {
  if (at.tab.isOffline) await setOffline(at.tab, false);
  at.isReady = false;
  at.isBare = story.pair.profile.network.proxy.mode === 'refuse';
  await open();
}

const actions: Readonly<Record<keyof typeof weights, Action>> = {
  async write(story, at) {
    const text = nextText(story);
    return (await writeIn(story, at, text)) ? `tab ${at.tab.name} writes ${text}` : undefined;
  },
  async writeSame(story) {
    const text = `[${story.seed} ${story.random() < 0.5 ? 'yes' : 'no'}]`;
    const done = await Promise.all(story.pair.tabs.map((one) => writeIn(story, one, text)));
    const count = done.filter(Boolean).length;
    return count === 0 ? undefined : `${count === 2 ? 'both tabs write' : 'one tab writes'} ${text}`;
  },
  say: async (story) => `the agent says ${await say(story)}`,
  cutBefore: (story, at) => writeUnder(story, at, 'cutBefore', 'cut off before it arrives'),
  cutAfter: (story, at) => writeUnder(story, at, 'cutAfter', 'cut off after it has arrived'),
  repeat({ pair }) {
    pair.profile.network.proxy.fault = (direction, frame) =>
      direction === 'down' && frame.startsWith('{"kind"') ? 'repeat' : 'pass';
    return 'every frame from the service comes three times';
  },
  async hold(story) {
    let more = 1 + Math.floor(story.random() * 3);
    const words = `and the next ${more} messages to the tabs are held`;
    story.pair.profile.network.proxy.fault = (direction, frame) =>
      direction === 'down' && isTextFrame(frame) && more-- > 0 ? 'hold' : 'pass';
    story.isHolding = true;
    return `the agent says ${await say(story)}, ${words}`;
  },
  release(story) {
    if (!story.isHolding) return undefined;
    story.pair.profile.network.proxy.releaseHeld();
    story.isHolding = false;
    return 'what is held comes late';
  },
  stallDown({ pair }) {
    pair.profile.network.proxy.mode = 'stallDown';
    return 'nothing comes from the service';
  },
  stallUp({ pair }) {
    pair.profile.network.proxy.mode = 'stallUp';
    return 'nothing reaches the service';
  },
  refuse(story) {
    const { proxy } = story.pair.profile.network;
    proxy.mode = 'refuse';
    proxy.reset();
    strand(story);
    return 'the service is gone';
  },
  async offline(story, at) {
    if (at.tab.isOffline) return undefined;
    await setOffline(at.tab, true);
    strand(story);
    const isCut = story.random() < 0.5;
    if (isCut) story.pair.profile.network.proxy.reset();
    return `tab ${at.tab.name} goes offline${isCut ? ', and all connections break' : ''}`;
  },
  async bothOffline(story) {
    for (const { tab } of story.pair.tabs) await setOffline(tab, true);
    strand(story);
    story.pair.profile.network.proxy.reset();
    return 'both tabs are offline';
  },
  async restore(story) {
    if (story.pair.tabs.every((one) => isReachable(story, one))) return undefined;
    await restore(story);
    return 'everything works again';
  },
  async reload(story, at) {
    await load(story, at, () => at.tab.page.reload());
    return `tab ${at.tab.name} reloads`;
  },
  async reopen(story, at) {
    await load(story, at, async () => {
      const { name, page } = at.tab;
      await page.close();
      // It is another tab: the texts of the closed one are left to whoever inherits them.
      at.tab = await openTab(story.pair.profile, `${name.charAt(0)}${Number(name.slice(1)) + 1}`);
    });
    return `a tab is closed, and tab ${at.tab.name} opens`;
  },
  async settle(story) {
    if (story.pair.tabs.some((one) => !one.isReady || !isReachable(story, one))) return undefined;
    for (const { tab } of story.pair.tabs) {
      const isSending = async () => (await readWindow(tab)).messages.some((one) => one.isSending);
      await expect.poll(isSending).toBe(false);
    }
    return 'the texts arrive';
  },
};

function draw(random: () => number): keyof typeof weights {
  const entries = Object.entries(weights) as [keyof typeof weights, number][];
  let at = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    at -= weight;
    if (at < 0) return name;
  }
  return 'write';
}

/** Does what starts a conversation, and returns its id. */
async function startedBy(network: FaultyNetwork, act: () => Promise<unknown>): Promise<string> {
  const before = (await conversationsOf(network)).length;
  await act();
  await expect.poll(async () => (await conversationsOf(network)).length).toBe(before + 1);
  return (await conversationsOf(network))[0]?.id ?? '';
}

export async function openPair(profile: Profile): Promise<Pair> {
  const first = await openTab(profile, 'A1');
  const conversationId = await startedBy(profile.network, () => startChat(first));
  const second = await openTab(profile, 'B1');
  await showChat(second);
  const toStoryTab = (tab: Tab): StoryTab => ({ tab, isReady: true, isBare: false });
  return { profile, tabs: [toStoryTab(first), toStoryTab(second)], conversationId };
}

/** A new conversation in both tabs, with a service that does or does not return ids and receipts. */
async function begin(pair: Pair, seed: number): Promise<Story> {
  const { network } = pair.profile;
  const random = createRandom(seed);
  await network.sandbox.command('messaging', { returnsIds: random() < 0.5, returnsReceipts: random() < 0.5 });
  await network.sandbox.command('agent', { action: 'end', conversationId: pair.conversationId });
  const again = pair.tabs[0].tab.host.frame().getByRole('button', { name: 'Start new chat' });
  pair.conversationId = await startedBy(network, () => again.click());
  const story: Story = { seed, pair, random, written: [], said: [], words: [], isHolding: false };
  const greeting = await say(story);
  for (const { tab } of pair.tabs)
    await expect.poll(async () => (await readWindow(tab)).messages.map(({ text }) => text)).toEqual([greeting]);
  return story;
}

/** Everything works again, and both tabs show the conversation. */
async function heal(story: Story): Promise<void> {
  const isTold = story.random() < 0.5;
  await restore(story);
  await Promise.all(
    story.pair.tabs.map(async (at) => {
      if (at.isBare) await at.tab.page.reload();
      if (!at.isReady) await showChat(at.tab);
      Object.assign(at, { isReady: true, isBare: false });
      if (isTold) for (const isOffline of [true, false]) await setOffline(at.tab, isOffline);
    }),
  );
  story.words.push(`everything works again, and the tabs ${isTold ? 'hear of it' : 'find out themselves'}`);
}

/** Plays the story of a seed. At its end, both tabs and the agent say one last thing: nothing older may come after it. */
export async function play(pair: Pair, seed: number): Promise<void> {
  const story = await begin(pair, seed);
  try {
    for (let count = 0; count < stepCount; ) {
      const name = draw(story.random);
      const at = pair.tabs[story.random() < 0.5 ? 0 : 1];
      const words = await actions[name](story, at);
      if (words === undefined) continue;
      story.words.push(words);
      count += 1;
    }
    await heal(story);
    for (const at of pair.tabs) await writeIn(story, at, `[${seed} last of ${at.tab.name}]`);
    await say(story);
    await expect.poll(() => findBroken(story), { timeout: 45_000, intervals: [50, 100, 250] }).toEqual([]);
  } catch (error) {
    throw new Error(`The story of seed ${seed}:\n- ${story.words.join('\n- ')}`, { cause: error });
  }
}

/** What the story has broken, or has not finished yet. */
async function findBroken(story: Story): Promise<readonly string[]> {
  const conversations = await conversationsOf(story.pair.profile.network);
  const here = conversations.find((one) => one.id === story.pair.conversationId);
  const elsewhere = conversations
    .filter((one) => one !== here)
    .flatMap(({ messages }) => messages.filter(({ text }) => text.startsWith(`[${story.seed} `)));
  const atDesk = ofStory(story, here?.messages ?? []);
  const windows = await Promise.all(
    story.pair.tabs.map(async ({ tab }) => {
      const shown = await readWindow(tab);
      return { name: tab.name, shown: { ...shown, messages: ofStory(story, shown.messages) } };
    }),
  );
  return [
    ...elsewhere.map(({ text }) => `${text} is in another conversation`),
    ...brokenAtDesk(story, atDesk, windows),
    ...windows.flatMap((one) => brokenInWindow(one.name, one.shown, atDesk)),
    ...story.pair.profile.uncaught.map((error) => `uncaught: ${error}`),
  ];
}

/**
 * The messages without the lines of earlier stories. Those that were left in a tab which this story closes return to the composer of
 * the other tab, perhaps just before it sends.
 */
function ofStory<Message extends { readonly text: string }>(
  { seed }: Story,
  messages: readonly Message[],
): readonly Message[] {
  return messages.flatMap((one) => {
    const lines = one.text.split('\n').filter((line) => line.startsWith(`[${seed} `));
    return lines.length > 0 ? [{ ...one, text: lines.join('\n') }] : [];
  });
}

type Messages = DeskConversation['messages'];
interface Window {
  readonly name: string;
  readonly shown: Shown;
}

const textsOf = (messages: Messages, from: string): readonly string[] =>
  messages.flatMap((one) => (one.from === from ? [one.text] : []));

function brokenAtDesk({ written, said }: Story, messages: Messages, windows: readonly Window[]): readonly string[] {
  const arrived = textsOf(messages, 'visitor');
  const waiting = windows.flatMap(({ shown }) => [
    ...shown.messages.flatMap((one) => (one.isNotSent ? [one.text] : [])),
    ...shown.composer.split('\n'),
  ]);
  const broken: string[] = [];
  const count = (texts: readonly string[], text: string): number => texts.filter((one) => one === text).length;
  const all = written.map(({ text }) => text);
  for (const text of new Set([...all, ...arrived])) {
    const [wanted, came, unsent] = [count(all, text), count(arrived, text), count(waiting, text)];
    if (came > wanted) broken.push(`${text} has arrived ${came} times, and was written ${wanted} times`);
    else if (came + unsent !== wanted)
      broken.push(`${text} was written ${wanted} times, has arrived ${came} times, and waits ${unsent} times`);
  }
  for (const name of new Set(written.map(({ tab }) => tab))) {
    const own = written.flatMap((one) => (one.tab === name && count(all, one.text) === 1 ? [one.text] : []));
    const inOrder = arrived.filter((text) => own.includes(text));
    const expected = own.filter((text) => arrived.includes(text));
    if (inOrder.join() !== expected.join()) broken.push(`the texts of tab ${name} arrived as ${inOrder.join()}`);
  }
  if (textsOf(messages, 'agent').join() !== said.join()) broken.push('the desk has not what the agent said');
  return broken;
}

/** A window shows what is at the desk, each message once and in the desk's order, and no text that waits in silence. */
function brokenInWindow(name: string, { messages }: Shown, atDesk: Messages): readonly string[] {
  const line = ({ from, text }: { readonly from: string; readonly text: string }): string => `${from} ${text}`;
  const settled = messages.filter((one) => !one.isSending && !one.isNotSent).map(line);
  const expected = atDesk.filter(({ from }) => from !== 'system').map(line);
  return [
    ...messages.flatMap((one) => (one.isSending ? [`tab ${name} is still sending ${one.text}`] : [])),
    ...(settled.join('\n') === expected.join('\n')
      ? []
      : [`tab ${name} shows ${settled.join(', ')}; the desk has ${expected.join(', ')}`]),
  ];
}
