import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { findChannelLoader } from '../../../frame/chat/routing/registry.ts';
import { findProduct, pageMappingSchema, routesOf } from '../../../frame/chat/routing/routing.ts';
import { toRoutingEntry } from '../../../frame/chat/routing/toRoutingEntry.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('page mapping', () => {
  const product = (name: string, more: object = {}) => v.parse(pageMappingSchema, { product: name, ...more });

  it('[CH-006] selects by part of the address, by the whole address and by focus area', () => {
    const products = [
      product('cloud', {
        urls: ['/cloud/'],
        matchEntireUrls: ['https://www.northwind.example/start'],
        focusAreas: ['cloud'],
      }),
    ];
    expect(findProduct(products, 'https://www.northwind.example/cloud/databases', undefined)?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/start', undefined)?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/other', 'cloud')?.product).toBe('cloud');
    expect(findProduct(products, 'https://www.northwind.example/start/more', 'data')).toBeUndefined();
  });

  it('[CH-007] never selects a product on a blacklisted page', () => {
    const products = [
      product('cloud', { urls: ['/cloud/'], blacklistUrls: ['HTTPS://www.northwind.example/cloud/legal#top'] }),
    ];
    expect(findProduct(products, 'https://www.northwind.example/cloud/legal', 'cloud')).toBeUndefined();
  });

  it('[CH-007] prefers the whole address, then the longest part, then the focus area, then the order', () => {
    const page = 'https://www.northwind.example/cloud/databases';
    const whole = product('whole', { matchEntireUrls: ['http://WWW.northwind.example/cloud/databases#x'] });
    const long = product('long', { urls: ['/cloud/databases'] });
    const short = product('short', { urls: ['/cloud'] });
    const area = product('area', { focusAreas: ['cloud'] });
    const second = product('second', { focusAreas: ['cloud'] });
    expect(findProduct([area, short, long, whole], page, 'cloud')?.product).toBe('whole');
    expect(findProduct([area, short, long], page, 'cloud')?.product).toBe('long');
    expect(findProduct([area, short], page, 'cloud')?.product).toBe('short');
    expect(findProduct([area, second], page, 'cloud')?.product).toBe('area');
  });
});

describe('routing', () => {
  const facts = {
    entries: [
      { service: 'bot', skill: 'general' },
      { service: 'liveperson', skill: 'sales' },
      { service: 'liveperson', skill: 'second row' },
    ],
    pages: [],
    pageUrl: 'https://www.northwind.example/',
    focusArea: 'cloud',
    query: parseQueryParameters(''),
    external: undefined,
  };

  it('makes one route per adapter, in the order of the bundle', () => {
    expect(routesOf(facts, createFakeLog()).map((route) => [route.adapterId, route.entry.skill])).toEqual([
      ['bot', 'general'],
      ['liveperson', 'sales'],
    ]);
  });

  it('[CH-006] gives the bot the skill of the page mapping', () => {
    const pages = [v.parse(pageMappingSchema, { product: 'cloud', focusAreas: ['cloud'], countries: ['us'] })];
    const [bot] = routesOf({ ...facts, pages }, createFakeLog());
    expect(bot?.entry).toMatchObject({ service: 'bot', skill: 'cloud', countries: ['us'] });
  });

  it('[F-CH24] keeps every field of a row of the bundle, and of the page mapping', () => {
    const row = {
      ...{ chatService: 'bot', chatRoutingCode: 'cloud', switch: 'beta', countries: ['de'], focusArea: 'cloud' },
      ...{ queueType: 'bot', phoneNumbers: [{ phoneNumber: '+49 555' }], adapter: 'bot', extra: 'left out' },
    };
    const [bot] = routesOf({ ...facts, entries: [toRoutingEntry(row)] }, createFakeLog());
    const { chatService, chatRoutingCode, extra, ...others } = row;
    expect(bot?.entry).toEqual({ service: chatService, skill: chatRoutingCode, purpose: '(default)', ...others });

    const pages = [v.parse(pageMappingSchema, { product: 'data', focusAreas: ['cloud'], switch: 'on' })];
    const [mapped] = routesOf({ ...facts, entries: [toRoutingEntry(row)], pages }, createFakeLog());
    expect(mapped?.entry).toMatchObject({ skill: 'data', switch: 'on', countries: ['de'] });
  });

  it('[F-CH24] a malformed field does not lose the chat', () => {
    const row = { chatService: 'bot', chatRoutingCode: 'cloud', countries: 'de', adapter: 'carrier-pigeon' };
    expect(routesOf({ ...facts, entries: [toRoutingEntry(row)] }, createFakeLog())[0]?.entry.skill).toBe('cloud');
    const pigeon = { ...row, countries: ['de'] };
    expect(routesOf({ ...facts, entries: [toRoutingEntry(pigeon)] }, createFakeLog())[0]?.adapterId).toBe('bot');
  });

  it('[CH-011] takes skills from query parameters, if there are any', () => {
    const query = parseQueryParameters('https://x.example/?cm-bot-skill=b&cm-chat-skill=c');
    expect(routesOf({ ...facts, query }, createFakeLog()).map((route) => route.entry.skill)).toEqual(['b', 'c']);
    expect(routesOf(facts, createFakeLog()).map((route) => route.entry.skill)).toEqual(['general', 'sales']);
  });

  it('[CH-060] prefers the external entry of a transfer', () => {
    const external = { service: 'liveperson', skill: 'external', ifExternalConfig: true };
    expect(routesOf({ ...facts, external }, createFakeLog())[0]).toEqual({ adapterId: 'liveperson', entry: external });
  });

  it('[CH-105] uses the hosted assistant for its routing code only', async () => {
    const codes = { assistantRoutingCodes: ['assistant-api'] };
    const hosted = findChannelLoader({ adapterId: 'bot', entry: { service: 'bot', skill: 'assistant-api' } }, codes);
    const plain = findChannelLoader({ adapterId: 'bot', entry: { service: 'bot', skill: 'cloud' } }, codes);
    expect((await hosted?.())?.name).toBe('createAssistantChannel');
    expect((await plain?.())?.name).toBe('createBotChannel');
  });
});
