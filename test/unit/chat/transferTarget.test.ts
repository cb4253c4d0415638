import { describe, expect, it } from 'vitest';
import { queueTypes } from '../../../frame/chat/adapters.ts';
import { findTransferTarget } from '../../../frame/chat/transferTarget.ts';
import { adapterSnapshot } from '../../support/adapterSnapshot.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('transfer targets', () => {
  const adapters = [
    adapterSnapshot('bot', 'chatting'),
    adapterSnapshot('liveperson', 'available'),
    adapterSnapshot('liveperson2', 'available'),
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
    expect(
      target({}, [adapterSnapshot('bot', 'chatting'), adapterSnapshot('liveperson', 'unavailable')]),
    ).toBeUndefined();
  });
});
