import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { createAsyncApi, toSocketUrl } from '../../../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../../../frame/chat/channels/async/deployment.ts';
import { parseProfile } from '../../../../frame/chat/channels/ground/agentProfile.ts';
import { toWebOrigin } from '../../../../frame/chat/channels/ground/connection/webOrigin.ts';
import { createIdentityBroker } from '../../../sandbox/services/identityBroker.ts';
import { createFakeBackend, refuse } from '../../../support/fakeBackend.ts';
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
    expect(await api.skillName('data-sales', '4711')).toBe('data-sales');
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
      { method: 'POST', path: '/async/skill', query: {}, body: { skillId: 'data-sales', account: '4711' } },
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
      name: 'N',
      agentPictureUrl: 'https://a.example/p.png',
    });
    expect(parseProfile({ nickname: null, pictureUrl: 'javascript:alert(1)' })).toEqual({
      name: undefined,
      agentPictureUrl: undefined,
    });
    expect(parseProfile({ nickname: '' })).toEqual({ name: undefined, agentPictureUrl: undefined });
  });

  it('uses TLS for every domain except localhost', () => {
    expect(toWebOrigin('a.example')).toBe('https://a.example');
    expect(toWebOrigin('localhost:4602')).toBe('http://localhost:4602');
    expect(toWebOrigin('localhost.evil.example')).toBe('https://localhost.evil.example');
    expect(toSocketUrl('a.example', '47 11')).toBe('wss://a.example/ws_api/account/47%2011/messaging/consumer?v=3');
  });

  const account = { service: 'liveperson2', account: '47 11', baseURI: 'messaging.example' };
  const profilePath = '/api/account/47%2011/configuration/le-users/users/agent%201';
  function createApi(section: Readonly<Record<string, unknown>>, signal = new AbortController().signal) {
    const call = createFakeBackend();
    return { call, api: createAsyncApi(call, parse(asyncDeployment, section), signal) };
  }

  it('[CH-152] looks up the domain of a service, or takes the account’s own', async () => {
    const { api, call } = createApi({ domainHosts: ['https://domains.example'] });
    call.on('/api/account/', () => ({ baseURI: 'umsg.example' }));
    expect(await api.domain(account, 'asyncMessagingEnt')).toBe('umsg.example');
    expect(call.calls).toMatchObject([
      {
        ...{ method: 'GET', hosts: ['https://domains.example'], isForeign: true, attemptTimeoutMs: 15_000 },
        path: '/api/account/47%2011/service/asyncMessagingEnt/baseURI.json',
        query: { version: '1.0' },
      },
    ]);
    call.on('/api/account/', () => ({ baseURI: '' }));
    await expect(api.domain(account, 'asyncMessagingEnt')).rejects.toThrow();
    const alone = createApi({});
    expect(await alone.api.domain(account, 'asyncMessagingEnt')).toBe('messaging.example');
    expect([alone.api.hasGateway, createBench().api.hasGateway]).toEqual([false, true]);
  });

  it.each([
    [{ profileHosts: ['https://cdn.example'] }, 'https://cdn.example'],
    [{}, 'https://messaging.example'],
  ])('[CH-128] reads the profile of an agent with %j from %s', async (section, host) => {
    const { api, call } = createApi(section);
    call.on(profilePath, () => ({ nickname: 'Natalie', pictureUrl: null }));
    expect(await api.profile(account, 'agent 1')).toEqual({ name: 'Natalie', agentPictureUrl: undefined });
    expect(call.calls).toMatchObject([
      { method: 'GET', hosts: [host], isForeign: true, path: profilePath, attemptTimeoutMs: 15_000 },
    ]);
  });

  it('[CH-128] tries three times to read a profile, unless the channel ends', async () => {
    const controller = new AbortController();
    const { api, call } = createApi({ profileHosts: ['https://cdn.example'] }, controller.signal);
    call.on(profilePath, () => refuse(503));
    await expect(api.profile(account, 'agent 1')).rejects.toMatchObject({
      ...{ code: 'CALL_FAILED', message: 'Error getting agent profile' },
      cause: { status: 503 },
    });
    expect(call.calls).toHaveLength(3);
    expect(call.calls.every(({ signal }) => signal === controller.signal)).toBe(true);
    call.on(profilePath, () => {
      if (call.calls.length === 5) return { nickname: 'Natalie' };
      return refuse(503);
    });
    expect(await api.profile(account, 'agent 1')).toMatchObject({ name: 'Natalie' });
    call.on(profilePath, () => {
      controller.abort();
      return refuse(503);
    });
    await expect(api.profile(account, 'agent 1')).rejects.toThrow();
    expect(call.calls).toHaveLength(6);
  });

  it.each([
    ['Available', 'available'],
    ['NotAvailable', 'unavailable'],
    ['STANDBY', 'unknown'],
    ['perhaps', 'unknown'],
    [undefined, 'unknown'],
  ])('[CH-008][CH-152] reads the status %s of an engagement as %s', async (status, expected) => {
    const { api, call } = createApi({ gatewayHosts: ['https://gateway.example'] });
    call.on('/async/engagement/status', () => ({ status }));
    expect(await api.engagementStatus('liveperson2', [])).toBe(expected);
    expect(call.calls[0]?.hosts).toEqual(['https://gateway.example']);
  });

  it('[CH-152] reads a skill without a name, and an agent with a number for an id', async () => {
    const { api, call } = createApi({ gatewayHosts: ['https://gateway.example'] });
    call.on('/async/skill', () => ({ skillName: '' }));
    call.on('/async/agent', () => ({ agentId: 7, nickname: null }));
    expect(await api.skillName('23', '4711')).toBeUndefined();
    expect(await api.agent('liveperson2', 'c')).toEqual({ agentId: '7', nickname: null });
  });

  it('dials without TLS only on the same machine', () => {
    const path = '/ws_api/account/4711/messaging/consumer?v=3';
    expect(toSocketUrl('localhost:4602', '4711')).toBe(`ws://localhost:4602${path}`);
    expect(toSocketUrl('https://http.example', '4711')).toBe(`wss://http.example${path}`);
    expect(() => toSocketUrl('http://a.example', '4711')).toThrow('without encryption');
  });
});
