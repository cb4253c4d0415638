// @vitest-environment happy-dom
import { act, type ComponentType, createElement, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createViewDownload, lazyView, useLazy } from '../../../frame/ui/lazyView.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => void vi.restoreAllMocks());

const words = createViewDownload(async () => 'Hello');
const Words = () => useLazy(words);

function createBench(View: ComponentType) {
  const box = document.createElement('div');
  const root = createRoot(box);
  const view = createElement(Suspense, { fallback: 'Loading' }, createElement(View));
  return { box, renderBeside: (other: ReactNode) => root.render(createElement('div', null, other, view)) };
}

describe('a view that is downloaded later', () => {
  it('is rendered at once as soon as it is there', async () => {
    const shown = await new Promise((resolve) => {
      words.whenReady(() => {
        const { box, renderBeside } = createBench(Words);
        act(() => renderBeside(''));
        resolve(box.textContent);
      });
    });
    expect(shown).toBe('Hello');
  });

  it('replaces its fallback after another part was rendered again, and React reports nothing', async () => {
    let arrive = (_: ComponentType): void => {};
    const View = lazyView(() => new Promise<ComponentType>((resolve) => (arrive = resolve)));
    const { box, renderBeside } = createBench(View);
    const errors = vi.spyOn(console, 'error');
    await act(async () => renderBeside('One '));
    await act(async () => renderBeside('Two '));
    expect(box.textContent).toBe('Two Loading');
    await act(async () => arrive(() => 'Hello'));
    expect(box.textContent).toBe('Two Hello');
    expect(errors.mock.calls).toEqual([]);
  });
});
