// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ContactWidget, type ContactWidgetProps } from '../../../loader/package/react.ts';
import { addWidget } from '../../support/addWidget.ts';

/** Two components on a page that has the loader's element. */

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const src = 'https://widget.example/loader.js';
let root: Root;
let posted: string[] = [];

/** By then, the components have the widget, and its messages are sent. */
const settle = (change: () => void): Promise<void> =>
  act(async () => {
    change();
    await new Promise((resolve) => setTimeout(resolve));
  });

const render = (...all: readonly (Partial<ContactWidgetProps> | undefined)[]): Promise<void> =>
  settle(() => root.render(all.map((props, key) => props && createElement(ContactWidget, { src, key, ...props }))));

const first = { focusArea: 'cloud', user: { userId: 'ada' } };

beforeEach(async () => {
  addWidget();
  vi.spyOn(window, 'postMessage').mockImplementation((data) => {
    posted.push(data.type);
    window.dispatchEvent(new MessageEvent('message', { source: window, data }));
  });
  root = createRoot(document.createElement('div'));
  await render(first);
  document.dispatchEvent(new Event('cm-app-ready'));
  posted = [];
});

afterEach(async () => {
  await settle(() => root.unmount());
  await settle(() => document.querySelector('#contact-widget')?.remove());
});

it('[F-AD5] a component gets the widget, and then learns of a pane that is open and of messages that there are', async () => {
  document.dispatchEvent(new Event('cm-pane-shown'));
  document.dispatchEvent(new CustomEvent('cm-unread', { detail: { count: 2 } }));
  const [onReady, onOpen, onClose, onUnread] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  await render(first, { onReady, onOpen, onClose, onUnread });
  expect(onReady).toHaveBeenCalledBefore(onOpen);
  expect([onOpen, onClose, onUnread].map(({ mock }) => mock.calls)).toEqual([[[]], [], [[2]]]);
  document.dispatchEvent(new Event('cm-pane-hidden'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('[F-AD5] a component that renders again leaves the options alone that another one has changed since', async () => {
  await render(first, { focusArea: 'data', user: { userId: 'bob' } });
  expect(posted).toEqual(['cm-update']);
  document.dispatchEvent(new Event('cm-app-ready'));
  document.dispatchEvent(new Event('cm-pane-shown'));
  const onClose = vi.fn();
  await render({ ...first, onClose }, { focusArea: 'data', user: { userId: 'bob' } });
  expect(posted).toEqual(['cm-update']);
  expect(onClose).not.toHaveBeenCalled();
});

it('[F-AD5] a component changes what has changed in its own options, and takes back what it no longer has', async () => {
  await render(first, { theme: 'grey' });
  expect(posted).toEqual(['cm-update']);
  await render({ focusArea: 'cloud' }, { theme: 'grey' });
  expect(window.contactWidgetUser).toBeUndefined();
  expect(posted).toEqual(['cm-update']);
  await render({ focusArea: 'cloud' }, {});
  expect(posted).toEqual(['cm-update', 'cm-update']);
});

it('[F-AD5] a change of the route takes back the user and config that the new components do not have', async () => {
  const signedIn = { user: { userId: 'ada' }, config: { signedIdentity: 'of ada' } };
  await render(undefined, signedIn);
  document.dispatchEvent(new Event('cm-app-ready'));
  posted = [];
  // The same user in another route: nothing starts again.
  await render(undefined, undefined, { ...signedIn, user: { userId: 'ada' } });
  await settle(() => {});
  expect([window.contactWidgetUser, posted]).toEqual([{ userId: 'ada' }, []]);
  await render({});
  // In the task after.
  await settle(() => {});
  expect([window.contactWidgetUser, window.contactWidgetConfig, posted]).toEqual([undefined, undefined, ['cm-update']]);
});
