// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { privacyTexts } from '../../../frame/contact/privacy/texts.ts';
import { YourData } from '../../../frame/surfaces/YourData.tsx';
import type { Departure } from '../../../frame/visitor/visitorWatch.ts';
import type { Widget } from '../../../frame/widget.ts';

vi.mock('../../../styles/privacy.css.ts', () => ({ panel: 'panel', title: 'title', buttons: 'buttons' }));
vi.mock('../../../styles/ui.css.ts', () => ({
  button: {},
  notice: {},
  visuallyHidden: 'visuallyHidden',
  wide: 'wide',
}));

it.each<[Departure, number]>([
  ['left', 1],
  ['deleted', 0],
])('[F-AD16][CH-014] asks to be closed when the visitor has left, but not after a deletion: %s', async (how, times) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const listeners = new Set<(how: Departure) => void>();
  const visitorWatch = {
    onLeft(listener: (how: Departure) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const widget = { visitorWatch, deployment: {}, texts: { find: () => undefined } } as unknown as Widget;
  const onClose = vi.fn();
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render(createElement(YourData, { widget, onClose })));
  expect(place.textContent).toContain(privacyTexts.intro);
  for (const listener of listeners) listener(how);
  expect(onClose).toHaveBeenCalledTimes(times);
  await act(async () => root.unmount());
  expect(listeners.size).toBe(0);
});
