import { describe, expect, it } from 'vitest';
import type { PageLink } from '../../../bridge/records.ts';
import { type ClickFacts, routeClick } from '../../../frame/contact/links/routeClick.ts';
import { toTelUrl } from '../../../frame/text/telUrl.ts';

const pageUrl = 'https://www.example.com/products';

const link = (kind: string, more: Partial<PageLink> = {}): PageLink => ({
  kind,
  href: 'https://www.example.com/contact',
  focusArea: '',
  purpose: '',
  resource: '',
  ...more,
});

const click = (one: PageLink, more: Partial<ClickFacts> = {}) =>
  routeClick(one, {
    lookup: 'fetched',
    canChat: true,
    emailUrl: 'https://www.example.com/write',
    phoneNumber: '+1 (555) 010-0199',
    hasScheduler: true,
    pageUrl,
    defaultUrl: undefined,
    ...more,
  });

const followed = { do: 'open', url: 'https://www.example.com/contact', target: 'self' };

describe('a click on a page link', () => {
  it.each(['failed', 'notStarted', 'invalid'] as const)(
    "[SH-090] follows the link's own address while the lookup is %s",
    (lookup) => {
      for (const kind of ['chat', 'contact-link', 'email', 'phone', 'scheduler']) {
        expect(click(link(kind), { lookup })).toEqual(followed);
      }
    },
  );

  it("[SH-090] follows the script's default link when the link has no usable address", () => {
    const defaultUrl = 'https://www.example.com/default';
    for (const href of ['', `${pageUrl}#`, 'javascript:void(0)']) {
      expect(click(link('chat', { href }), { lookup: 'failed', defaultUrl })).toEqual({
        do: 'open',
        url: defaultUrl,
        target: 'self',
      });
    }
  });

  it('[SH-083][SH-090][F-SH2] knows that `#` leads nowhere, also when the page has another address by now', () => {
    const before = 'https://www.example.com/before?a=1';
    for (const href of [`${pageUrl}#`, `${before}#`])
      expect(click(link('contact', { href }), { lookup: 'failed' })).toEqual({ do: 'showPane' });
    for (const href of [`${before}#part`, 'https://other.example/#', 'http://www.example.com/#', 'tel:+1555#'])
      expect(click(link('contact', { href }), { lookup: 'failed' })).toEqual({ do: 'open', url: href, target: 'self' });
  });

  it('[SH-090] shows the pane, which explains, when there is no address', () => {
    expect(click(link('chat', { href: '' }), { lookup: 'failed' })).toEqual({ do: 'showPane' });
  });

  it('[SH-091] waits while the lookup runs', () => {
    for (const kind of ['chat', 'contact', 'email', 'phone', 'scheduler-link']) {
      expect(click(link(kind), { lookup: 'fetching' })).toEqual({ do: 'wait' });
    }
  });

  it.each(['chat-text', 'contact-text', 'email-text', 'phone-text', 'scheduler-text', 'demo'])(
    "[SH-089] on %s always follows the link's own address",
    (kind) => {
      for (const lookup of ['fetched', 'fetching', 'failed'] as const)
        expect(click(link(kind), { lookup })).toEqual(followed);
    },
  );

  it('[SH-092] on chat starts chat if possible, else shows the pane', () => {
    expect(click(link('chat'))).toEqual({ do: 'startChat' });
    expect(click(link('chat-link'), { canChat: false })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] on email opens the configured address, else shows the pane', () => {
    expect(click(link('email'))).toEqual({ do: 'open', url: 'https://www.example.com/write', target: 'self' });
    expect(click(link('email'), { emailUrl: undefined })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] on phone opens the number as tel, else shows the pane', () => {
    expect(click(link('phone'))).toEqual({ do: 'open', url: 'tel:+15550100199', target: 'self' });
    expect(click(link('phone'), { phoneNumber: undefined })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] on contact shows the pane', () => {
    expect(click(link('contact'))).toEqual({ do: 'showPane' });
  });

  it.each(['focusArea', 'purpose', 'resource'] as const)(
    '[SH-093] on a scheduler link with %s opens the named scheduler',
    (field) => {
      const name = { focusArea: '', purpose: '', resource: '', [field]: 'data' };
      expect(click(link('scheduler', { [field]: 'data' }), { hasScheduler: false })).toEqual({
        do: 'showScheduler',
        name,
      });
    },
  );

  it('[SH-093] on a plain scheduler link opens the configured scheduler, or the pane without one', () => {
    expect(click(link('scheduler'))).toEqual({ do: 'showScheduler', name: undefined });
    expect(click(link('scheduler'), { hasScheduler: false })).toEqual({ do: 'showPane' });
  });
});

describe('addresses', () => {
  it.each([
    ['+1 (555) 010-0199', 'tel:+15550100199'],
    ['0800 123 4567', 'tel:08001234567'],
    ['+49 30 1234-0', 'tel:+493012340'],
    ['1-800-555-0100,,12#', 'tel:18005550100,,12%23'],
    ['12+34', 'tel:1234'],
    ['+44 (0)20 7946 0000', 'tel:+442079460000'],
    ['(+49) (0)30 1234', 'tel:+49301234'],
    ['0044-(0)20 7946 0000', 'tel:00442079460000'],
    ['+39 (0)6 1234 5678', 'tel:+390612345678'],
    ['(0)20 7946 0000', 'tel:02079460000'],
    ['+44\u00a0(0)20 7946 0000', 'tel:+442079460000'],
    ['+49/(0)30.1234', 'tel:+49301234'],
    ['+49 – (0)30 1234', 'tel:+49301234'],
    ['Tel. 0049 (0)30 1234', 'tel:0049301234'],
    ['00 39 (0)6 1234 5678', 'tel:00390612345678'],
    ['+ 39 (0)6 1234 5678', 'tel:+390612345678'],
    ['1-800-4X4-1234', 'tel:1800441234'],
    ['*100 #2', 'tel:*100%232'],
    ['x4521', 'tel:4521'],
    ['+1 800 555 0100 ext-12', 'tel:+18005550100,12'],
    ['+44 (0)20 7946 0000 ext. 12', 'tel:+442079460000,12'],
    ['1-800-555-0100, extension 012 (mornings)', 'tel:18005550100,012'],
    ['1-800-555-0100 x12', 'tel:18005550100,12'],
    ['1-800-555-0100x12', 'tel:18005550100,12'],
    ['1-800-555-0100 (Ext 12)', 'tel:18005550100,12'],
    ['1-800-555-0100 #12', 'tel:18005550100,12'],
    ['+18005550100;ext=12', 'tel:+18005550100,12'],
    ['Fax 555 0100', 'tel:5550100'],
  ])('[SH-063][SH-092] %s becomes %s', (number, url) => {
    expect(toTelUrl(number)).toBe(url);
  });

  it('[SH-063][SH-092] an email form on another host opens in a new tab', () => {
    const open = (emailUrl: string) => click(link('email'), { emailUrl });
    expect(open('https://forms.example.com/write')).toMatchObject({ do: 'open', target: 'tab' });
    expect(open('https://www.example.com/write')).toMatchObject({ do: 'open', target: 'self' });
  });
});
