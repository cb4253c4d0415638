// Long, because it is one table of small rules after another.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { accountIdOf, defaultServices, findAccount, messagingServices } from '../../../frame/chat/accounts.ts';
import type { AdapterId } from '../../../frame/chat/adapters.ts';
import { queueTypes } from '../../../frame/chat/adapters.ts';
import type { ChannelSnapshot } from '../../../frame/chat/channel.ts';
import type { ChatState, ConversationState } from '../../../frame/chat/chatState.ts';
import { availabilityOf, chooseAdapter, chooseConversation } from '../../../frame/chat/chooseConversation.ts';
import { dayLabel, withDateHeaders } from '../../../frame/chat/dateHeaders.ts';
import { chatDeployment } from '../../../frame/chat/deployment.ts';
import { isHiddenAgent, visibleMessages } from '../../../frame/chat/hiddenAgents.ts';
import { toMessage } from '../../../frame/chat/message.ts';
import { findProduct, pageMappingSchema } from '../../../frame/chat/pageMapping.ts';
import {
  type InputFacts,
  isInputDisabled,
  isInputShown,
  paneModeOf,
  placeholderOf,
} from '../../../frame/chat/paneMode.ts';
import { nextConversationState } from '../../../frame/chat/phases.ts';
import { findChannelLoader, isHostedAssistant } from '../../../frame/chat/registry.ts';
import { routesOf } from '../../../frame/chat/routing.ts';
import { findTransferTarget } from '../../../frame/chat/transferTarget.ts';
import { badgeCount, countUnread, seenKeyOf } from '../../../frame/chat/unread.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { headerButtons } from '../../../frame/shell/headerRules.ts';
import { closeAction } from '../../../frame/shell/records.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function adapter(id: AdapterId, state: ChatState, more: Partial<ChannelSnapshot> = {}): ChannelSnapshot {
  return {
    id,
    queueType: queueTypes[id],
    skill: 's',
    state,
    agentStatus: 'unknown',
    isLoggedIn: false,
    isReady: true,
    routedSkill: undefined,
    conversationId: undefined,
    purpose: undefined,
    config: { service: id, skill: 's', account: undefined, queueType: queueTypes[id] },
    ...more,
  };
}

const talk = (id: string, adapterId: AdapterId, state: ConversationState) => ({ id, adapterId, state });

describe('choosing', () => {
  it.each([
    ['a live conversation first', [adapter('bot', 'available'), adapter('liveperson', 'chatting')], 'liveperson'],
    [
      'bot',
      [adapter('liveperson', 'available'), adapter('liveperson2', 'available'), adapter('bot', 'available')],
      'bot',
    ],
    [
      'async',
      [adapter('liveperson', 'available'), adapter('liveperson2', 'available'), adapter('bot', 'unavailable')],
      'liveperson2',
    ],
    ['sync', [adapter('salesforce', 'available'), adapter('liveperson', 'available')], 'liveperson'],
    ['support', [adapter('partnerworld', 'available'), adapter('salesforce', 'available')], 'salesforce'],
    ['other', [adapter('salesforce', 'unavailable'), adapter('partnerworld', 'available')], 'partnerworld'],
    ['none', [adapter('salesforce', 'standBy'), adapter('bot', 'initialised')], undefined],
  ] as const)('[CH-009] starts %s', (_name, adapters, expected) => {
    expect(chooseAdapter(adapters)?.id).toBe(expected);
  });

  it.each([
    ['a waiting async one', [talk('1', 'liveperson', 'chatting'), talk('2', 'liveperson2', 'waiting')], '2'],
    [
      'a chatting one',
      [talk('1', 'liveperson', 'waiting'), talk('2', 'bot', 'chatting'), talk('3', 'bot', 'ended')],
      '2',
    ],
    ['a waiting one', [talk('1', 'bot', 'ended'), talk('2', 'liveperson', 'waiting')], '2'],
    ['the most recent ended one', [talk('1', 'bot', 'ended'), talk('2', 'liveperson', 'error')], '2'],
    ['the most recent of a group', [talk('1', 'bot', 'chatting'), talk('2', 'liveperson', 'chatting')], '2'],
    ['none when all are closed', [talk('1', 'bot', 'closed')], undefined],
  ] as const)('[CH-051] shows %s', (_name, list, expected) => {
    expect(chooseConversation(list)?.id).toBe(expected);
  });

  it('[CH-211] is unknown before the first answer, then available, then unavailable', () => {
    expect(availabilityOf([adapter('bot', 'initialised', { isReady: false })])).toBe('unknown');
    expect(availabilityOf([adapter('bot', 'available')])).toBe('available');
    expect(availabilityOf([adapter('bot', 'unavailable')])).toBe('unavailable');
    expect(availabilityOf([adapter('bot', 'standBy')])).toBe('standBy');
  });
});

