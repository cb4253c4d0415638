import { describe, expect, it } from 'vitest';
import { createNotification, outcomeCodeOf, toNotificationType } from '../../../frame/outreach/notification.ts';
import {
  addNotification,
  blockNotification,
  endNotification,
  noNotifications,
  renderNotification,
} from '../../../frame/outreach/notificationList.ts';
import { parseNotification } from '../../../frame/outreach/parseNotification.ts';

const full = {
  id: 'spring-1',
  type: 'Post',
  isChat: false,
  greetingText: 'Hello [name]',
  headingText: 'Spring release',
  bodyText: 'Databases now resize themselves.',
  imageSrc: 'https://images.northwind.example/spring.png',
  agentImageSrc: 'https://images.northwind.example/ada.png',
  buttons: [
    { buttonText: 'Read more', buttonHref: 'https://www.northwind.example/spring', clickAction: 'url' },
    { buttonText: 'Not now', clickAction: 'close', closeOnAccept: false },
  ],
  clickAction: 'url',
  url: 'https://www.northwind.example/spring',
  openURLinNewTab: true,
  isAutoFadeOut: true,
  fadeOutTime: 8_000,
  extraData: { campaignId: 'c1', campaignName: 'Spring', triggerId: 't1' },
  extraClassNames: ['spring', 'x" onclick="y'],
};

describe('parseNotification', () => {
  it('[SH-128] keeps every field and drops invalid class names', () => {
    expect(parseNotification(full, 'other')).toEqual({
      ...full,
      type: 'post',
      nurtureType: 'interact',
      source: 'timer',
      buttons: [
        { ...full.buttons[0], closeOnAccept: true },
        { buttonText: 'Not now', buttonHref: '', clickAction: 'close', closeOnAccept: false },
      ],
      extraClassNames: ['spring'],
      callbackMap: {},
    });
  });

  it.each([
    ['Chat', 'chat note'],
    ['chat note', 'chat note'],
    ['Note', 'note'],
    ['Message', 'note'],
    ['post', 'post'],
    ['interact-note', 'interact-note'],
  ])('[SH-128] maps the kind %s to the type %s', (kind, type) => {
    expect(toNotificationType(kind)).toBe(type);
  });

  it.each([['banner'], [''], [undefined], [7], ['__proto__'], ['constructor']])('rejects the type %j', (type) => {
    expect(toNotificationType(type)).toBeUndefined();
    expect(parseNotification({ type, bodyText: 'x' }, 'a')).toBeUndefined();
  });

  it.each([[undefined], [null], ['note'], [[]], [{}], [{ type: 'note' }], [{ type: 'note', bodyText: { a: 1 } }]])(
    'rejects %j, which has no text to show',
    (given) => {
      expect(parseNotification(given, 'a')).toBeUndefined();
    },
  );

  it('derives a missing action from the other fields', () => {
    expect(parseNotification({ type: 'note', bodyText: 'x', isChat: true }, 'a')?.clickAction).toBe('chat');
    expect(parseNotification({ type: 'note', bodyText: 'x', url: 'https://a.example' }, 'a')?.clickAction).toBe('url');
    expect(parseNotification({ type: 'note', bodyText: 'x' }, 'a')?.clickAction).toBe('close');
  });

  it.each([
    [' Chat ', 'chat'],
    ['CLOSE', 'close'],
    ['url', 'url'],
    ['javascript:alert(1)', 'url'],
    [undefined, 'url'],
  ])('reads the action %j of a card with an address as %s', (clickAction, expected) => {
    const given = { type: 'note', bodyText: 'x', url: 'https://a.example', clickAction };
    expect(parseNotification(given, 'a')?.clickAction).toBe(expected);
  });

  it('treats a chat note as a chat offer, although nothing else says so', () => {
    expect(parseNotification({ type: 'chat note', bodyText: 'x' }, 'a')).toMatchObject({
      isChat: true,
      clickAction: 'chat',
    });
  });

  it.each(['greetingText', 'headingText', 'bodyText'])('needs no text besides %s', (name) => {
    expect(parseNotification({ type: 'note', [name]: 'Hello' }, 'a')).toMatchObject({ [name]: 'Hello' });
  });

  it('opens the address in the same tab and does not fade, unless the page asks for it', () => {
    const notification = parseNotification({ type: 'note', bodyText: 'x', fadeOutTime: 5_000 }, 'a');
    expect(notification).toMatchObject({ openURLinNewTab: false, isAutoFadeOut: false });
  });

  it('accepts a number as text, but no number that cannot be written', () => {
    expect(parseNotification({ type: 'note', id: 7, bodyText: 42 }, 'a')).toMatchObject({ id: '7', bodyText: '42' });
    expect(parseNotification({ type: 'note', bodyText: Number.NaN }, 'a')).toBeUndefined();
  });

  it('accepts class names as one text with any whitespace, and drops what is not a text', () => {
    const classNames = (extraClassNames: unknown) =>
      parseNotification({ type: 'note', bodyText: 'x', extraClassNames }, 'a')?.extraClassNames;
    expect(classNames(' spring   sale\n')).toEqual(['spring', 'sale']);
    expect(classNames(['spring', 7, ['sale']])).toEqual(['spring']);
    expect(classNames(7)).toEqual([]);
  });

  it('keeps only the extra data that the page gave', () => {
    const given = { type: 'note', bodyText: 'x', extraData: { campaignId: 'c1', other: 'x' } };
    expect(parseNotification(given, 'a')?.extraData).toEqual({ campaignId: 'c1' });
  });

  it('shows no more than three buttons', () => {
    const buttons = ['One', 'Two', 'Three', 'Four'].map((buttonText) => ({ buttonText }));
    const shown = parseNotification({ type: 'note', bodyText: 'x', buttons }, 'a')?.buttons;
    expect(shown?.map(({ buttonText }) => buttonText)).toEqual(['One', 'Two', 'Three']);
  });

  it('ignores auto fade-out without a valid time, and cuts long texts', () => {
    const given = { type: 'note', bodyText: 'x'.repeat(9_000), isAutoFadeOut: true, fadeOutTime: -1 };
    const notification = parseNotification(given, 'a');
    expect(notification?.isAutoFadeOut).toBe(false);
    expect(notification?.bodyText).toHaveLength(2_000);
  });
});

describe('the notification list', () => {
  const one = createNotification({ id: 'one', bodyText: '1' });
  const two = createNotification({ id: 'two', bodyText: '2' });

  it.each([
    ['opened', -1],
    ['closed', -2],
    ['timeout', -3],
    ['blocked', -4],
  ] as const)('[SH-136] the outcome %s has the code %i', (outcome, code) => {
    expect(outcomeCodeOf(outcome)).toBe(code);
  });

  it('[SH-136] records all notifications, rendered ids, blocked ids and outcomes, and ignores a known id', () => {
    let list = addNotification(addNotification(addNotification(noNotifications, one), two), one);
    expect(list.all.map(({ id }) => id)).toEqual(['one', 'two']);
    list = renderNotification(list, 'one');
    expect(list.outcomes).toEqual({ one: -1 });
    list = endNotification(list, 'one', 'closed');
    list = blockNotification(list, 'three');
    expect(list).toEqual({
      all: [two],
      renderedIds: ['one'],
      blockedIds: ['three'],
      outcomes: { one: -2, three: -4 },
    });
    expect(addNotification(list, one)).toBe(list);
    expect(addNotification(list, createNotification({ id: 'three' }))).toBe(list);
    expect(blockNotification(list, 'one')).toBe(list);
    expect(endNotification(list, 'one', 'timeout')).toBe(list);
  });
});
