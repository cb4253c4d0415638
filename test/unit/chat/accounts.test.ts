import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { accountIdOf, findAccount, messagingServices } from '../../../frame/chat/routing/accounts.ts';
import { chatDeployment } from '../../../frame/chat/routing/deployment.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

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
  ] as const)('[CH-013] has a separate account id in %s', (environment, id) => {
    expect(accountIdOf('liveperson2', environment, deployment)).toBe(id);
    expect(findAccount('liveperson2', environment, deployment, createFakeLog())?.account).toBe(id);
    expect(accountIdOf('constructor', environment, deployment)).toBeUndefined();
  });

  it('[CH-013][CH-162] lists the default messaging services and those that the page names', () => {
    const facts = v.parse(chatDeployment, {});
    expect(messagingServices('sandbox', facts, ['bot', 'liveperson2', 'liveperson'])).toEqual([
      'lemessaging',
      'liveperson2',
    ]);
    expect(messagingServices('production', facts, ['liveperson2'])).toEqual(['liveperson2', 'softlayermessaging']);
  });

  it('[CH-013] has one default service in the sandbox and two in production, unless the deployment changes it', () => {
    expect(messagingServices('sandbox', deployment, [])).toEqual(['lemessaging']);
    expect(messagingServices('production', deployment, [])).toEqual(['liveperson2', 'softlayermessaging']);
    const own = v.parse(chatDeployment, { defaultServices: { sandbox: ['softlayermessaging'] } });
    expect(messagingServices('sandbox', own, [])).toEqual(['softlayermessaging']);
  });
});