describe('the pane', () => {
  it.each([
    [false, false, false, 'MENU'],
    [false, false, true, 'MENU'],
    [true, false, false, 'CHAT'],
    [true, false, true, 'TOGGLE'],
    [false, true, false, 'CHAT'],
    [false, true, true, 'TOGGLE'],
    [true, true, false, 'CHAT'],
    [true, true, true, 'TOGGLE'],
  ] as const)('[CH-018][SH-042] chat %s, override %s, toggled %s gives %s', (chat, override, toggled, mode) => {
    expect(paneModeOf({ hasActiveOrWaitingChat: chat, hasOverride: override, isMenuToggled: toggled })).toBe(mode);
  });

  const toShell = { MENU: 'menu', CHAT: 'chat', TOGGLE: 'toggle' } as const;

  it('[CH-021] has a close button only in chat with a sync or async queue', () => {
    for (const mode of ['MENU', 'CHAT', 'TOGGLE'] as const) {
      for (const queue of ['bot', 'sync', 'async', 'support', 'other', undefined] as const) {
        const buttons = headerButtons({ mode: toShell[mode], queueType: queue, otherEntries: 1 });
        expect(buttons.close).toBe(mode === 'CHAT' && (queue === 'sync' || queue === 'async'));
      }
    }
  });

  it.each([
    ['chatting', 'confirm'],
    ['waiting', 'confirm'],
    ['ended', 'clearAndHide'],
    ['available', 'clearAndHide'],
    ['unavailable', 'clearAndHide'],
    ['initialised', 'hide'],
    ['standBy', 'hide'],
    ['resume', 'hide'],
    ['error', 'hide'],
    [undefined, 'hide'],
  ] as const)('[CH-022][CH-025][SH-040] close in %s leads to %s', (state, step) => {
    expect(closeAction(state)).toBe(step);
  });

  it.each([
    ['unavailable', true],
    ['ended', true],
    ['initialised', true],
    ['standBy', true],
    ['available', false],
    ['waiting', false],
    ['resume', false],
    ['chatting', false],
  ] as const)('[CH-027] input in %s is disabled: %s', (state, disabled) => {
    expect(isInputDisabled(state)).toBe(disabled);
  });

  const plain: InputFacts = {
    mode: 'CHAT',
    state: 'chatting',
    queue: 'async',
    isHiddenByConfig: false,
    isLoggedIn: false,
    agentStatus: 'available',
    hasQuickReplies: false,
  };

  it.each([
    ['toggle mode', { mode: 'TOGGLE' }],
    ['an unavailable chat', { state: 'unavailable' }],
    ['a chat on stand-by', { state: 'standBy' }],
    ['the config switch', { isHiddenByConfig: true }],
    ['an anonymous visitor without agent', { agentStatus: 'unavailable' }],
  ] as const)('[CH-028] has no input for %s', (_name, change) => {
    expect(isInputShown(plain)).toBe(true);
    expect(isInputShown({ ...plain, ...change })).toBe(false);
  });

  it('[CH-028] keeps the input for a signed-in visitor, and for another queue, without agent', () => {
    expect(isInputShown({ ...plain, agentStatus: 'unavailable', isLoggedIn: true })).toBe(true);
    expect(isInputShown({ ...plain, agentStatus: 'unavailable', queue: 'sync' })).toBe(true);
  });

  it.each([
    ['chatting', 'placeholderChatting'],
    ['available', 'placeholderChatting'],
    ['waiting', 'placeholderWaiting'],
    ['resume', 'placeholderWaiting'],
    ['ended', 'placeholderDisabled'],
  ] as const)('[CH-029] %s has %s', (state, key) => {
    expect(placeholderOf(state)).toBe(key);
  });
});

