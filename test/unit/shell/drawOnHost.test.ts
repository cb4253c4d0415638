import { expect, it, vi } from 'vitest';
import type { FrameDrawing, Obstacle, PillDrawing } from '../../../bridge/records.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { badgeText } from '../../../frame/shell/badgeText.ts';
import { type DrawPorts, drawOnHost } from '../../../frame/shell/drawOnHost.ts';
import { fromEdge } from '../../../frame/shell/hostDrawings.ts';
import { isPaneFullSize } from '../../../frame/shell/paneSize.ts';
import { noChat } from '../../../frame/shell/records.ts';
import type { ShellState } from '../../../frame/shell/store.ts';
import { settle } from '../../support/fakeClock.ts';

function setUp() {
  const host = {
    draw: vi.fn(async (_pill?: PillDrawing, _frame?: FrameDrawing) => {}),
    focus: vi.fn(async () => {}),
  };
  const remember = vi.fn();
  const shell: ShellState = {
    isPaneHidden: true,
    isPillHidden: false,
    takesFocus: false,
    isMenuToggled: false,
    chosenEntryId: undefined,
    isChatForced: false,
    chat: noChat,
    scheduler: { isDisplayed: false, isLanding: false },
    isConfirmingEnd: false,
    app: 'idle',
    blockedUrl: undefined,
    isChatMissing: false,
    contentHeightPx: 0,
  };
  const pill = { isDecided: false, isShown: false, isSliding: false, isFolding: false, isCollapsed: false };
  const page = { isPillOff: false, prefersReducedMotion: false, width: 1280, obstacles: [] as readonly Obstacle[] };
  const lifetime = createLifetime();
  const drawing = drawOnHost({
    host: host as unknown as DrawPorts['host'],
    lifetime,
    brand: undefined,
    pane: { state: shell },
    pill: { state: pill },
    viewport: {
      get state() {
        return {
          viewport: { width: page.width, height: 800, visibleHeight: 800, documentHeight: 800, scrollY: 0 },
          isMobile: false,
        };
      },
    },
    watch: () => {},
    remember,
    facts: () => ({
      theme: 'blue',
      side: 'right',
      text: "Let's talk",
      unreadLabel: '',
      paneLabel: 'Contact',
      obstacles: page.obstacles,
      isPillOff: page.isPillOff,
      prefersReducedMotion: page.prefersReducedMotion,
      rooms: {
        unread: shell.chat.unread,
        badge: badgeText(shell.chat.unread),
        card: undefined,
        isFullSize: isPaneFullSize(shell),
        contentHeightPx: shell.contentHeightPx,
        isLanding: shell.scheduler.isLanding,
        landing: undefined,
      },
    }),
  });
  const draw = async (): Promise<void> => {
    drawing.draw();
    await settle();
  };
  return { host, remember, shell, pill, page, lifetime, draw, drawing };
}

it('[SH-033][F-PG8] sends nothing before it is known whether the page has a pill: a remembered one stays', async () => {
  const { host, remember, pill, draw } = setUp();
  await draw();
  expect(host.draw).not.toHaveBeenCalled();
  Object.assign(pill, { isDecided: true, isShown: true });
  await draw();
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('visible');
  expect(remember).toHaveBeenLastCalledWith(host.draw.mock.lastCall?.[0]);
});

it('[SH-033] shows a pane that is asked for before that', async () => {
  const { host, shell, draw } = setUp();
  shell.isPaneHidden = false;
  await draw();
  expect(host.draw).toHaveBeenCalledOnce();
  expect(host.draw.mock.lastCall?.[1]?.visibility).toBe('visible');
});

it('[SH-037] hides a pane that is closed before it is known whether there is a pill, and no longer covers the page', async () => {
  const { host, shell, page, draw } = setUp();
  page.width = 375;
  shell.isPaneHidden = false;
  await draw();
  expect(host.draw.mock.lastCall?.[1]).toMatchObject({ className: 'cover', visibility: 'visible' });
  shell.isPaneHidden = true;
  await draw();
  expect(host.draw.mock.lastCall?.[1]).toMatchObject({ className: '', visibility: '' });
});

