// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from '../../../frame/ui/CopyButton.tsx';

vi.mock('../../../styles/ui.css.ts', () => ({ button: {}, visuallyHidden: 'visuallyHidden' }));
vi.mock('../../../styles/field.css.ts', () => ({}));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('[CH-159] confirms each copy for some seconds, and is then the button that copies again', async () => {
  document.execCommand = () => true;
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(createElement(CopyButton, { text: '+1 800', label: 'Copy number', copiedLabel: 'Number copied' })),
  );
  const said = () => [box.querySelector('button'), box.querySelector('[aria-live]')].map((one) => one?.textContent);
  for (const _press of [1, 2]) {
    expect(said()).toEqual(['Copy number', '']);
    await act(async () => box.querySelector('button')?.click());
    expect(said()).toEqual(['Number copied', 'Number copied']);
    await act(async () => void vi.advanceTimersByTime(5_000));
  }
  await act(async () => root.unmount());
});
