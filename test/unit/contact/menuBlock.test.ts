// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { MenuEntry } from '../../../frame/contact/menuEntries.ts';
import { selectEntry } from '../../../frame/contact/selectEntry.ts';
import type { MenuPorts } from '../../../frame/contact/views/menuPorts.ts';

setFileScope('styles', 'contact-widget');
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const { ChannelMenu } = await import('../../../frame/contact/views/ChannelMenu.tsx');

const shared = { purpose: 'p', text: undefined };
const form: MenuEntry = { ...shared, id: 'form-0', type: 'form', href: 'form:https://www.example.com/messages' };
const email: MenuEntry = { ...shared, id: 'email-0', type: 'email', href: 'mailto:help@example.com' };
const chat: MenuEntry = { id: 'chat', type: 'chat', purpose: 'p', isReturn: false };

const RareBlock = () =>
  createElement('form', { onSubmit: (event) => event.preventDefault() }, createElement('textarea'));

/** A menu that shows a form and an e-mail address before the chat is available. */
async function openMenu() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  let entries = [form, email];
  let chosenId: string | undefined;
  const ports = {
    menu: (key: string) => key,
    pageUrl: 'https://www.example.com/',
    RareBlock,
    choose(id: string) {
      chosenId = id;
      render();
    },
  } as unknown as MenuPorts;
  function render(): void {
    const options = selectEntry({
      ...{ entries, chosenId, isToggled: false, isChatForced: false },
      isChatAvailable: entries.includes(chat),
    });
    root.render(createElement(ChannelMenu, { options, ports }));
  }
  await act(async () => render());
  const field = document.querySelector('textarea');
  const fire = (event: Event) => act(async () => field?.dispatchEvent(event));
  return {
    fire,
    isFormOpen: () => field?.isConnected,
    openBlocks: () =>
      [...document.querySelectorAll('[data-block]')]
        .filter((block) => block.querySelector('h2 + :not([hidden])'))
        .map((block) => block.getAttribute('data-block')),
    addChat: () =>
      act(async () => {
        entries = [form, email, chat];
        render();
      }),
    close: () => act(async () => root.unmount()),
  };
}

it.each(['input', 'submit'])(
  '[SH-059][SH-060] keeps a form open after %s, when a chat becomes available',
  async (name) => {
    const menu = await openMenu();
    await menu.fire(new Event(name, { bubbles: true, cancelable: true }));
    expect(menu.openBlocks()).toEqual(['form']);
    await menu.addChat();
    expect([menu.openBlocks(), menu.isFormOpen()]).toEqual([['form'], true]);
    await menu.close();
  },
);

it('[SH-060] opens a chat that becomes available after the focus has only passed the form', async () => {
  const menu = await openMenu();
  await menu.fire(new FocusEvent('focusin', { bubbles: true }));
  await menu.addChat();
  expect(menu.openBlocks()).toEqual(['chat']);
  await menu.close();
});

it.each<[string, MenuEntry, string]>([
  ['a link', { ...shared, id: 'link-0', type: 'link', href: 'https://docs.example/' }, 'https://docs.example/'],
  ['an e-mail address', email, 'mailto:help@example.com'],
  [
    'a phone number, which it shows',
    {
      ...{ id: 'phone', type: 'phone', purpose: 'p' },
      numbers: [{ number: '+18005550142', formatted: '+1 800 555 0142', info: undefined }],
    },
    'tel:+18005550142',
  ],
])('[F-UX13] a block with nothing but %s is that link', async (_, entry, href) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const opened: string[] = [];
  const ports = {
    menu: (key: string) => key,
    pageUrl: 'https://www.example.com/',
    openUrl: (address: string) => opened.push(address),
  } as unknown as MenuPorts;
  const options = [{ entry, isSelected: false, isForceSelected: false }];
  await act(async () => root.render(createElement(ChannelMenu, { options, ports })));
  const block = document.querySelector('[data-block]');
  expect(block?.querySelectorAll('button')).toHaveLength(0);
  const link = block?.querySelector('a');
  await act(async () => link?.click());
  expect(link?.getAttribute('href')).toBe(href);
  // The page opens a page, and the frame itself what is for mail or a telephone (F-PG20).
  expect(opened).toEqual(entry.type === 'link' ? [href] : []);
  if (entry.type === 'phone') expect(link?.textContent).toBe('phone +1 800 555 0142');
  await act(async () => root.unmount());
});

it('[F-UX13] a phone number with an explanation, and two of them, are a block to open', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const number = { number: '+18005550142', formatted: '+1 800 555 0142' };
  for (const numbers of [
    [{ ...number, info: 'At night' }],
    [number, number].map((one) => ({ ...one, info: undefined })),
  ]) {
    const entry: MenuEntry = { id: 'phone', type: 'phone', purpose: 'p', numbers };
    const options = [{ entry, isSelected: false, isForceSelected: false }];
    const ports = { menu: (key: string) => key } as unknown as MenuPorts;
    await act(async () => root.render(createElement(ChannelMenu, { options, ports })));
    expect(document.querySelector('[data-block] [aria-expanded=false]')).not.toBeNull();
  }
  await act(async () => root.unmount());
});
