import type { Browser } from 'playwright/test';
import { createControl, createHost } from '../../browser/fixtures.ts';
import { openChatEntry } from '../../browser/liveSteps.ts';
import { isolatedDeployment, withXmpp } from '../../sandbox/deployment.ts';
import type { Ejabberd } from '../../sandbox/ejabberd.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { type Agent, until } from '../../sandbox/xmppServer.ts';
import { type FaultyProxy, startFaultyProxy } from '../../support/faultyProxy.ts';
import { openXmppPage, type XmppPage } from '../../support/xmppPage.ts';

const rounds = 5;
const textsOfConversation = 50;
/** Long enough for the channel to have tried in vain. */
const cutMs = 3_000;

export interface ConversationTimes {
  /** From the click that starts the chat to a text at the agent, which is typed as soon as there is a field; ms, sorted. */
  readonly firstTexts: readonly number[];
  /** Text to receipt of one visitor on an idle server, ms, sorted. */
  readonly receipts: readonly number[];
  /** From the return of the network to the text that waited for it at the agent, ms, sorted. */
  readonly resumptions: readonly number[];
}

/** What one visitor waits for: the built product in a browser, and the channel as it is in Node. */
export async function measureConversation(browser: Browser, server: Ejabberd): Promise<ConversationTimes> {
  const agent = await server.startAgent();
  try {
    const firstTexts = await timeFirstTexts(browser, server, agent);
    return { firstTexts, ...(await timeChannel(server, agent)) };
  } finally {
    agent.stop();
  }
}

const ascending = (one: number, other: number): number => one - other;

async function timeFirstTexts(browser: Browser, server: Ejabberd, agent: Agent): Promise<readonly number[]> {
  const sandbox = await startSandbox({
    port: 0,
    distDir: 'dist',
    config: (urls) => withXmpp(isolatedDeployment(urls), server.port),
  });
  const control = createControl(sandbox);
  await control.command('contact', { chat: 'xmpp' });
  const times: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage();
      const host = createHost(page, control);
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
      const frame = await host.openPane();
      const start = await openChatEntry(frame);
      const clickedAt = performance.now();
      await start.click();
      await frame.getByRole('textbox').fill(`first text ${round}`);
      await frame.getByRole('textbox').press('Enter');
      await until(() => agent.texts().includes(`first text ${round}`), 'the agent has the first text');
      times.push(performance.now() - clickedAt);
      await page.close();
    }
  } finally {
    await sandbox.close();
  }
  return times.sort(ascending);
}

async function timeChannel(
  server: Ejabberd,
  agent: Agent,
): Promise<Pick<ConversationTimes, 'receipts' | 'resumptions'>> {
  const files = { service: server.uploadService, origin: `http://127.0.0.1:${server.port}` };
  const proxy = await startFaultyProxy(server.port);
  const [page, cutPage] = [server.port, proxy.port].map((port) => openXmppPage({ port, files })) as [
    XmppPage,
    XmppPage,
  ];
  try {
    return { receipts: await timeReceipts(page), resumptions: await timeResumptions(cutPage, proxy, agent) };
  } finally {
    page.lifetime.end();
    cutPage.lifetime.end();
    await proxy.close();
  }
}

async function timeReceipts(page: XmppPage): Promise<readonly number[]> {
  await page.start();
  const times: number[] = [];
  for (let at = 0; at < textsOfConversation; at += 1) {
    const id = `alone ${at}`;
    const sentAt = performance.now();
    await page.say(id);
    await until(() => page.events.some((one) => one.type === 'receipt' && one.ids.includes(id)), 'there is a receipt');
    times.push(performance.now() - sentAt);
  }
  return times.sort(ascending);
}

async function timeResumptions(page: XmppPage, proxy: FaultyProxy, agent: Agent): Promise<readonly number[]> {
  await page.start();
  await page.say('before the cuts');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await until(() => page.events.filter(({ type }) => type === 'delivered').length === round + 1, 'it is delivered');
    proxy.mode = 'refuse';
    proxy.reset();
    await page.say(`cut ${round}`);
    await new Promise((done) => setTimeout(done, cutMs));
    proxy.mode = 'pass';
    const returnedAt = performance.now();
    page.online();
    await until(() => agent.texts().includes(`cut ${round}`), 'the agent has the text');
    times.push(performance.now() - returnedAt);
  }
  return times.sort(ascending);
}
