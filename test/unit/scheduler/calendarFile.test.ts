import { describe, expect, it } from 'vitest';
import { type CalendarEvent, toCalendarFile, toCalendarLinks } from '../../../frame/scheduler/calendarFile.ts';
import { toAddress } from '../../../frame/text/toAddress.ts';

const event: CalendarEvent = {
  uid: 'NW-1@contact-widget',
  stampMs: Date.UTC(2026, 10, 21, 9),
  startMs: Date.UTC(2026, 10, 23, 15),
  endMs: Date.UTC(2026, 10, 23, 15, 30),
  title: 'Call, with an expert',
  description: 'How do we\r\nmove?\rSoon\n\u0007',
};
const whole: CalendarEvent = {
  ...event,
  location: 'We call +1 415',
  url: 'https://p.example/ä?a=1',
  organizer: { name: 'North"wind\r\n', email: 'calls@n.example' },
};
const linesOf = (one: CalendarEvent) => toCalendarFile(one).replaceAll('\r\n ', '').split('\r\n');

describe('the calendar file', () => {
  it('[SC-114][F-SC24] has all of the call, and a reminder', () => {
    expect(linesOf(whole)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//contact-widget//scheduler//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:NW-1@contact-widget',
      'DTSTAMP:20261121T090000Z',
      `SEQUENCE:${(event.stampMs - Date.UTC(2025, 0)) / 1_000}`,
      'DTSTART:20261123T150000Z',
      'DTEND:20261123T153000Z',
      'SUMMARY:Call\\, with an expert',
      'DESCRIPTION:How do we\\nmove?\\nSoon\\n',
      'STATUS:CONFIRMED',
      'LOCATION:We call +1 415',
      'URL:https://p.example/%C3%A4?a=1',
      'ORGANIZER;CN="Northwind":mailto:calls@n.example',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Call\\, with an expert',
      'TRIGGER:-PT15M',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('[SC-114] removes a call that is cancelled, without a reminder', () => {
    const lines = linesOf({ ...event, isCancelled: true });
    expect(lines).toContain('METHOD:CANCEL');
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines).not.toContain('BEGIN:VALARM');
  });

  it('[SC-114] leaves out what the call does not have', () => {
    const bare = { ...event, endMs: event.startMs, isCancelled: true };
    for (const one of [bare, { ...bare, location: '', url: 'no address' }])
      expect(linesOf(one).map((line) => line.split(':')[0])).toEqual([
        ...['BEGIN', 'VERSION', 'PRODID', 'METHOD'],
        ...['BEGIN', 'UID', 'DTSTAMP', 'SEQUENCE', 'DTSTART', 'SUMMARY', 'DESCRIPTION', 'STATUS', 'END'],
        ...['END', ''],
      ]);
  });

  it('[SC-114] counts from 2025, and never below zero', () => {
    expect(linesOf({ ...event, stampMs: 0 })).toContain('SEQUENCE:0');
  });

  it('[SC-114] has lines of 75 bytes where the text is longer', () => {
    const lines = toCalendarFile({ ...event, title: 'x'.repeat(141) }).split('\r\n');
    const first = lines.findIndex((line) => line.startsWith('SUMMARY:'));
    expect(lines.slice(first, first + 2)).toEqual([`SUMMARY:${'x'.repeat(67)}`, ` ${'x'.repeat(74)}`]);
  });
});

describe('the web calendars', () => {
  const linkOf = (at: number, one: CalendarEvent = whole, template = 'https://calendar.google.com/render?action=A') => {
    const { name, href } = toCalendarLinks(template, one)[at] ?? { name: '', href: 'https://none.example' };
    const { origin, pathname, searchParams } = new URL(href);
    return { name, address: `${origin}${pathname}`, ...Object.fromEntries(searchParams) };
  };
  const { title, description, location } = whole;

  it('[SC-114][F-SC24] get the whole call, each in its own words', () => {
    expect(linkOf(0)).toEqual({
      name: 'Google',
      address: 'https://calendar.google.com/render',
      action: 'A',
      text: title,
      dates: '20261123T150000Z/20261123T153000Z',
      details: description,
      location,
    });
    expect(linkOf(1)).toEqual({
      name: 'Outlook',
      address: 'https://outlook.live.com/calendar/0/deeplink/compose',
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: '2026-11-23T15:00:00Z',
      enddt: '2026-11-23T15:30:00Z',
      body: description,
      location,
    });
    expect(linkOf(2)).toEqual({
      name: 'Yahoo',
      address: 'https://calendar.yahoo.com/',
      v: '60',
      title,
      st: '20261123T150000Z',
      et: '20261123T153000Z',
      desc: description,
      in_loc: location,
    });
  });

  it.each([
    ['one that fits', 'a'.repeat(2_000), 2_000],
    ['a Japanese one', 'あ'.repeat(2_000), 300],
    ['one of characters with two units', '😀'.repeat(1_000), 200],
  ])('[SC-114][F-SE23] get as much of a long question as an address may hold: %s', (_, question, leastUnits) => {
    for (const { href } of toCalendarLinks('https://calendar.google.com/render', {
      ...whole,
      description: `We call\n${question}`,
    })) {
      const { searchParams } = new URL(href);
      const text = searchParams.get('details') ?? searchParams.get('body') ?? searchParams.get('desc') ?? '';
      expect(toAddress(href)).toBe(href);
      expect(text.length).toBeGreaterThan(leastUnits);
      expect(`We call\n${question}`.startsWith(text.replace(/…$/, ''))).toBe(true);
    }
  });

  it('[SC-114] are named by their host, and get an empty place for a call without one', () => {
    expect(linkOf(0, event, 'https://cal.example/add')).toMatchObject({ name: 'cal.example', location: '' });
    expect([linkOf(1, event), linkOf(2, event)]).toMatchObject([{ location: '' }, { in_loc: '' }]);
  });
});
