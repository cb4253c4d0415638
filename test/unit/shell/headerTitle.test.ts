// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { noChat } from '../../../frame/shell/records.ts';
import type { HeaderProps } from '../../../frame/surfaces/Header.tsx';

vi.mock('../../../frame/chat/views/ChatHeader.tsx', () => ({ ChatHeader: () => createElement('h1', {}, 'Nina') }));
setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { Header } = await import('../../../frame/surfaces/Header.tsx');

/** A header that is rendered while the pane is hidden. `seen` counts how often the experiment's title was reported as seen. */
async function prepared() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  let seen = 0;
  const textOf = (): string => {
    seen += 1;
    return 'Talk to sales';
  };
  const widget = {
    ...{ insight: { experiments: { textOf } }, deployment: { contact: {} } },
    ...{ shell: {}, scheduler: {}, chat: { store: {} } },
  };
  let shell = { isPaneHidden: true, isMenuToggled: false, chat: noChat, scheduler: { isDisplayed: false } };
  const words = { header: (key: string) => (key === 'title' ? 'Contact us' : ''), menu: String, pane: String };
  const change = async (changes: Partial<typeof shell>): Promise<void> => {
    shell = { ...shell, ...changes };
    const props = { widget, words, shell, otherEntries: 1 } as unknown as HeaderProps;
    await act(async () => root.render(createElement(Header, props)));
  };
  await change({});
  return {
    change,
    seen: () => seen,
    title: () => document.querySelector('h1')?.textContent,
    close: () => act(async () => root.unmount()),
  };
}

it('[SH-088][CH-206] counts the title of an experiment as seen when the pane is shown, and once', async () => {
  const { change, seen, title, close } = await prepared();
  expect(seen(), 'hidden').toBe(0);
  await change({ isPaneHidden: false });
  await change({ scheduler: { isDisplayed: true } });
  expect([title(), seen()]).toEqual(['Talk to sales', 1]);
  await close();
});

it('[SH-088][CH-206] does not count the title as seen while the header of a chat is in its place', async () => {
  const { change, seen, title, close } = await prepared();
  await change({ isPaneHidden: false, chat: { ...noChat, isLive: true } });
  expect([title(), seen()]).toEqual(['Nina', 0]);
  await change({ isMenuToggled: true });
  expect([title(), seen()]).toEqual(['Talk to sales', 1]);
  await close();
});
