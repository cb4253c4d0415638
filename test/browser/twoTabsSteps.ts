import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright/test';
import { startSandbox } from '../sandbox/server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faultyProxy.ts';
import { createControl, createHost, expect, fromRoot, type HostPageHelper, type SandboxControl } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

/** A sandbox whose services the browser reaches through a proxy that misbehaves on demand. */
export interface FaultyNetwork {
  readonly proxy: FaultyProxy;
  /** Calls the services directly. */
  readonly sandbox: SandboxControl;
  close(): Promise<void>;
}

/** One browser profile. Its pages are tabs that share storage. */
export interface Profile {
  readonly context: BrowserContext;
  readonly network: FaultyNetwork;
  /** Uncaught errors in its pages. */
  readonly uncaught: string[];
}

export interface Tab {
  readonly name: string;
  readonly profile: Profile;
  readonly page: Page;
  readonly host: HostPageHelper;
  readonly devtools: CDPSession;
  isOffline: boolean;
}

export interface DeskConversation {
  readonly id: string;
  readonly state: string;
  readonly messages: readonly { readonly from: string; readonly text: string }[];
}

/** What a tab shows of the conversation. */
export interface Shown {
  readonly messages: readonly {
    readonly from: 'visitor' | 'agent';
    readonly text: string;
    readonly isSending: boolean;
    readonly isNotSent: boolean;
  }[];
  readonly composer: string;
}

export async function startNetwork(): Promise<FaultyNetwork> {
  let proxy: FaultyProxy | undefined;
  const server = await startSandbox({
    ...{ port: 0, distDir: fromRoot('dist'), pagesDir: fromRoot('test/pages') },
    async servicesProxy(port) {
      proxy = await startFaultyProxy(port);
      return proxy.port;
    },
  });
  if (!proxy) throw new Error('The sandbox has started no proxy.');
  const sandbox = createControl(server);
  await sandbox.command('contact', { chat: 'messaging' });
  const close = async (): Promise<void> => {
    await server.close();
    await proxy?.close();
  };
  return { proxy, sandbox, close };
}

export async function createProfile(browser: Browser, network: FaultyNetwork): Promise<Profile> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  context.setDefaultTimeout(30_000);
  const uncaught: string[] = [];
  context.on('weberror', (error) => uncaught.push(String(error.error())));
  return { context, network, uncaught };
}

export async function openTab(profile: Profile, name: string): Promise<Tab> {
  const page = await profile.context.newPage();
  const devtools = await profile.context.newCDPSession(page);
  await devtools.send('Network.enable');
  const host = createHost(page, profile.network.sandbox);
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  return { name, profile, page, host, devtools, isOffline: false };
}

/** Takes one tab off the network. The browser tells its pages. An open connection stays, but nothing passes. */
export async function setOffline(tab: Tab, isOffline: boolean): Promise<void> {
  tab.isOffline = isOffline;
  await tab.devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
}

const logOf = ({ host }: Tab): Locator => host.frame().getByRole('log');
const composerOf = ({ host }: Tab): Locator => host.frame().getByRole('textbox');

/** Opens the pane if it is closed, and waits for the conversation in it. */
export async function showChat(tab: Tab): Promise<void> {
  await expect(async () => {
    if (await tab.host.iframe().isHidden()) await tab.host.pill().click({ timeout: 2_000 });
    await expect(composerOf(tab)).toBeEnabled({ timeout: 2_000 });
  }).toPass({ intervals: [50], timeout: 40_000 });
}

/** Starts a conversation with the agents. */
export async function startChat(tab: Tab): Promise<void> {
  const frame = await tab.host.openPane();
  await openEntry(frame, 'chat');
  await frame.getByRole('button', { name: 'Start chat', exact: true }).click();
  await expect(composerOf(tab)).toBeEnabled();
}

export async function write(tab: Tab, text: string): Promise<void> {
  await composerOf(tab).fill(text);
  await composerOf(tab).press('Enter');
}

/** The conversations at the agent desk, the latest first. */
export async function conversationsOf({ sandbox }: FaultyNetwork): Promise<readonly DeskConversation[]> {
  const response = await fetch(`${sandbox.controlUrl}/agent/conversations`);
  return ((await response.json()) as { readonly conversations: readonly DeskConversation[] }).conversations;
}

/** What the visitor has written in the latest conversation, in the service's order. */
export async function atDesk(network: FaultyNetwork): Promise<readonly string[]> {
  const [latest] = await conversationsOf(network);
  return latest?.messages.flatMap(({ from, text }) => (from === 'visitor' ? [text] : [])) ?? [];
}

/** The texts of these tests are in brackets, so that they can be told from labels and states. */
const textsIn = /\[[^\]]*\]/g;

/** The messages with a text in brackets, as the tab shows them, and what is in its composer. */
export async function readWindow(tab: Tab): Promise<Shown> {
  const log = logOf(tab).locator('[data-kind=visitor], [data-kind=agent]');
  const rows = await log.evaluateAll((items) =>
    items.map((item) => ({
      kind: item.getAttribute('data-kind'),
      words: item.textContent ?? '',
      isSending: item.querySelector('[role=status]') !== null,
    })),
  );
  return {
    messages: rows.map(({ kind, words, isSending }) => ({
      from: kind === 'agent' ? 'agent' : 'visitor',
      text: words.match(textsIn)?.join('\n') ?? words,
      isSending,
      isNotSent: words.includes('Not sent.'),
    })),
    composer: await composerOf(tab).inputValue(),
  };
}