describe('phases', () => {
  it('an end is final, except for closing', () => {
    expect(nextConversationState('waiting', 'chatting')).toBe('chatting');
    expect(nextConversationState('chatting', 'waiting')).toBe('waiting');
    expect(nextConversationState('ended', 'chatting')).toBe('ended');
    expect(nextConversationState('error', 'closed')).toBe('closed');
    expect(nextConversationState('closed', 'chatting')).toBe('closed');
    expect(nextConversationState('chatting', 'available')).toBe('chatting');
  });
});

describe('days', () => {
  const words = { today: 'Today', yesterday: 'Yesterday' };
  const now = new Date(2026, 10, 21, 15).getTime();

  it.each([
    [new Date(2026, 10, 21, 0, 1), 'Today'],
    [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 18, 12), 'Wednesday, November 18'],
    [new Date(2025, 10, 18, 12), 'Tuesday, November 18, 2025'],
  ])('[CH-043][CH-071] calls %s %s', (day, label) => {
    expect(dayLabel(day.getTime(), now, 'en-US', words)).toBe(label);
  });

  it('[CH-043] speaks the language of the page, and survives an unknown one', () => {
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'de-DE', words)).toBe('Mittwoch, 18. November');
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'not a locale', words)).toBe('Wednesday, November 18');
  });

  it('[CH-043] puts a header before the first message of each day', () => {
    const at = (day: number, id: string) =>
      toMessage({ id, type: 'bot', timestamp: new Date(2026, 10, day, 12).getTime() }, undefined, 0);
    const page = [at(19, 'a'), at(19, 'b'), at(20, 'c')];
    expect(withDateHeaders(page, undefined).map((one) => one.type)).toEqual([
      'dateHeader',
      'bot',
      'bot',
      'dateHeader',
      'bot',
    ]);
    expect(withDateHeaders(page, page[0]?.dateStamp).map((one) => one.type)).toEqual([
      'bot',
      'bot',
      'dateHeader',
      'bot',
    ]);
  });
});

describe('unread', () => {
  const message = (more: object) => toMessage({ id: 'a', type: 'agent', ...more }, undefined, 1);

  it('[CH-044] counts what arrives behind a hidden pane, unless told not to', () => {
    expect(countUnread([message({})], false, true)).toBe(1);
    expect(countUnread([message({})], false, false)).toBe(0);
    expect(countUnread([message({})], true, true)).toBe(0);
  });

  it('[CH-044] never counts the visitor or history', () => {
    expect(countUnread([message({ type: 'visitor' }), message({ isHistory: true })], false, true)).toBe(0);
  });

  it('[CH-045] shows a badge only to anonymous visitors with unread messages and without the seen cookie', () => {
    expect(badgeCount({ isLoggedIn: false, unread: 3, hasSeenCookie: false })).toBe(3);
    expect(badgeCount({ isLoggedIn: true, unread: 3, hasSeenCookie: false })).toBe(0);
    expect(badgeCount({ isLoggedIn: false, unread: 3, hasSeenCookie: true })).toBe(0);
    expect(badgeCount({ isLoggedIn: false, unread: 0, hasSeenCookie: false })).toBe(0);
  });

  it('[CH-046] has one cookie for async chats and one for all others', () => {
    expect(seenKeyOf('async')).toBe('cm-async-areUnreadsSeen');
    expect(seenKeyOf('bot')).toBe('areUnreadsSeen');
    expect(seenKeyOf('sync')).toBe('areUnreadsSeen');
  });
});

describe('hidden agents', () => {
  it('[CH-053] are known by a marker in their name, in any case', () => {
    expect(isHiddenAgent({ name: 'Sales-Routing Bot' }, ['sales-routing'])).toBe(true);
    expect(isHiddenAgent({ name: 'Mina' }, ['sales-routing'])).toBe(false);
    expect(isHiddenAgent({}, ['sales-routing'])).toBe(false);
    expect(isHiddenAgent({ name: 'Mina' }, [''])).toBe(false);
  });

  it('[CH-053] have their lines skipped', () => {
    const messages = [
      { id: '1', type: 'agent', participantId: 'machine' },
      { id: '2', type: 'agent', by: 'SALES-ROUTING' },
      { id: '3', type: 'agent', by: 'Mina' },
      { id: '4', type: 'visitor', by: 'sales-routing fan' },
    ] as const;
    expect(visibleMessages(messages, new Set(['machine']), ['sales-routing']).map((one) => one.id)).toEqual(['3', '4']);
  });
});

