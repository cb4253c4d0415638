// @vitest-environment happy-dom
import * as v from 'valibot';
import { proxy } from 'valtio/vanilla';
import { expect, it, vi } from 'vitest';
import { chatDeployment } from '../../../frame/chat/deployment.ts';
import { composeChat } from '../../../frame/compose/chat.ts';
import { identityDeployment } from '../../../frame/identity/brokerDeployment.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Widget } from '../../../frame/widget.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeChannelPorts, fakePage } from '../../support/fakeChannelPorts.ts';

/** The parts of a widget that the identity at a messaging service needs. */
async function composed(isChatAllowed: () => boolean) {
  const { clock, log, storage, ports } = createFakeChannelPorts();
  const call = createFakeBackend({ '/session': () => new Promise(() => {}) });
  const visitor = { state: proxy({ info: {}, signedIn: false, country: undefined, uniqueId: undefined }) };
  const widget = {
    clock,
    log,
    storage,
    call,
    visitor,
    lifetime: createLifetime(),
    deployment: {
      chat: v.parse(chatDeployment, {}),
      identity: v.parse(identityDeployment, { brokerHosts: ['https://broker.example'] }),
    },
    query: ports.query,
    self: window,
    settings: {},
    page: { facts: fakePage },
    shell: { state: {} },
    hostStore: { read: async () => undefined },
    consent: { isAllowed: isChatAllowed },
    relayedPage: ports.page,
  } as unknown as Widget;
  const own = createLifetime();
  const { identity } = await composeChat(widget, own, [{ service: 'liveperson2' }]);
  return { own, call, identity };
}

it.each([
  ['is aborted when consent is refused', false],
  ['survives the replacement of the chat room', true],
])('[SH-111][CH-161] the request for the visitor’s identity %s', async (_, isAllowed) => {
  let isChatAllowed = true;
  const { own, call, identity } = await composed(() => isChatAllowed);
  void identity.find('liveperson2').catch(() => {});
  await vi.waitFor(() => expect(call.calls).toHaveLength(1), 10_000);
  isChatAllowed = isAllowed;
  own.end();
  expect(call.calls[0]?.signal?.aborted).toBe(!isAllowed);
});
