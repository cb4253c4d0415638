import { describe, expect, it } from 'vitest';
import { findTransferTarget } from '../../../frame/chat/lifecycle/startConversation.ts';
import { queueTypes } from '../../../frame/chat/routing/adapters.ts';
import { adapterSnapshot } from '../../support/adapterSnapshot.ts';

describe('transfer targets', () => {
  const adapters = [
    adapterSnapshot('bot', 'chatting'),
    adapterSnapshot('liveperson', 'available'),
    adapterSnapshot('liveperson2', 'unavailable'),
  ];
  const target = (request: object, list = adapters) => findTransferTarget(request, list);

  it('[CH-055] an entry with a queue type goes to an adapter of that type, whatever its service name', () => {
    const entry = (service: string, queueType: string) => target({ entries: [{ service, queueType }] })?.adapterId;
    expect(entry('liveperson', 'async')).toBe('liveperson2');
    expect(entry('lemessaging', 'sync')).toBe('liveperson');
    expect(entry('softlayer', 'sync')).toBe('softlayer');
  });

  it('[CH-055] an async entry goes to an async adapter, any other entry to a sync one', () => {
    expect(queueTypes[target({ entries: [{ service: 'liveperson2' }] })?.adapterId ?? 'bot']).toBe('async');
    expect(queueTypes[target({ entries: [{ service: 'elsewhere', queueType: 'async' }] })?.adapterId ?? 'bot']).toBe(
      'async',
    );
    expect(queueTypes[target({ entries: [{ service: 'liveperson' }] })?.adapterId ?? 'bot']).toBe('sync');
    expect(queueTypes[target({ entries: [{ service: 'elsewhere' }] })?.adapterId ?? 'bot']).toBe('sync');
  });

  it('[CH-058] uses the external entry of the focus area if there is one, else the page’s agent adapter', () => {
    const extraBundles = { data: { service: 'softlayer', skill: 'data-experts' } };
    expect(target({ focusArea: 'data', extraBundles })).toEqual({ adapterId: 'softlayer', entry: extraBundles.data });
    expect(target({ focusArea: 'security', extraBundles })).toEqual({ adapterId: 'liveperson', entry: undefined });
    expect(target({ focusArea: 'constructor', extraBundles })).toEqual({ adapterId: 'liveperson', entry: undefined });
  });

  it('[CH-058] skips an entry of the bot, which is no agent', () => {
    const entries = [{ service: 'bot' }, { service: 'softlayer', skill: 'data-experts' }];
    expect(target({ entries })).toEqual({ adapterId: 'softlayer', entry: entries[1] });
  });

  it('[CH-058] uses no external entry if the request has no focus area', () => {
    const extraBundles = { undefined: { service: 'softlayer' } };
    expect(target({ extraBundles })).toEqual({ adapterId: 'liveperson', entry: undefined });
  });

  it('[CH-058] takes messaging if the page has no live chat', () => {
    const list = [adapterSnapshot('bot', 'chatting'), adapterSnapshot('liveperson2', 'available')];
    expect(target({}, list)?.adapterId).toBe('liveperson2');
  });

  it('[F-CH20] prefers a queue with agents, and asks one without only if there is no other', () => {
    const offline = { ...adapterSnapshot('liveperson2', 'available'), agentStatus: 'unavailable' } as const;
    expect(target({}, [offline, adapterSnapshot('liveperson', 'available')])?.adapterId).toBe('liveperson');
    expect(target({}, [offline])?.adapterId).toBe('liveperson2');
  });

  it('[CH-009] takes an agent adapter whose last chat is over if none is available', () => {
    const list = [adapterSnapshot('liveperson', 'unavailable'), adapterSnapshot('softlayer', 'ended')];
    expect(target({}, list)?.adapterId).toBe('softlayer');
  });

  it('finds no target if no agent adapter is usable', () => {
    expect(
      target({}, [adapterSnapshot('bot', 'chatting'), adapterSnapshot('liveperson', 'unavailable')]),
    ).toBeUndefined();
  });
});