describe('page mapping', () => {
  const product = (name: string, more: object = {}) => v.parse(pageMappingSchema, { product: name, ...more });

  it('[CH-006] selects by part of the address, by the whole address and by focus area', () => {
    const products = [
      product('cloud', {
        urls: ['/cloud/'],
        matchEntireUrls: ['https://www.northwind.example/start'],
        focusAreas: ['cloud'],
      }),
    ];
    expect(findProduct(products, 'https://www.northwind.example/cloud/databases', undefined)?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/start', undefined)?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/other', 'cloud')?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/start/more', 'data')).toBeUndefined();
  });

  it('[CH-007] never selects a product on a page of its blacklist', () => {
    const products = [
      product('cloud', { urls: ['/cloud/'], blacklistUrls: ['HTTPS://www.northwind.example/cloud/legal#top'] }),
    ];
    expect(findProduct(products, 'https://www.northwind.example/cloud/legal', 'cloud')).toBeUndefined();
  });

  it('[CH-007] prefers the whole address, then the longest part, then the focus area, then the order', () => {
    const page = 'https://www.northwind.example/cloud/databases';
    const whole = product('whole', { matchEntireUrls: ['http://WWW.northwind.example/cloud/databases#x'] });
    const long = product('long', { urls: ['/cloud/databases'] });
    const short = product('short', { urls: ['/cloud'] });
    const area = product('area', { focusAreas: ['cloud'] });
    const second = product('second', { focusAreas: ['cloud'] });
    expect(findProduct([area, short, long, whole], page, 'cloud')?.product).toBe('whole');
    expect(findProduct([area, short, long], page, 'cloud')?.product).toBe('long');
    expect(findProduct([area, short], page, 'cloud')?.product).toBe('short');
    expect(findProduct([area, second], page, 'cloud')?.product).toBe('area');
  });
});

describe('routing', () => {
  const facts = {
    entries: [
      { service: 'bot', skill: 'general' },
      { service: 'liveperson', skill: 'sales' },
      { service: 'liveperson', skill: 'second row' },
    ],
    pages: [],
    pageUrl: 'https://www.northwind.example/',
    focusArea: 'cloud',
    query: parseQueryParameters(''),
    external: undefined,
  };

  it('makes one route an adapter, in the order of the bundle', () => {
    expect(routesOf(facts, createFakeLog()).map((route) => [route.adapterId, route.entry.skill])).toEqual([
      ['bot', 'general'],
      ['liveperson', 'sales'],
    ]);
  });

  it('[CH-006] gives the bot the skill of the page mapping', () => {
    const pages = [v.parse(pageMappingSchema, { product: 'cloud', focusAreas: ['cloud'], countries: ['us'] })];
    const [bot] = routesOf({ ...facts, pages }, createFakeLog());
    expect(bot?.entry).toMatchObject({ service: 'bot', skill: 'cloud', countries: ['us'] });
  });

  it('[CH-011] takes skills from query parameters, and leaves them alone without', () => {
    const query = parseQueryParameters('https://x.example/?cm-bot-skill=b&cm-chat-skill=c');
    expect(routesOf({ ...facts, query }, createFakeLog()).map((route) => route.entry.skill)).toEqual(['b', 'c']);
    expect(routesOf(facts, createFakeLog()).map((route) => route.entry.skill)).toEqual(['general', 'sales']);
  });

  it('[CH-060] keeps the entry of a transfer in force', () => {
    const external = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    expect(routesOf({ ...facts, external }, createFakeLog())[0]).toEqual({ adapterId: 'liveperson', entry: external });
  });

  it('[CH-105] takes the hosted assistant for its routing code only', async () => {
    expect(isHostedAssistant('assistant-api', ['assistant-api'])).toBe(true);
    expect(isHostedAssistant('cloud', ['assistant-api'])).toBe(false);
    const codes = { assistantRoutingCodes: ['assistant-api'] };
    const hosted = findChannelLoader({ adapterId: 'bot', entry: { service: 'bot', skill: 'assistant-api' } }, codes);
    const plain = findChannelLoader({ adapterId: 'bot', entry: { service: 'bot', skill: 'cloud' } }, codes);
    expect((await hosted?.())?.name).toBe('createAssistantChannel');
    expect((await plain?.())?.name).toBe('createBotChannel');
  });
});

