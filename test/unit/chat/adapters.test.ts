import { describe, expect, it } from 'vitest';
import { parseChatState } from '../../../frame/chat/conversation.ts';
import { adapterOf, queueTypes } from '../../../frame/chat/routing/adapters.ts';
import { parseRoutingEntry } from '../../../frame/chat/routing/routingEntry.ts';
import { toRoutingEntry } from '../../../frame/chat/routing/toRoutingEntry.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('adapters', () => {
  it('[CH-001][F-AD2] binds eleven ids to one queue type each', () => {
    expect(queueTypes).toEqual({
      bot: 'bot',
      liveperson: 'sync',
      softlayer: 'sync',
      liveperson2: 'async',
      softlayermessaging: 'async',
      lemessaging: 'async',
      salesforce: 'support',
      salesforcetrusteer: 'support',
      partnerworld: 'other',
      partnerworldopenfire: 'other',
      xmpp: 'async',
    });
  });

  it('[CH-001] finds no adapter for an unknown service and warns once', () => {
    const log = createFakeLog();
    expect(adapterOf('carrier-pigeon', log)).toBeUndefined();
    expect(adapterOf('constructor', createFakeLog())).toBeUndefined();
    expect(log.warnings).toHaveLength(1);
  });

  it('[CH-005] treats a service whose name contains salesforce as support chat', () => {
    const log = createFakeLog();
    expect(adapterOf('xx-salesforce-yy', log)).toBe('salesforce');
    expect(adapterOf('salesforcetrusteer', log)).toBe('salesforcetrusteer');
    expect(queueTypes[adapterOf('liveperson', log) ?? 'bot']).toBe('sync');
    expect(log.warnings).toEqual([]);
  });
});

describe('routing entries', () => {
  it('[CH-003] reads every field', () => {
    const entry = {
      service: 'liveperson',
      skill: 'cloud-sales',
      purpose: 'sales',
      queueType: 'sync',
      ifExternalConfig: true,
      focusArea: 'cloud',
      countries: ['us', 'ca'],
      phoneNumbers: [{ phoneNumber: '+1 555 0100', countryCode: 'US', product: 'Cloud', urlLanding: '/cloud' }],
      switch: 'on',
      adapter: 'liveperson',
    };
    expect(parseRoutingEntry({ ...entry, unknown: 1 })).toEqual(entry);
  });

  it('[CH-003] leaves missing fields undefined and rejects an invalid entry', () => {
    expect(parseRoutingEntry({ service: 'bot' })?.skill).toBeUndefined();
    for (const value of [null, 'bot', {}, { service: 3 }]) expect(parseRoutingEntry(value)).toBeUndefined();
  });

  it('[CH-003] reads null as a missing field, also in a phone number', () => {
    const phoneNumbers = [{ phoneNumber: '+1 555 0100', countryCode: null, product: null }];
    const entry = {
      service: 'liveperson',
      skill: null,
      countries: null,
      ifExternalConfig: null,
      switch: null,
      phoneNumbers,
    };
    expect(parseRoutingEntry(entry)).toEqual({ service: 'liveperson', phoneNumbers: [{ phoneNumber: '+1 555 0100' }] });
  });

  it('[CH-004] turns a row of chatInformation into an entry', () => {
    expect(toRoutingEntry({ chatService: 'bot', chatRoutingCode: 'cloud', purpose: 'sales' })).toEqual({
      service: 'bot',
      skill: 'cloud',
      purpose: 'sales',
    });
    expect(toRoutingEntry({ chatService: 'liveperson' })).toEqual({ service: 'liveperson', purpose: '(default)' });
  });
});

describe('chat states', () => {
  it.each([
    ['AVAILABLE', 'available'],
    ['available', 'available'],
    ['not available', 'unavailable'],
    ['NotAvailable', 'unavailable'],
    ['UNAVAILABLE', 'unavailable'],
    ['Initialised', 'initialised'],
    ['standBy', 'standBy'],
    ['STANDBY', 'standBy'],
    ['WAITING', 'waiting'],
    ['chatting', 'chatting'],
    ['RESUME', 'resume'],
    ['ENDED', 'ended'],
    ['ERROR', 'error'],
    ['FATAL_ERROR', 'fatal_error'],
    ['closed', 'closed'],
  ])('[CH-008] reads %s as %s', (name, state) => {
    expect(parseChatState(name)).toBe(state);
  });

  it('[CH-008] returns undefined for any other value', () => {
    for (const value of ['foo', '', undefined, 3]) expect(parseChatState(value)).toBeUndefined();
  });
});
