import { type Agent, until } from '../sandbox/xmppServer.ts';
import { deliveredIds } from './channelEvents.ts';
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
  /** Its talk has started, through the proxy. */
  readonly page: XmppPage;
  readonly agent: Agent;
  readonly proxy: FaultyProxy;
  readonly faultCount: number;
  /**
   * No connection breaks while the server writes: not when it answers a text, and not before both sides have everything from the last
   * fault. ejabberd may block the session for minutes otherwise (`limits.ts`).
   */
  readonly isGentle: boolean;
}

/** Each fault adds a wait before the next attempt, a blocked session adds minutes, and the machine may be busy. */
const busyMs = 240_000;
const pause = (delayMs: number): Promise<void> => new Promise((done) => setTimeout(done, delayMs));

/** A visitor and an agent write to each other while the connection of the visitor breaks again and again. Returns what each has written. */
export async function playFaults({ page, agent, proxy, faultCount, isGentle }: FaultStory) {
  const random = createRandom(Number(process.env.SEED ?? 21));
  const kinds = faultKinds.filter((kind) => !isGentle || kind !== 'cutAfter');
  const sent = ['story 0'];
  const answers: string[] = [];
  await page.say('story 0');
  await until(() => agent.texts().includes('story 0'), 'the agent has the first text', busyMs);
  const to = agent.events.find(({ text }) => text === 'story 0')?.visitor ?? '';
  for (let at = 1; at <= faultCount; at += 1) {
    await playFault(proxy, kinds[Math.floor(random() * kinds.length)]);
    sent.push(`story ${at}`);
    answers.push(`answer ${at}`);
    await page.say(`story ${at}`);
    agent.act({ action: 'say', id: `story-${at}`, text: `answer ${at}`, to });
    await pause(random() * 40);
    proxy.mode = 'pass';
    proxy.fault = () => 'pass';
    page.online();
    if (random() < 0.5 || isGentle)
      await until(() => deliveredIds(page.events).length === sent.length, 'all texts so far are delivered', busyMs);
    if (isGentle) await until(() => page.heard().length === answers.length, 'all answers so far are shown', busyMs);
  }
  await until(() => deliveredIds(page.events).length >= sent.length, 'all texts are delivered', busyMs);
  await until(() => page.heard().length >= answers.length, 'all answers are shown', busyMs);
  await until(() => agent.texts().includes(sent.at(-1) ?? ''), 'the agent has the last text', busyMs);
  return { sent, answers };
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
