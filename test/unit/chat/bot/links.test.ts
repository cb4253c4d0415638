import { describe, expect, it } from 'vitest';
import { hrefOfLine, openLinkOf } from '../../../../frame/chat/messages/links.ts';
import { fakePage } from '../../../support/fakeChannelPorts.ts';

describe('links of an answer', () => {
  const never = (): boolean => false;

  it.each([
    ['mailto:a@b.example', 'self', 'mailto:a@b.example'],
    ['tel:+15550100', 'self', 'tel:+15550100'],
    ['https://www.northwind.example/data', 'self', 'https://www.northwind.example/data'],
    ['/data', 'self', 'https://www.northwind.example/data'],
    ['https://other.example/x', 'tab', 'https://other.example/x'],
  ])('[CH-095] opens %s in %s', (href, target, url) => {
    expect(openLinkOf(href, fakePage.url, never)).toEqual({ url, target });
  });

  it('[CH-096] adds the bot parameter to the address of a page with a bot, and to no other', () => {
    const isBot = (url: string): boolean => url.includes('/cloud');
    expect(openLinkOf('/cloud?a=1', fakePage.url, isBot)?.url).toBe(
      'https://www.northwind.example/cloud?a=1&contactmodule=bot',
    );
    expect(openLinkOf('/data', fakePage.url, isBot)?.url).toBe('https://www.northwind.example/data');
    expect(openLinkOf('mailto:cloud@x.example', fakePage.url, () => true)?.url).toBe('mailto:cloud@x.example');
  });

  it('[CH-078] uses the phone number of the country if a phone line has none', () => {
    expect(hrefOfLine({ type: 'phone', text: 'Call us' }, '+1 555 0100')).toBe('tel:+15550100');
    expect(hrefOfLine({ type: 'phone', text: '555-0199' }, '+1')).toBe('tel:5550199');
    expect(hrefOfLine({ type: 'phone', text: 'Call us' }, '+44 (0)20 7946 0000 #12')).toBe('tel:+442079460000,12');
    expect(hrefOfLine({ type: 'phone', text: 'Call sales, on +44 (0)20 7946 0000, ext. 12' }, undefined)).toBe(
      'tel:+442079460000,12',
    );
    expect(hrefOfLine({ type: 'phone', text: '24x7: 0800 123456' }, undefined)).toBe('tel:2470800123456');
    expect(hrefOfLine({ type: 'phone', text: '+1 555 0100,12' }, undefined)).toBe('tel:+15550100,12');
    expect(hrefOfLine({ type: 'phone', text: '0800 123 #12' }, undefined)).toBe('tel:0800123,12');
    expect(hrefOfLine({ type: 'email', text: 'sales@northwind.example' }, undefined)).toBe(
      'mailto:sales@northwind.example',
    );
    expect(hrefOfLine({ type: 'link', text: 'nowhere' }, undefined)).toBeUndefined();
  });
});
