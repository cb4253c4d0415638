// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { MenuEntry } from '../../../frame/contact/menuEntries.ts';
import type { PaneParts } from '../../../frame/surfaces/paneParts.ts';
import type { Widget } from '../../../frame/widget.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { ChannelMenu } = await import('../../../frame/contact/views/ChannelMenu.tsx');
const { createMenuPorts } = await import('../../../frame/surfaces/menuPorts.ts');

const entry = { id: 'scheduler-0', type: 'scheduler', purpose: 'p', config: {} } as unknown as MenuEntry;

/** A menu with a scheduler. `seen` counts how often the experiment's question was reported as seen. */
function createMenu() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  let text = 'Talk with an expert';
  let seen = 0;
  const textOf = (_: string, isSeen: boolean): string => {
    if (isSeen) seen += 1;
    return text;
  };
  const widget = { insight: { experiments: { textOf } }, shell: {} };
  const parts = { words: { menu: String } };
  return {
    async render({ isShown, isOpen = true }: { readonly isShown: boolean; readonly isOpen?: boolean }) {
      const facts = { languageCode: 'en', pageUrl: '', isMobile: false, isShown, isChatLive: false, unread: '' };
      const ports = createMenuPorts(widget as unknown as Widget, parts as unknown as PaneParts, {
        ...facts,
        crashed: () => null,
      });
      const options = [{ entry, isSelected: isOpen, isForceSelected: false }];
      await act(async () => root.render(createElement(ChannelMenu, { options, ports })));
    },
    later(next: string): void {
      text = next;
    },
    seen: () => seen,
    question: () => document.querySelector('[data-block] p')?.textContent,
    close: () => act(async () => root.unmount()),
  };
}

it('[SH-064][CH-206] counts the question of an experiment as seen when the pane is shown, with the same text as before', async () => {
  const { render, later, seen, question, close } = createMenu();
  await render({ isShown: false });
  expect([question(), seen()]).toEqual(['Talk with an expert', 0]);
  await render({ isShown: true });
  later('Later words');
  await render({ isShown: true });
  expect([question(), seen()]).toEqual(['Talk with an expert', 1]);
  await close();
});

it('[SH-064][CH-206] does not count the question as seen while its entry is closed', async () => {
  const { render, seen, question, close } = createMenu();
  await render({ isShown: true, isOpen: false });
  expect([question(), seen()]).toEqual([undefined, 0]);
  await render({ isShown: true });
  expect([question(), seen()]).toEqual(['Talk with an expert', 1]);
  await close();
});
