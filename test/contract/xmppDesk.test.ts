import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelPorts } from '../../frame/chat/channel.ts';
import { isComplete } from '../browser/sample.ts';
import { startEjabberd, whyNoEjabberdAgent } from '../sandbox/ejabberd.ts';
import { startProsody, whyNoProsodyAgent } from '../sandbox/prosody.ts';
import { type Agent, until, type XmppServer } from '../sandbox/xmppServer.ts';
import { fakeVisitor } from '../support/fakeChannelPorts.ts';
import { pause } from '../support/xmppFaults.ts';
import { openXmppPage, type XmppPage } from '../support/xmppPage.ts';

/** What a desk on an installed server knows about its visitors, and they of it. */

const servers = [
  { name: 'prosody', start: () => startProsody(), why: whyNoProsodyAgent },
  { name: 'ejabberd', start: () => startEjabberd(), why: whyNoEjabberdAgent },
].filter(({ name }) => isComplete || name === 'prosody');

describe.each(servers)('a desk on $name', ({ name, start, why }) => {
  const it = test.skipIf(why !== undefined);
  let server: XmppServer;
  let agent: Agent;
  const pages: XmppPage[] = [];

  const open = (ports?: Partial<ChannelPorts>): XmppPage => {
    const files = { service: server.uploadService, origin: `http://127.0.0.1:${server.port}` };
    const page = openXmppPage({ port: server.port, files }, undefined, ports);
    pages.push(page);
    return page;
  };
  const visitorOf = (text: string): string => agent.events.find((one) => one.text === text)?.visitor ?? '';
  const goodbyes = (): number =>
    agent.events.filter(({ event, state }) => event === 'state' && state === 'gone').length;

  beforeAll(async () => {
    if (why !== undefined) return;
    server = await start();
    agent = await server.startAgent();
  }, 240_000);
  afterEach(() => {
    for (const { lifetime } of pages.splice(0)) lifetime.end();
  });
  afterAll(async () => {
    agent?.stop();
    await server?.remove();
  });

  it('[F-CH31] tells the desk who writes, where and in which language, before the first text', async () => {
    const visitor = () => ({ ...fakeVisitor, firstName: 'Ada', lastName: 'Lindqvist' });
    const page = open({ visitor });
    await page.start();
    await page.say('Who am I?');
    await until(() => agent.texts().includes('Who am I?'), 'the agent has the text');
    const to = visitorOf('Who am I?');
    const fromVisitor = agent.events.filter((one) => one.event === 'text' && one.visitor === to);
    expect(fromVisitor.map(({ text, nick }) => [text, nick])).toEqual([
      [`Ada Lindqvist · ${page.ports.page().url} · en-US`, 'Ada Lindqvist'],
      ['Who am I?', null],
    ]);
    expect(page.writtenElsewhere()).toEqual([]);
  });

  it('[F-CH31] tells the desk that a visitor has signed out', async () => {
    const page = open();
    await page.start();
    await page.say('before the sign-out');
    await until(() => agent.texts().includes('before the sign-out'), 'the agent has the text');
    const to = visitorOf('before the sign-out');
    const before = goodbyes();
    page.ports.storage.clear('cm-xmpp');
    page.lifetime.end();
    await until(() => goodbyes() > before, 'the agent knows that the visitor has left');
    expect(agent.events.findLast((one) => one.event === 'text' && one.visitor === to)?.text).toBe(
      'The chat has ended.',
    );
  });

  // ejabberd tells presence to contacts only.
  test.skipIf(why !== undefined || name === 'ejabberd')('[F-CH31] knows whether somebody is at the desk', async () => {
    const told = (page: XmppPage) => page.events.filter((one) => one.type === 'problem').map(({ key }) => key);
    const presences = (page: XmppPage) => page.received.filter((one) => one.startsWith('<presence'));
    agent.stop();
    await pause(500);
    const page = open();
    await page.start();
    await until(() => told(page).length > 0, 'the visitor knows that nobody is there', 20_000);
    expect(told(page)).toEqual(['nobodyAnswers']);
    const count = presences(page).length;
    agent = await server.startAgent();
    await until(() => presences(page).length > count, 'the visitor hears that somebody has come');
    await until(() => page.channel.snapshot.state === 'waiting', 'the visitor waits');
    const states = page.events.flatMap((one) =>
      one.type === 'changed' && one.changes.state ? [one.changes.state] : [],
    );
    expect(states.slice(-2)).toEqual(['waiting', 'waiting']);
  });
});
