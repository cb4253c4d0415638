// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { ContactWidget } from '../../../loader/package/react.ts';

let fail = (_error: Error): void => {};
vi.mock('../../../loader/package/loadContactWidget.ts', () => ({
  loadContactWidget: () =>
    new Promise((_, reject) => {
      fail = reject;
    }),
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const src = 'https://widget.example/loader.js';
const root = createRoot(document.createElement('div'));
afterEach(() => act(() => root.unmount()));

it('[F-AD5] gives an error to the listener of the newest render', async () => {
  const [first, newest] = [vi.fn(), vi.fn()];
  for (const onError of [first, newest]) await act(() => root.render(createElement(ContactWidget, { src, onError })));
  const error = new Error('The script did not start a widget.');
  await act(() => fail(error));
  expect(first).not.toHaveBeenCalled();
  expect(newest).toHaveBeenCalledExactlyOnceWith(error);
});
