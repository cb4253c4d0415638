import { describe, expect, it } from 'vitest';
import { createFetchInAppFlag } from '../../../frame/identity/inAppFlag.ts';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeBackend, refuse } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const deployment = { settingsHosts: ['https://gateway.example'], settingsPath: '/settings' };

describe('the messaging service’s flag for in-app messages', () => {
  it.each([
    [{ inAppMessaging: true }, true],
    [{ inAppMessaging: false }, false],
    [{ inAppMessaging: 'perhaps' }, false],
    [{}, false],
  ])('[CH-152] with the answer %j is %s', async (answer, isOn) => {
    const call = createFakeBackend({ '/settings': () => answer });
    expect(await createFetchInAppFlag({ call, lifetime: createLifetime(), deployment })?.()).toBe(isOn);
    expect(call.calls[0]).toMatchObject({ hosts: ['https://gateway.example'], method: 'GET' });
  });

  it('[CH-152] is fetched once for all callers, and again after a failure', async () => {
    const call = createFakeBackend({ '/settings': () => refuse(500) });
    const lifetime = createLifetime();
    const ask = createFetchInAppFlag({ call, lifetime, deployment });
    await expect(ask?.()).rejects.toMatchObject({ status: 500 });
    call.on('/settings', () => ({ inAppMessaging: true }));
    const other = createFetchInAppFlag({ call, lifetime, deployment });
    expect(await Promise.all([ask?.(), other?.()])).toEqual([true, true]);
    expect(await other?.()).toBe(true);
    expect(call.calls).toHaveLength(2);
  });

  it('[CH-152] rejects if the answer is not an object', async () => {
    const call = createFakeBackend({ '/settings': () => 'yes' });
    const ask = createFetchInAppFlag({ call, lifetime: createLifetime(), deployment });
    await expect(ask?.()).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  });

  it('[CH-152] is not fetched if the deployment has no such service', () => {
    const call = createFakeBackend();
    const none = { ...deployment, settingsHosts: [] };
    expect(createFetchInAppFlag({ call, lifetime: createLifetime(), deployment: none })).toBeUndefined();
  });

  it('[CH-152] times out after 3 s, however many hosts do not answer', async () => {
    const clock = createFakeClock();
    const call = createCallBackend({
      clock,
      authorize: () => undefined,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    const settingsHosts = ['https://one.example', 'https://two.example', 'https://three.example'];
    const ask = createFetchInAppFlag({
      call,
      lifetime: createLifetime(),
      deployment: { ...deployment, settingsHosts },
    });
    let error: unknown;
    ask?.().catch((reason: unknown) => {
      error = reason;
    });
    await clock.advance(2_999);
    expect(error).toBeUndefined();
    await clock.advance(1);
    expect(error).toMatchObject({ code: 'CALL_TIMEOUT' });
  });
});
