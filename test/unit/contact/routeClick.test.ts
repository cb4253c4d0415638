import { describe, expect, it } from 'vitest';
import type { PageLink } from '../../../bridge/records.ts';
import { type ClickFacts, routeClick, toTelUrl } from '../../../frame/contact/links/routeClick.ts';

const pageUrl = 'https://www.example.com/products';

const link = (kind: string, more: Partial<PageLink> = {}): PageLink => ({
  id: 1,
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
    '[SH-090] follows its own address while the lookup is %s',
    (lookup) => {
      for (const kind of ['chat', 'contact-link', 'email', 'phone', 'scheduler']) {
        expect(click(link(kind), { lookup })).toEqual(followed);
      }
    },
  );

  it('[SH-090] follows the default link of the script when it has no address', () => {
    const defaultUrl = 'https://www.example.com/default';
    for (const href of ['', `${pageUrl}#`, 'javascript:void(0)']) {
      expect(click(link('chat', { href }), { lookup: 'failed', defaultUrl })).toEqual({
        do: 'open',
        url: defaultUrl,
        target: 'self',
      });
    }
  });

  it('[SH-090] shows the pane, which explains, when there is no address at all', () => {
    expect(click(link('chat', { href: '' }), { lookup: 'failed' })).toEqual({ do: 'showPane' });
  });

  it('[SH-091] waits while the lookup is under way', () => {
    for (const kind of ['chat', 'contact', 'email', 'phone', 'scheduler-link']) {
      expect(click(link(kind), { lookup: 'fetching' })).toEqual({ do: 'wait' });
    }
  });

  it.each(['chat-text', 'contact-text', 'email-text', 'phone-text', 'scheduler-text', 'demo'])(
    '[SH-089] on %s keeps its own navigation whatever the lookup',
    (kind) => {
      for (const lookup of ['fetched', 'fetching', 'failed'] as const)
        expect(click(link(kind), { lookup })).toEqual(followed);
    },
  );

  it('[SH-092] chat starts chat when it can, else shows the pane', () => {
    expect(click(link('chat'))).toEqual({ do: 'startChat' });
    expect(click(link('chat-link'), { canChat: false })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] email opens the configured address, else shows the pane', () => {
    expect(click(link('email'))).toEqual({ do: 'open', url: 'https://www.example.com/write', target: 'self' });
    expect(click(link('email'), { emailUrl: undefined })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] phone opens the formatted number as tel, else shows the pane', () => {
    expect(click(link('phone'))).toEqual({ do: 'open', url: 'tel:+15550100199', target: 'self' });
    expect(click(link('phone'), { phoneNumber: undefined })).toEqual({ do: 'showPane' });
  });

  it('[SH-092] contact shows the pane', () => {
    expect(click(link('contact'))).toEqual({ do: 'showPane' });
  });

  it.each(['focusArea', 'purpose', 'resource'] as const)(
    '[SH-093] a scheduler link with %s names its scheduler',
    (field) => {
      const name = { focusArea: '', purpose: '', resource: '', [field]: 'data' };
      expect(click(link('scheduler', { [field]: 'data' }), { hasScheduler: false })).toEqual({
        do: 'showScheduler',
        name,
      });
    },
  );

  it('[SH-093] a plain scheduler link shows the configured one, or the pane when there is none', () => {
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
  ])('[SH-092] %s dials %s', (formatted, url) => {
    expect(toTelUrl(formatted)).toBe(url);
  });

  it('[SH-063][SH-092] opens the mail form of another host in a tab of its own', () => {
    const open = (emailUrl: string) => click(link('email'), { emailUrl });
    expect(open('https://forms.example.com/write')).toMatchObject({ do: 'open', target: 'tab' });
    expect(open('https://www.example.com/write')).toMatchObject({ do: 'open', target: 'self' });
  });
});