it('[SH-157][F-PG8] remembers a pill above a bar, and not one above a footer', async () => {
  const { host, remember, pill, page, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  const edges = { top: 700, right: 1280, bottom: 800, left: 0 };
  page.obstacles = [{ kind: 'footer', ...edges }];
  await draw();
  expect(host.draw.mock.lastCall?.[0]).toMatchObject({ bottom: fromEdge('bottom', 116) });
  expect(remember).toHaveBeenLastCalledWith({ ...host.draw.mock.lastCall?.[0], bottom: fromEdge('bottom', 16) });
  page.obstacles = [{ kind: 'fixed', ...edges }];
  await draw();
  expect(remember.mock.lastCall).toEqual([host.draw.mock.lastCall?.[0]]);
});

it('[SH-033] sends the pane at once when it is shown, before the frame renders it', () => {
  const { host, shell, drawing } = setUp();
  shell.isPaneHidden = false;
  drawing.drawNow();
  expect(host.draw.mock.calls.map(([, frame]) => frame?.visibility)).toEqual(['visible']);
});

it.each([1280, 400])(
  '[SH-033] gives the hidden frame the size of the pane after intent, at a width of %d px',
  async (width) => {
    const { host, shell, pill, page, draw } = setUp();
    page.width = width;
    await draw();
    shell.app = 'loading';
    await draw();
    expect(host.draw).not.toHaveBeenCalled(); // An early pill stays.
    Object.assign(pill, { isDecided: true, isShown: true });
    await draw();
    const [, hidden] = host.draw.mock.lastCall ?? [];
    expect(parseInt(hidden?.width ?? '', 10)).toBeGreaterThan(0);
    expect(hidden?.visibility).toBe('');
    // Not even a hidden frame of a phone's size locks the page.
    expect(hidden?.className).toBe('');
    expect(host.focus).not.toHaveBeenCalled();
    shell.isPaneHidden = false;
    await draw();
    expect(host.draw.mock.lastCall?.[1]).toEqual({
      ...hidden,
      className: width === 400 ? 'cover' : 'pane',
      visibility: 'visible',
      translate: '0',
    });
  },
);

it('[SH-032][SH-077][F-PG8] hides a remembered pill on a page that has none, and has it forgotten', async () => {
  const { host, remember, pill, page, draw } = setUp();
  pill.isDecided = true;
  page.isPillOff = true;
  await draw();
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('');
  expect(remember).toHaveBeenLastCalledWith(null);
});

it.each([
  ['is hidden by the pane', { shell: { isPaneHidden: false } }],
  ['makes room for its icon form', { pill: { isFolding: true } }],
  ['has unread messages', { shell: { chat: { ...noChat, unread: 2 } } }],
])('[F-PG8] remembers no pill that %s', async (_, change: { pill?: object; shell?: object }) => {
  const { remember, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true }, change.pill);
  Object.assign(shell, change.shell);
  await draw();
  expect(remember).toHaveBeenLastCalledWith(undefined);
});

it('[SH-033][F-SH9] has a remembered pill forgotten where the page hides it, until the pane has been shown', async () => {
  const { host, remember, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  shell.isPillHidden = true;
  await draw();
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('');
  expect(remember).toHaveBeenLastCalledWith(null);
});

it('[SH-160][F-SH4] moves nothing under reduced motion', async () => {
  const { host, pill, page, draw } = setUp();
  page.prefersReducedMotion = true;
  for (const phase of [{ isFolding: true }, { isFolding: false, isCollapsed: true, isSliding: true }]) {
    Object.assign(pill, { isDecided: true, isShown: true }, phase);
    await draw();
    expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('visible');
    expect(host.draw.mock.lastCall?.[0]?.transition).toBe('');
  }
});

it('[SH-160][F-PG8] remembers the pill at its first display under reduced motion, where it does not slide in', async () => {
  const { host, remember, pill, page, draw } = setUp();
  page.prefersReducedMotion = true;
  Object.assign(pill, { isDecided: true, isShown: true, isSliding: true });
  await draw();
  expect(remember).toHaveBeenLastCalledWith(host.draw.mock.lastCall?.[0]);
});

it('[SH-029][F-PG8] remembers a pill that slides in without its slide, and does not send the end of the slide', async () => {
  const { host, remember, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true, isSliding: true });
  await draw();
  pill.isSliding = false;
  await draw();
  expect(host.draw).toHaveBeenCalledOnce();
  expect(remember).toHaveBeenCalledOnce();
  const resting = setUp();
  Object.assign(resting.pill, { isDecided: true, isShown: true });
  await resting.draw();
  expect(remember.mock.lastCall).toEqual([resting.host.draw.mock.lastCall?.[0]]);
});

