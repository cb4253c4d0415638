import { describe, expect, it } from 'vitest';
import { originatorOf, toButtons, toMessage, toQuickReplies } from '../../../../frame/chat/channels/async/toEvents.ts';
import { type MessagingChange, parseMessagingChanges } from '../../../../frame/chat/channels/async/wire.ts';

const roles: Readonly<Record<string, string>> = { reader: 'READER', other: 'CONSUMER', natalie: 'AGENT' };
const facts = { conversationId: 'c', consumerId: 'me', now: 9_000, roleOf: (id: string) => roles[id] };

/** An event as the service sends it. */
function received(event: unknown, more: Readonly<Record<string, unknown>> = {}): MessagingChange {
  const sent = { sequence: 3, serverTimestamp: 5_000, originatorId: 'natalie', dialogId: 'd', event, ...more };
  const [change] = parseMessagingChanges({ changes: [sent] });
  if (!change) throw new Error('The service does not send this.');
  return change;
}

const content = (message: unknown, contentType = 'text/plain') => ({ type: 'ContentEvent', contentType, message });
const rich = (...elements: unknown[]) => ({ type: 'RichContentEvent', content: { type: 'vertical', elements } });
const button = (title: string, ...actions: unknown[]) => ({ type: 'button', title, click: { actions } });

describe('the sender of an event of messaging', () => {
  it.each([
    ['the visitor', { originatorId: 'me' }, 'visitor'],
    ['the visitor on another device', { originatorId: 'other' }, 'visitor'],
    ['the visitor by the role of the event', { originatorMetadata: { role: 'CONSUMER' } }, 'visitor'],
    ['an agent', { originatorId: 'natalie' }, 'agent'],
    ['an agent without a role', { originatorId: 'unknown' }, 'agent'],
    ['nobody', { originatorId: null }, 'agent'],
    ['a reader', { originatorId: 'reader' }, 'system'],
    ['a controller', { originatorMetadata: { role: 'CONTROLLER' } }, 'system'],
    ['a reader whose event has no role', { originatorId: 'reader', originatorMetadata: { role: null } }, 'system'],
  ])('[CH-137] is known from %s', (_, more, sender) => {
    expect(originatorOf(received(content('Hi'), more), facts)).toBe(sender);
  });
});

describe('a message of messaging', () => {
  it('[CH-140] has the id, the sender and the time of its event', () => {
    expect(toMessage(received(content('Hi')), facts)).toEqual({
      id: 'c__d__3',
      type: 'agent',
      text: 'Hi',
      timestamp: 5_000,
      isPending: false,
      isNotSent: false,
      participantId: 'natalie',
    });
    expect(toMessage(received(content('Hi')), facts, 2)).toMatchObject({ id: 'c__d__restart2__3' });
    const mine = toMessage(received(content('Hi'), { originatorId: 'me', serverTimestamp: undefined }), facts);
    expect(mine).toMatchObject({ type: 'visitor', timestamp: 9_000 });
    expect(mine).not.toHaveProperty('participantId');
    expect(toMessage(received(content('Hi'), { originatorId: null }), facts)).not.toHaveProperty('participantId');
  });

  it('[CH-054] is HTML only if the event says so', () => {
    expect(toMessage(received(content('<b>Hi</b>', 'text/html')), facts)).toMatchObject({ format: 'html' });
    expect(toMessage(received(content('<b>Hi</b>')), facts)).not.toHaveProperty('format');
    expect(toMessage(received(rich({ type: 'text', text: '<b>Hi</b>' })), facts)).not.toHaveProperty('format');
  });

  it.each([
    ['its caption', { caption: 'A plan', relativePath: 'a/b/plan.pdf' }, 'A plan'],
    ['its name', { caption: '', relativePath: 'a/b/plan.pdf' }, 'plan.pdf'],
    ['its name without a caption', { relativePath: 'plan.pdf' }, 'plan.pdf'],
  ])('shows a file by %s', (_, message, text) => {
    expect(toMessage(received(content(message, 'hosted/file')), facts)).toMatchObject({ text });
  });

  it.each([
    ['nothing', content('')],
    ['no text', content(null)],
    ['no content', content(undefined)],
    ['a number', content(7)],
    ['a file without a name', content({ fileType: 'PDF' })],
    ['an unknown type', { type: 'SecureFormEvent' }],
    ['a receipt', { type: 'AcceptStatusEvent', status: 'READ', sequenceList: [1] }],
    ['a structure without texts', rich({ type: 'image', url: 'https://a.example/p.png' })],
  ])('is not shown with %s', (_, event) => {
    expect(toMessage(received(event), facts)).toBeUndefined();
  });

  it('[CH-137] is not shown from a controller, or without a number', () => {
    expect(toMessage(received(content('Next'), { originatorId: 'reader' }), facts)).toBeUndefined();
    expect(toMessage(received(content('Hi'), { sequence: undefined }), facts)).toBeUndefined();
  });

  it('[CH-145] has the texts of a structure in their order, and the titles of buttons that do nothing here', () => {
    const event = rich(
      { type: 'text', text: 'one' },
      {
        type: 'horizontal',
        elements: [{ type: 'text', text: 'two' }, button('three', { type: 'navigate' }), 'odd', null],
      },
      { type: 'text', text: 4 },
      { type: 'image', text: 'of a picture' },
      { type: 'map', title: 'Our office' },
      button('Take', { type: 'publishText', text: 'Take it' }),
      { type: 'button', title: 5 },
    );
    expect(toMessage(received(event), facts)).toMatchObject({ text: 'one\ntwo\nthree' });
    const { content: message } = event;
    expect(toMessage(received({ type: 'RichContentEvent', message }), facts)).toMatchObject({
      text: 'one\ntwo\nthree',
    });
  });

  it('[CH-145] is shown with buttons only, and not with what is nested too deeply', () => {
    expect(toMessage(received(rich(button('Take', { type: 'publishText' }))), facts)).toMatchObject({ text: '' });
    let deep: unknown = { type: 'text', text: 'bottom' };
    for (let level = 0; level < 50; level += 1) deep = { type: 'vertical', elements: [deep] };
    expect(toMessage(received(rich({ type: 'text', text: 'top' }, deep)), facts)).toMatchObject({ text: 'top' });
  });
});

