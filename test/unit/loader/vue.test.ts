// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type App, createApp, h, nextTick, reactive } from 'vue';
import type { ContactWidgetOptions } from '../../../loader/package/options.ts';
import { ContactWidget } from '../../../loader/package/vue.ts';

/** Two components on a page that has the loader's element. */

const src = 'https://widget.example/loader.js';
let app: App;
let posted: string[] = [];
interface Listeners {
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  readonly onUnread?: (count: number) => void;
  readonly onReady?: () => void;
}
const second = reactive<{ options: (Partial<ContactWidgetOptions> & Listeners) | undefined }>({ options: undefined });

/** By now, the components have the widget, and its messages are sent. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  const host = Object.assign(document.createElement('div'), { id: 'contact-widget' });
  host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
  second.options = undefined;
  app = createApp(() => [
    h(ContactWidget, { src, focusArea: 'cloud', user: { userId: 'ada' } }),
    second.options && h(ContactWidget, { src, ...second.options }),
  ]);
  vi.spyOn(window, 'postMessage').mockImplementation((data) => {
    posted.push(data.type);
    window.dispatchEvent(new MessageEvent('message', { source: window, data }));
  });
  app.mount(document.createElement('div'));
  await settle();
  posted = [];
});

afterEach(async () => {
  app.unmount();
  await settle();
  document.querySelector('#contact-widget')?.remove();
  await settle();
});

it('[F-AD5] a second component leaves the options alone that only the first one has', async () => {
  second.options = {};
  await nextTick();
  await settle();
  expect(window.contactWidgetUser).toEqual({ userId: 'ada' });
  expect(posted).toEqual([]);
});

it('[F-AD5] a component changes what has changed in its own options, and takes back what it no longer has', async () => {
  second.options = { user: { userId: 'bob' } };
  await nextTick();
  await settle();
  expect(window.contactWidgetUser).toEqual({ userId: 'bob' });
  expect(posted).toEqual([]);
  second.options = { theme: 'grey' };
  await nextTick();
  await settle();
  expect(window.contactWidgetUser).toBeUndefined();
  expect(posted).toEqual(['cm-update']);
});

it('[F-AD5] a component takes its user and config with it, and leaves those of another one', async () => {
  second.options = { user: { userId: 'bob' }, config: { signedIdentity: 'of bob' } };
  await nextTick();
  await settle();
  second.options = undefined;
  await nextTick();
  await settle();
  expect([window.contactWidgetUser, window.contactWidgetConfig]).toEqual([{ userId: 'ada' }, undefined]);
  app.unmount();
  document.querySelector('#contact-widget')?.remove();
  await settle();
  expect(window.contactWidgetUser).toBeUndefined();
});

it('[F-AD5] a component gets the widget, and then learns of a pane that is open and of messages that there are', async () => {
  document.dispatchEvent(new Event('cm-app-ready'));
  document.dispatchEvent(new Event('cm-pane-shown'));
  document.dispatchEvent(new CustomEvent('cm-unread', { detail: { count: 2 } }));
  const [onReady, onOpen, onClose, onUnread] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  second.options = { onReady, onOpen, onClose, onUnread };
  await nextTick();
  await settle();
  expect(onReady).toHaveBeenCalledBefore(onOpen);
  expect([onOpen, onClose, onUnread].map(({ mock }) => mock.calls)).toEqual([[[]], [], [[2]]]);
  document.dispatchEvent(new Event('cm-pane-hidden'));
  expect(onClose).toHaveBeenCalledOnce();
});
