import { proxy } from 'valtio/vanilla';
import { expect, it, vi } from 'vitest';
import { startChatByAddress } from '../../../frame/compose/chatByAddress.ts';
import { followLookup } from '../../../frame/compose/lookup.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { settle } from '../../support/fakeClock.ts';

/** A page whose lookup is running, and what the rooms are told. */
function setUp(chatInformation: readonly object[] = [{ chatService: 'bot', chatRoutingCode: 'sales', purpose: '' }]) {
  const told: string[] = [];
  const contact = { state: proxy({ status: 'fetching', information: undefined as object | undefined }) };
  const bundle = { key: { languageCode: 'en', regionCode: 'US' }, chatInformation, supportChatInformation: [] };
  const consent = {
    state: proxy({}),
    mayChat: true,
    isAllowed: () => consent.mayChat,
    isChatRefused: () => false,
  };
  const widget = {
    ...{ contact, consent, lifetime: createLifetime(), settings: { switchedOff: [] }, query: { startChat: true } },
    information: () => contact.state.information && { regionsAndLanguages: [], bundle },
    locale: { bundleShown() {}, follow() {} },
    chat: {
      open: (entries: readonly object[]) => entries.length > 0 && told.push('chat opens'),
      restart() {},
    },
    linkClicks: { lookupChanged: () => contact.state.status === 'fetched' && told.push('clicks are followed') },
    shell: { chatMissing: () => told.push('no chat') },
  } as unknown as Parameters<typeof followLookup>[0];
  followLookup(widget, vi.fn());
  startChatByAddress(widget);
  const answer = async (status = 'fetched'): Promise<void> => {
    Object.assign(contact.state, { status, information: status === 'fetched' ? {} : undefined });
    await settle();
  };
  return { told, answer, consent };
}

it('[F-SH23][SH-091] the chat opens before the clicks that have waited for the lookup, which may start it', async () => {
  const { told, answer } = setUp();
  await answer();
  expect(told).toEqual(['chat opens', 'clicks are followed']);
});

it.each([
  ['the page has no chat', [], 'fetched', true],
  ['the lookup fails', undefined, 'failed', true],
  ['consent is missing', undefined, 'fetched', false],
] as const)(
  '[F-SH25][SH-099] the pane opens and says why, if the address asks for a chat and %s',
  async (_, chats, status, mayChat) => {
    const { told, answer, consent } = setUp(chats);
    consent.mayChat = mayChat;
    expect(told).toEqual([]);
    await answer(status);
    expect(told.filter((one) => one === 'no chat')).toHaveLength(1);
  },
);