describe('the buttons and replies of messaging', () => {
  it('[CH-145] are links to web pages, or choices with what they publish', () => {
    const link = { type: 'link', uri: 'HTTPS://a.example/' };
    const metadata = [{ id: 'x' }];
    const event = rich(
      button('Open', link),
      button('Plain', { type: 'link', uri: 'http://a.example/' }),
      button('Run', { type: 'link', uri: 'javascript:alert(1)' }),
      button('Path', { type: 'link', uri: 'page?to=https://a.example' }),
      {
        ...button('Take', { type: 'publishText', text: 'Take it' }),
        click: { metadata, actions: [{ type: 'publishText', text: 'Take it' }] },
      },
      button('Both', { type: 'publishText', text: '' }, link),
      button('Say'),
      { type: 'text', title: 'No button', text: 'words', click: { actions: [link] } },
    );
    expect(toButtons(received(event))).toEqual([
      { line: { type: 'link', text: 'Open', href: 'HTTPS://a.example/' } },
      { line: { type: 'link', text: 'Plain', href: 'http://a.example/' } },
      { line: { type: 'choice', text: 'Take' }, data: { dialogId: 'd', sequence: 3, text: 'Take it', metadata } },
      { line: { type: 'link', text: 'Both', href: 'HTTPS://a.example/' } },
    ]);
    expect(toButtons(received(content('words')))).toEqual([]);
    expect(toButtons(received(event, { sequence: undefined }))).toEqual([]);
  });

  it('[CH-139] publish their own text, or else their title', () => {
    const replies = [
      {
        title: 'Yes',
        tooltip: 'Of course',
        click: {
          actions: [
            { type: 'navigate', text: 'elsewhere' },
            { type: 'publishText', text: 'Yes, please' },
          ],
        },
      },
      { title: 'No', click: { metadata: [{ id: 'n' }], actions: [{ type: 'publishText', text: '' }] } },
      { title: 'Later' },
    ];
    const data = (text: string, metadata: unknown[] = []) => ({ dialogId: 'd', sequence: 3, text, metadata });
    const offered = [
      { id: 'd__3__0', text: 'Yes', tooltip: 'Of course', data: data('Yes, please') },
      { id: 'd__3__1', text: 'No', data: data('No', [{ id: 'n' }]) },
      { id: 'd__3__2', text: 'Later', data: data('Later') },
    ];
    expect(toQuickReplies(received({ ...content('Well?'), quickReplies: { replies } }))).toEqual(offered);
    expect(toQuickReplies(received({ ...rich(), quickReplies: { replies } }))).toEqual(offered);
    expect(toQuickReplies(received(content('Well?')))).toEqual([]);
    expect(toQuickReplies(received({ type: 'ChatStateEvent', chatState: 'ACTIVE' }))).toEqual([]);
    const unnumbered = received({ ...content('Well?'), quickReplies: { replies } }, { sequence: undefined });
    expect(toQuickReplies(unnumbered)).toEqual([]);
  });
});
