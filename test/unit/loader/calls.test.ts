// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

vi.stubGlobal('PILL_CSS', 'button{color:red}');
vi.mock('../../../loader/config.ts', () => ({
  settings: { chatFunction: 'shop.chat.open', feedbackClose: '#close' },
  linkAttribute: 'data-contact-link',
  configObject: 'contactWidgetConfig',
}));

const { calls } = await import('../../../loader/calls.ts');
const { earlyDrawing } = await import('../../../loader/earlyPill.ts');

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The names of all events that a task dispatches on the document. */
function dispatchedBy(task: () => void): readonly string[] {
  const dispatched = vi.spyOn(document, 'dispatchEvent').mockReturnValue(true);
  task();
  return dispatched.mock.calls.map(([{ type }]) => type);
}

it.each([
  ['app-ready', 'cm-app-ready'],
  ['load', 'cm-load'],
  ['cm-unread', 'cm-cm-unread'],
  ['', 'cm-'],
  ['click\ncm-', 'cm-click\ncm-'],
])('[SH-022] the frame dispatches only names that start with cm-: %j becomes %j', (type, name) => {
  expect(dispatchedBy(() => calls.emit(type))).toEqual([name]);
});

it('[SH-022] the frame gives the event a detail, and no other field', () => {
  const events: CustomEvent[] = [];
  const listener = (event: Event): number => events.push(event as CustomEvent);
  document.addEventListener('cm-unread', listener);
  calls.emit('unread', { count: 2 });
  document.removeEventListener('cm-unread', listener);
  expect(events.map(({ detail, bubbles, cancelable }) => ({ detail, bubbles, cancelable }))).toEqual([
    { detail: { count: 2 }, bubbles: true, cancelable: false },
  ]);
});

it('[CH-157] calls the page’s older chat on its object, for its own event only', () => {
  const open = vi.fn(function (this: unknown) {
    return this;
  });
  const other = vi.fn();
  const chat = { open };
  Object.assign(window, { shop: { chat, other } });
  calls.emit('unread');
  expect(open).not.toHaveBeenCalled();
  calls.emit('host-chat', 'shop.other');
  expect(other).not.toHaveBeenCalled();
  expect(open.mock.results).toEqual([{ type: 'return', value: chat }]);
});

it('[F-SH32] presses the button that the page names once, for its own event only, and no other', () => {
  const [named, other] = ['close', 'other'].map((id) => {
    const button = Object.assign(document.createElement('button'), { id });
    document.body.append(button);
    return { button, pressed: vi.spyOn(button, 'click') };
  });
  calls.emit('unread', '#other');
  expect(named?.pressed).not.toHaveBeenCalled();
  calls.emit('pane-shown', '#other');
  expect(named?.pressed).toHaveBeenCalledTimes(1);
  expect(other?.pressed).not.toHaveBeenCalled();
  document.body.replaceChildren();
});

it.each([7, { en: {} }, ['x'], [], true, null])('[F-SE24] draws no stored pill that is no text: %j', (drawings) => {
  document.documentElement.lang = 'en';
  calls.storePill(drawings as never);
  const found = (() => {
    try {
      return earlyDrawing();
    } catch {} // Not JSON.
  })();
  expect(found).toBeUndefined();
});

it.each([7, { match: 'x' }, ['cm-pill-events=1'], true, null])(
  '[F-SE24] writes no cookie that is no text: %j',
  (cookie) => {
    const before = document.cookie;
    expect(() => calls.writeStore(cookie as never)).toThrow();
    expect(document.cookie).toBe(before);
  },
);

it.each(['javascript:alert(1)', '//evil.example', ' https://evil.example'])('[BR-33] does not open %j', (address) => {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  expect(calls.openUrl(address, 'tab')).toBeUndefined();
  expect(open).not.toHaveBeenCalled();
});

it('[SH-023] opens an allowed address in a tab without an opener, and answers it', () => {
  const tab = { opener: window };
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  );
  expect(calls.openUrl('https://shop.example/', 'tab')).toBe('https://shop.example/');
  expect(tab.opener).toBeNull();
});

it('[SH-175] refuses when the browser has blocked the tab', () => {
  vi.stubGlobal(
    'open',
    vi.fn(() => null),
  );
  expect(() => calls.openUrl('https://shop.example/', 'tab')).toThrow();
});
