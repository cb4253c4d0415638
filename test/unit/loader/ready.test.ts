// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { createHandle } from '../../../loader/package/handle.ts';
import { whenReady } from '../../../loader/package/ready.ts';
import { addWidget } from '../../support/addWidget.ts';

/** What the npm package sees on a page that replaces its root. */

/** As a page does whose framework draws the whole document again. The copy of a widget has no shadow root. */
async function replaceRoot(): Promise<void> {
  const root = document.documentElement;
  const copy = root.cloneNode(true);
  root.remove();
  document.append(copy);
  // Mutations are reported.
  await vi.advanceTimersByTimeAsync(1);
}

beforeEach(() => {
  document.querySelector('#contact-widget')?.remove();
  vi.useFakeTimers();
});

it('[F-AD5] waits for the widget on the new root', async () => {
  const ready = whenReady();
  await replaceRoot();
  addWidget();
  await vi.advanceTimersByTimeAsync(10_000);
  document.dispatchEvent(new Event('cm-app-ready'));
  await expect(ready).resolves.toBeUndefined();
});

it('[F-AD5] fails when the widget has left with the old root', async () => {
  addWidget();
  const code = whenReady().catch((error) => error.code);
  await replaceRoot();
  expect(await code).toBe('frame');
});

it('[F-AD5] is destroyed when the widget has left with the old root', async () => {
  addWidget();
  const onEnd = vi.fn();
  const widget = createHandle({ script: undefined, options: {}, onEnd });
  await replaceRoot();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(widget.state).toBe('destroyed');
});