describe('accounts', () => {
  const deployment = v.parse(chatDeployment, {
    accounts: [{ service: 'liveperson2', account: '100', baseURI: 'https://gateway.example' }],
    accountIds: { liveperson2: { sandbox: '1', alpha: '2', production: '3' } },
  });

  it('[CH-012] resolves a service to its account and base address', () => {
    const log = createFakeLog();
    const plain = { ...deployment, accountIds: {} };
    expect(findAccount('liveperson2', 'production', plain, log)).toEqual({
      service: 'liveperson2',
      account: '100',
      baseURI: 'https://gateway.example',
    });
    expect(log.warnings).toEqual([]);
  });

  it("[CH-012] logs 'No account mapping for' a service without one", () => {
    const log = createFakeLog();
    expect(findAccount('lemessaging', 'production', deployment, log)).toBeUndefined();
    expect(log.warnings[0]).toContain('No account mapping for');
  });

  it.each([
    ['sandbox', '1'],
    ['alpha', '2'],
    ['production', '3'],
  ] as const)('[CH-013] has an account id of its own in %s', (environment, id) => {
    expect(accountIdOf('liveperson2', environment, deployment)).toBe(id);
    expect(findAccount('liveperson2', environment, deployment, createFakeLog())?.account).toBe(id);
    expect(accountIdOf('constructor', environment, deployment)).toBeUndefined();
  });

  it('[CH-013][CH-162] needs its visitor known at its default services and at those that the page names', () => {
    const facts = v.parse(chatDeployment, {});
    expect(messagingServices('sandbox', facts, ['bot', 'liveperson2', 'liveperson'])).toEqual([
      'lemessaging',
      'liveperson2',
    ]);
    expect(messagingServices('production', facts, ['liveperson2'])).toEqual(['liveperson2', 'softlayermessaging']);
  });

  it('[CH-013] has one default service in the sandbox and two in production, unless told otherwise', () => {
    expect(defaultServices('sandbox', deployment)).toEqual(['lemessaging']);
    expect(defaultServices('production', deployment)).toEqual(['liveperson2', 'softlayermessaging']);
    const own = v.parse(chatDeployment, { defaultServices: { sandbox: ['softlayermessaging'] } });
    expect(defaultServices('sandbox', own)).toEqual(['softlayermessaging']);
  });
});

describe('transfer targets', () => {
  const adapters = [
    adapter('bot', 'chatting'),
    adapter('liveperson', 'available'),
    adapter('liveperson2', 'available'),
  ];
  const target = (request: object, list = adapters) => findTransferTarget(request, list, createFakeLog());

  it('[CH-055] an entry that says its queue goes to an adapter of that queue, whatever its service is called', () => {
    const entry = (service: string, queueType: string) => target({ entries: [{ service, queueType }] })?.adapterId;
    expect(entry('liveperson', 'async')).toBe('liveperson2');
    expect(entry('lemessaging', 'sync')).toBe('liveperson');
    expect(entry('softlayer', 'sync')).toBe('softlayer');
  });

  it('[CH-055] goes to an async adapter for an async config, to a sync one otherwise', () => {
    expect(queueTypes[target({ entries: [{ service: 'liveperson2' }] })?.adapterId ?? 'bot']).toBe('async');
    expect(queueTypes[target({ entries: [{ service: 'elsewhere', queueType: 'async' }] })?.adapterId ?? 'bot']).toBe(
      'async',
    );
    expect(queueTypes[target({ entries: [{ service: 'liveperson' }] })?.adapterId ?? 'bot']).toBe('sync');
    expect(queueTypes[target({ entries: [{ service: 'elsewhere' }] })?.adapterId ?? 'bot']).toBe('sync');
  });

  it('[CH-058] uses the external bundle of the focus area when there is one, else the existing agent adapter', () => {
    const extraBundles = { data: { service: 'softlayer', skill: 'data-experts' } };
    expect(target({ focusArea: 'data', extraBundles })).toEqual({ adapterId: 'softlayer', entry: extraBundles.data });
    expect(target({ focusArea: 'security', extraBundles })).toEqual({ adapterId: 'liveperson', entry: undefined });
    expect(target({ focusArea: 'constructor', extraBundles })).toEqual({ adapterId: 'liveperson', entry: undefined });
  });

  it('finds nobody when no agent adapter is usable', () => {
    expect(target({}, [adapter('bot', 'chatting'), adapter('liveperson', 'unavailable')])).toBeUndefined();
  });
});