it('[SH-033] sends pill and frame in one message, and only when one of them has changed', async () => {
  const { host, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  await draw();
  await draw();
  expect(host.draw).toHaveBeenCalledOnce();
  shell.chat = { ...noChat, unread: 1 };
  await draw();
  expect(host.draw).toHaveBeenCalledTimes(2);
  shell.isPaneHidden = false;
  await draw();
  await draw();
  expect(host.draw).toHaveBeenCalledTimes(3);
  expect(host.draw.mock.lastCall).toEqual([
    expect.objectContaining({ visibility: '' }),
    expect.objectContaining({ className: 'pane', visibility: 'visible' }),
  ]);
});

it('[SH-033] sends a frame that changes beside the same pill, with the pill', async () => {
  const { host, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  Object.assign(shell, { isPaneHidden: false });
  await draw();
  shell.contentHeightPx = 400;
  await draw();
  const [first, second] = host.draw.mock.calls;
  expect(host.draw).toHaveBeenCalledTimes(2);
  expect(second?.[0]).toEqual(first?.[0]);
  expect(parseInt(second?.[1]?.height ?? '', 10)).toBeGreaterThan(parseInt(first?.[1]?.height ?? '', 10));
});

it('[SH-033] draws no hidden frame before the first one that is shown', async () => {
  const { host, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  await draw();
  shell.isPaneHidden = false;
  await draw();
  shell.isPaneHidden = true;
  await draw();
  expect(host.draw.mock.calls.map(([, frame]) => frame?.visibility)).toEqual([undefined, 'visible', '']);
});

it('draws once for many changes, and again for later ones', async () => {
  const { host, shell, pill, drawing } = setUp();
  pill.isDecided = true;
  shell.isPaneHidden = false;
  drawing.draw();
  drawing.draw();
  shell.isMenuToggled = true;
  await settle();
  expect(host.draw).toHaveBeenCalledOnce();
  shell.isPaneHidden = true;
  drawing.draw();
  await settle();
  expect(host.draw).toHaveBeenCalledTimes(2);
});

it('[SH-012] draws nothing after the end', async () => {
  const { host, pill, lifetime, draw } = setUp();
  pill.isDecided = true;
  lifetime.end();
  await draw();
  expect(host.draw).not.toHaveBeenCalled();
});

it.each([
  ['the menu without chat', {}, 332],
  ['the menu beside a chat that is available', { chat: { ...noChat, availability: 'available' } }, 620],
  ['the menu beside a chat on stand-by', { chat: { ...noChat, availability: 'standBy' } }, 620],
  ['the menu beside a chat that is unavailable', { chat: { ...noChat, availability: 'unavailable' } }, 332],
  ['a chat', { chat: { ...noChat, isLive: true } }, 620],
  ['a scheduler', { scheduler: { isDisplayed: true, isLanding: false } }, 620],
] as const)('[SH-036] sizes the pane for %s', async (_, change, height) => {
  const { host, shell, draw } = setUp();
  Object.assign(shell, { isPaneHidden: false }, change);
  await draw();
  expect(host.draw.mock.lastCall?.[1]?.height).toBe(`${height}px`);
});

it('[SH-048] covers the page for a scheduler in landing mode, and hides the pill', async () => {
  const { host, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  Object.assign(shell, { isPaneHidden: false, scheduler: { isDisplayed: true, isLanding: true } });
  await draw();
  expect(host.draw.mock.lastCall?.[1]).toMatchObject({ width: '1280px', height: '800px' });
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('');
});

it('[SH-011][SH-048] hides a landing scheduler that the page closes, and the pill opens it again', async () => {
  const { host, shell, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true });
  Object.assign(shell, { isPaneHidden: false, scheduler: { isDisplayed: true, isLanding: true } });
  await draw();
  shell.isPaneHidden = true;
  await draw();
  expect(host.draw.mock.lastCall?.[1]?.visibility).toBe('');
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('visible');
  shell.isPaneHidden = false;
  await draw();
  expect(host.draw.mock.lastCall?.[1]).toMatchObject({ width: '1280px', height: '800px' });
  expect(host.draw.mock.lastCall?.[1]?.visibility).toBe('visible');
});

it('[SH-035] covers a phone, so that the loader locks the page, until the pane closes or the window is wide', async () => {
  const { host, shell, page, pill, draw, drawing } = setUp();
  const covers = () => [host.draw.mock.lastCall?.[1]?.className === 'cover', drawing.isCovering()];
  pill.isDecided = true;
  page.width = 375;
  await draw();
  expect(covers()).toEqual([false, false]);
  shell.isPaneHidden = false;
  await draw();
  expect(covers()).toEqual([true, true]);
  page.width = 1280;
  await draw();
  expect(covers()).toEqual([false, false]);
  page.width = 375;
  await draw();
  shell.isPaneHidden = true;
  await draw();
  expect(covers()).toEqual([false, false]);
});

it('[A11Y-10] moves the focus into the pane once, when the visitor opens it', async () => {
  const { host, shell, pill, draw } = setUp();
  pill.isDecided = true;
  shell.takesFocus = true;
  await draw();
  expect(host.focus).not.toHaveBeenCalled();
  shell.isPaneHidden = false;
  await draw();
  await draw();
  expect(host.focus.mock.calls).toEqual([[true]]);
  Object.assign(shell, { isPaneHidden: true, takesFocus: false });
  await draw();
  shell.isPaneHidden = false;
  await draw();
  expect(host.focus).toHaveBeenCalledOnce();
  shell.takesFocus = true;
  await draw();
  expect(host.focus).toHaveBeenCalledTimes(2);
});

it('[SH-029][SH-030] moves the pill where motion is welcome', async () => {
  const { host, pill, draw } = setUp();
  Object.assign(pill, { isDecided: true, isShown: true, isSliding: true });
  await draw();
  expect(host.draw.mock.lastCall?.[0]?.transition).toContain('translate');
  Object.assign(pill, { isSliding: false, isFolding: true });
  await draw();
  expect(host.draw.mock.lastCall?.[0]?.visibility).toBe('');
});
