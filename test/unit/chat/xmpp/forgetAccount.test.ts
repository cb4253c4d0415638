import { expect, it } from 'vitest';
import { forgetAccount } from '../../../../frame/chat/channels/xmpp/forgetAccount.ts';
import { settle } from '../../../support/fakeClock.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';

async function withAccount() {
  const bench = createXmppBench();
  await bench.channel.start({ startType: 'menu' });
  const { ports } = bench.fakes;
  const forget = (): Promise<boolean> =>
    forgetAccount(
      { clock: ports.clock, lifetime: ports.lifetime, storage: ports.storage, deployment: ports.deployment },
      bench.server,
    );
  return { ...bench, forget, storage: ports.storage };
}

it('[F-AD2] removes the account from the server, and then its password', async () => {
  const { server, storage, forget } = await withAccount();
  expect(server.accounts.size).toBe(1);
  const { opened } = server;
  const frames: string[] = [];
  server.faults.faultUp = (text) => {
    frames.push(text);
    return 'pass';
  };
  expect(await forget()).toBe(true);
  expect(server.accounts.size).toBe(0);
  expect(server.opened, 'one login').toBe(opened + 1);
  expect(frames.at(-1)).toBe('<close xmlns="urn:ietf:params:xml:ns:xmpp-framing"/>');
  expect(storage.read('cm-xmpp')).toBeUndefined();
  // There is nothing left to remove.
  expect(await forget()).toBe(true);
});

it('[F-AD2] has nothing to do for an account that the operator has removed', async () => {
  const { server, storage, forget } = await withAccount();
  server.accounts.clear();
  expect(await forget()).toBe(true);
  expect(storage.read('cm-xmpp')).toBeUndefined();
});

it('[F-AD2][F-AD16] finds out with a second login that a server has removed the account and closed the stream without an answer', async () => {
  const { server, storage, forget } = await withAccount();
  let user = '';
  server.faults.faultUp = (text) => {
    if (!text.includes('<remove')) return 'pass';
    [user = ''] = server.accounts.keys();
    server.accounts.clear();
    return 'cutBefore';
  };
  expect(await forget()).toBe(true);
  expect(user).not.toBe('');
  expect(storage.read('cm-xmpp')).toBeUndefined();
});

it.each(['refuses', 'has disabled the account', 'cannot be reached', 'does not answer'])(
  '[F-AD2] keeps the password for another attempt when the server %s',
  async (what) => {
    const { server, fakes, storage, forget } = await withAccount();
    if (what === 'refuses') server.faults.registration = 'closed';
    else if (what === 'has disabled the account') server.faults.loginRefusal = 'account-disabled';
    else if (what === 'cannot be reached') server.faults.isRefusing = true;
    else server.faults.faultUp = (text) => (text.includes('<remove') ? 'drop' : 'pass');
    const forgotten = forget();
    await settle();
    await fakes.clock.advance(60_000);
    expect(await forgotten).toBe(false);
    expect(storage.read('cm-xmpp')).toBeDefined();
  },
);

it('[F-AD2] sends the password to no other host than that of the account', async () => {
  const { fakes, server, storage } = await withAccount();
  const dials = server.opened;
  const deployment = { xmpp: { ...(fakes.ports.deployment.xmpp as object), guestHost: 'elsewhere.example' } };
  const { clock, lifetime } = fakes.ports;
  expect(await forgetAccount({ clock, lifetime, storage, deployment }, server)).toBe(false);
  expect(server.opened).toBe(dials);
});
