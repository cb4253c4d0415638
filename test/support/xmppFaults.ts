import { type Agent, until } from '../sandbox/xmppServer.ts';
import { deliveredIds } from './channelEvents.ts';
import { createFakeBrowser, type FakeBrowser } from './fakeStorage.ts';
import type { FaultyProxy } from './faultyProxy.ts';
import { createRandom } from './random.ts';
import type { XmppPage } from './xmppPage.ts';

/**
 * How the connection breaks. `cutBefore`, `cutAfter`: with the next text, before the server has it, or when the server answers it.
 * `reset`: at once. `refuse`: at once, and no other one can be opened. `stallDown`: after the server has not been heard for a moment.
 */
const faultKinds = ['cutBefore', 'cutAfter', 'reset', 'refuse', 'stallDown'] as const;
type FaultKind = (typeof faultKinds)[number];

export interface FaultStory {
  /** Its conversation has started, through the proxy. */
  readonly page: XmppPage;
  readonly agent: Agent;
  readonly proxy: FaultyProxy;
  readonly faultCount: number;
  /**
   * Few connections break while the server writes: none when it answers a text, and none before both sides have everything from the last
   * fault. Some do: the server may write the agent's answer, or a receipt, just then. ejabberd blocks the session in this case
   * (`limits.ts`), and the answer comes late.
   */
  readonly isGentle: boolean;
}

/** ejabberd takes so long for each stanza that it writes to a broken websocket. */
const writeMs = 15_000;
/** How many stanzas may come before an answer: the answers to the requests of a new session, an acknowledgement, and two receipts. */
const stanzasBefore = 8;
/** How long an answer may take that a blocked session holds: the channel reads it after twice its delay at most. The machine may be busy. */
export const blockedMs = 2 * stanzasBefore * writeMs + 120_000;
export const pause = (delayMs: number): Promise<void> => new Promise((done) => setTimeout(done, delayMs));

/** A visitor and an agent write to each other while the connection of the visitor breaks again and again. Returns what each has written. */
export async function playFaults({ page, agent, proxy, faultCount, isGentle }: FaultStory) {
  const random = createRandom(Number(process.env.SEED ?? 21));
  const kinds = faultKinds.filter((kind) => !isGentle || kind !== 'cutAfter');
  const sent = ['story 0'];
  const answers: string[] = [];
  await page.say('story 0');
  await until(() => agent.texts().includes('story 0'), 'the agent has the first text', blockedMs);
  // The server has answered what the session asked for at its beginning.
  if (isGentle) await until(() => isReceived(page, 'story 0'), 'the visitor has the receipt', blockedMs);
  const to = agent.events.find(({ text }) => text === 'story 0')?.visitor ?? '';
  for (let at = 1; at <= faultCount; at += 1) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    await playFault(proxy, kind);
    sent.push(`story ${at}`);
    answers.push(`answer ${at}`);
    await page.say(`story ${at}`);
    agent.act({ action: 'say', id: `story-${at}`, text: `answer ${at}`, to });
    await pause(random() * 40);
    proxy.mode = 'pass';
    proxy.fault = () => 'pass';
    page.online();
    if (random() < 0.5 || isGentle)
      await until(
        () => deliveredIds(page.events).length >= sent.length,
        `text ${at} (${kind}) is delivered`,
        blockedMs,
      );
    if (isGentle)
      await until(() => page.heard().length >= answers.length, `answer ${at} (${kind}) is shown`, blockedMs);
  }
  await until(() => deliveredIds(page.events).length >= sent.length, 'all texts are delivered', blockedMs);
  await until(() => page.heard().length >= answers.length, 'all answers are shown', blockedMs);
  await until(() => agent.texts().includes(sent.at(-1) ?? ''), 'the agent has the last text', blockedMs);
  return { sent, answers };
}

/** The number of a text or an answer of the story. */
export const numberOf = (text = ''): number => Number(text.split(' ')[1]);

/** Whether the visitor has been told that the agent's client has the text. */
export const isReceived = ({ events }: Pick<XmppPage, 'events'>, id: string): boolean =>
  events.some((one) => one.type === 'receipt' && one.ids.includes(id));

/** Begins a conversation with the text "reading 1", and loads the page again. The first reading of the archive breaks the connection. */
export async function loadWithCutReading(open: (browser: FakeBrowser) => XmppPage, proxy: FaultyProxy) {
  const browser = createFakeBrowser();
  const page = open(browser);
  await page.start();
  await page.say('reading 1');
  await until(() => isReceived(page, 'reading 1'), 'the visitor has the receipt');
  page.lifetime.end();
  let cuts = 0;
  proxy.fault = (direction, text) => {
    if (direction === 'up' || !text.includes('<fin')) return 'pass';
    cuts += 1;
    return cuts === 1 ? 'cutBefore' : 'pass';
  };
  const next = open(browser);
  await next.channel.init();
  await next.channel.resume({ conversationId: page.channel.snapshot.conversationId });
  const isUp = () => next.events.some((one) => one.type === 'connection' && !one.isLost);
  await until(() => cuts > 0 && isUp(), 'the next page is connected', blockedMs);
  return next;
}

/** Breaks the connection, now or with the next text. */
async function playFault(proxy: FaultyProxy, kind: FaultKind | undefined): Promise<void> {
  if (kind === 'cutBefore' || kind === 'cutAfter') {
    proxy.fault = (direction, text) => (direction === 'up' && text.includes('<body>') ? kind : 'pass');
    return;
  }
  if (kind === 'refuse' || kind === 'stallDown') proxy.mode = kind;
  if (kind === 'stallDown') await pause(20);
  proxy.reset();
}
