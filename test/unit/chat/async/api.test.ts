import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { createAsyncApi, parseProfile, toSocketUrl } from '../../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../../frame/chat/channels/async/deployment.ts';
import { toWebOrigin } from '../../../../frame/chat/connection/webOrigin.ts';
import { createIdentityBroker } from '../../../sandbox/services/identityBroker.ts';
import { createServiceBackend } from '../../../support/serviceBackend.ts';

const deployment = parse(asyncDeployment, {
  gatewayHosts: ['https://gateway.example'],
  profileHosts: ['https://cdn.example'],
});

function createBench() {
  const backend = createServiceBackend([createIdentityBroker({ now: () => 0 })]);
  return { backend, api: createAsyncApi(backend, deployment, new AbortController().signal) };
}

describe('REST calls of messaging', () => {
  it('[CH-152] makes each call with its method, path and body, and parses the answer', async () => {
    const { api, backend } = createBench();
    expect(await api.agent('liveperson2', 'c 1')).toEqual({ agentId: '25025413', nickname: 'Natalie' });
    expect(await api.skillName('23', '4711')).toBe('cloud-sales');
    expect(await api.engagementStatus('liveperson2', { a: 1 })).toBe('available');
    expect(await api.agentAvailability('c 1')).toBe('available');
    await api.report({ personalInfo: { a: 1 }, customerInfo: { b: 2 } });
    expect(backend.calls.map(({ method, path, query, body }) => ({ method, path, query, body }))).toEqual([
      {
        method: 'GET',
        path: '/async/agent',
        query: { service: 'liveperson2', conversationId: 'c 1' },
        body: undefined,
      },
      { method: 'POST', path: '/async/skill', query: {}, body: { skillId: '23', account: '4711' } },
      {
        method: 'POST',
        path: '/async/engagement/status',
        query: {},
        body: { service: 'liveperson2', engagementDetails: { a: 1 } },
      },
      { method: 'GET', path: '/async/conversations/c%201/availability', query: {}, body: undefined },
      {
        method: 'POST',
        path: '/async/attributes',
        query: {},
        body: { personalInfo: { a: 1 }, customerInfo: { b: 2 } },
      },
    ]);
  });

  it('[CH-152] reads nickname and picture of a profile, and accepts only https pictures', () => {
    expect(parseProfile({ nickname: 'N', pictureUrl: 'https://a.example/p.png' })).toEqual({
      nickname: 'N',
      pictureUrl: 'https://a.example/p.png',
    });
    expect(parseProfile({ nickname: null, pictureUrl: 'javascript:alert(1)' })).toEqual({
      nickname: undefined,
      pictureUrl: undefined,
    });
  });

  it('uses TLS for every domain except localhost', () => {
    expect(toWebOrigin('a.example')).toBe('https://a.example');
    expect(toWebOrigin('localhost:4602')).toBe('http://localhost:4602');
    expect(toWebOrigin('localhost.evil.example')).toBe('https://localhost.evil.example');
    expect(toSocketUrl('a.example', '47 11')).toBe('wss://a.example/ws_api/account/47%2011/messaging/consumer?v=3');
  });
});
