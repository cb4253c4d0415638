import { expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { type DrawPorts, drawOnHost } from '../../../frame/shell/drawOnHost.ts';
import type { ShellState } from '../../../frame/shell/paneStore.ts';
import { noChat } from '../../../frame/shell/records.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function setUp() {
  const host = {
    setPill: vi.fn(async (_: { readonly className: string }) => {}),
    setFrame: vi.fn(async () => {}),
    focus: vi.fn(async () => {}),
    lockScroll: vi.fn(async () => {}),
  };
  const remember = vi.fn();
  const shell: ShellState = {
    isPaneHidden: true,
    hasDisplayed: false,
    isPillHidden: false,
    openedBy: undefined,
    takesFocus: false,
    isMenuToggled: false,
    chosenEntryId: undefined,
    isChatForced: false,
    chat: noChat,
    scheduler: { isDisplayed: false, isLanding: false },
    isConfirmingEnd: false,
    app: 'idle',
    blockedUrl: undefined,
    contentHeightPx: 0,
  };
  const pill = { isDecided: false, isShown: false, isSliding: false, isCollapsed: false };
  const page = { isPillOff: false };
  const drawing = drawOnHost({
    host: host as unknown as DrawPorts['host'],
    lifetime: createLifetime(),
    log: createFakeLog(),
    shell,
    pill,
    viewport: {
      viewport: { width: 1280, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0, nodes: 1 },
      isMobile: false,
    },
    watch: () => {},
    remember,
    facts: () => ({
      theme: 'blue',
      side: 'right',
      text: "Let's talk",
      unreadText: '',
      paneLabel: 'Contact',
      obstacles: [],
      isWaiting: false,
      isPillOff: page.isPillOff,
      prefersReducedMotion: false,
      card: undefined,
      landing: undefined,
    }),
  });
  const draw = async (): Promise<void> => {
    drawing.draw();
    await settle();
  };
  return { host, remember, shell, pill, page, draw };
}

it('[SH-033][F-PG8] sends nothing before it is known whether the page has a pill: a remembered one stays', async () => {
  const { host, remember, pill, draw } = setUp();
  await draw();
  expect(host.setPill).not.toHaveBeenCalled();
  expect(host.setFrame).not.toHaveBeenCalled();
  Object.assign(pill, { isDecided: true, isShown: true });
  await draw();
  expect(host.setPill.mock.lastCall?.[0].className).toBe('blue');
  expect(remember).toHaveBeenLastCalledWith(host.setPill.mock.lastCall?.[0]);
});

it('[SH-033] shows a pane that is asked for before that', async () => {
  const { host, shell, draw } = setUp();
  shell.isPaneHidden = false;
  await draw();
  expect(host.setFrame).toHaveBeenCalledOnce();
});

it('[SH-032][SH-077][F-PG8] hides a remembered pill on a page that has none, and has it forgotten', async () => {
  const { host, remember, pill, page, draw } = setUp();
  pill.isDecided = true;
  page.isPillOff = true;
  await draw();
  expect(host.setPill.mock.lastCall?.[0].className).toBe('hidden blue');
  expect(remember).toHaveBeenLastCalledWith(null);
});

it.each([
  ['slides in', { pill: { isSliding: true } }],
  ['is hidden by the pane', { shell: { isPaneHidden: false } }],
  ['is hidden by an override', { shell: { isPillHidden: true } }],
  ['has unread messages', { shell: { chat: { ...noChat, unread: 2 } } }],
])('[F-PG8] remembers no pill that %s', async (_, change: { pill?: object; shell?: object }) => {
  const { remember, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true }, change.pill);
  Object.assign(shell, change.shell);
  await draw();
  expect(remember).toHaveBeenLastCalledWith(undefined);
});
