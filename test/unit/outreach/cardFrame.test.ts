// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { OpenedOutreach } from '../../../frame/outreach/openOutreach.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { CardFrame } = await import('../../../frame/outreach/views/CardFrame.tsx');

it('[SH-127][A11Y-24] holds a card while Tab moves the focus inside it, and releases it when the focus leaves', async () => {
  const hold = vi.fn();
  const stage = { hold, setContentHeight() {}, close() {}, act() {} };
  const opened = { stage, texts: () => (key: string) => key, returnFocus() {} } as unknown as OpenedOutreach;
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const children = createElement('a', { href: '#chat' }, 'Chat with us');
  const props = { opened, label: 'Invitation', isPressable: true };
  await act(async () => root.render(createElement(CardFrame, { ...props, children })));
  const close = box.querySelector('button');
  box.querySelector('a')?.focus();
  expect(hold).toHaveBeenLastCalledWith(true);
  close?.focus();
  expect(hold).not.toHaveBeenCalledWith(false);
  close?.blur();
  expect(hold).toHaveBeenLastCalledWith(false);
  await act(async () => root.unmount());
});
