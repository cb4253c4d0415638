import { describe, expect, it, vi } from 'vitest';
import type { ContactApi } from '../../../frame/contact/api.ts';
import { createContactStore } from '../../../frame/contact/store.ts';
import { noNotifications } from '../../../frame/outreach/notificationList.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { displayMode } from '../../../frame/shell/displayMode.ts';
import { headerButtons } from '../../../frame/shell/headerRules.ts';
import { createPaneStore } from '../../../frame/shell/paneStore.ts';
import { headerTexts } from '../../../frame/shell/paneTexts.ts';
import { noChat } from '../../../frame/shell/records.ts';
import { createShellStore, type ShellStore } from '../../../frame/shell/store.ts';
import { chooseTheme } from '../../../frame/shell/theme.ts';
import { createViewportStore } from '../../../frame/shell/viewportStore.ts';
import { isLongTitle } from '../../../frame/ui/isLongTitle.ts';
import { createFakeClock, settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { startOutreachAfter } from '../../support/fakeOutreach.ts';

it('[SH-044][F-UX21] sets a title of more than 25 characters smaller, and the default is "Contact us"', () => {
  expect([isLongTitle('x'.repeat(25)), isLongTitle('x'.repeat(26))]).toEqual([false, true]);
  expect([headerTexts.title, headerTexts.salesTitle]).toEqual(['Contact us', 'Contact Sales']);
});

it.each([
  [false, false, false, 'menu'],
  [false, false, true, 'menu'],
  [true, false, false, 'chat'],
  [true, false, true, 'toggle'],
  [false, true, false, 'chat'],
  [false, true, true, 'toggle'],
])('[SH-042] with live %s, override %s and toggled %s shows %s', (isLive, override, isToggled, mode) => {
  expect(displayMode({ isLive, override, isToggled })).toBe(mode);
});

describe('header buttons', () => {
  it.each([
    ['menu', undefined, 3, 'none', false],
    ['chat', 'sync', 3, 'menu', true],
    ['chat', 'async', 1, 'menu', true],
    ['chat', 'bot', 1, 'menu', false],
    ['chat', 'sync', 0, 'none', true],
    ['toggle', 'sync', 3, 'chat', false],
    ['toggle', 'sync', 0, 'chat', false],
  ] as const)(
    '[SH-043] in mode %s with queue %s and %i other entries: back %s, close %s',
    (mode, queueType, otherEntries, back, close) => {
      expect(headerButtons({ mode, queueType, otherEntries })).toEqual({ back, close, minimize: true });
    },
  );
});

describe('the shell', () => {
  function setUp() {
    const does = {
      loadApp: vi.fn(async () => {}),
      onShown: vi.fn(),
      // As the rooms do.
      onHidden: vi.fn(() => shell.paneHidden()),
      endChat: vi.fn(),
      clearChat: vi.fn(),
    };
    const host = {
      focus: vi.fn(async () => {}),
      emit: vi.fn(async () => {}),
      openUrl: vi.fn(async () => true),
    };
    const log = createFakeLog();
    const clock = createFakeClock();
    const pane = createPaneStore({ clock, host, isPillHidden: false, ...does });
    const shell: ShellStore = createShellStore(pane, { host, log, ...does });
    return { does, host, log, clock, shell };
  }

  it('[SH-034] holds the state of pane and pill, hidden at first', () => {
    const { shell } = setUp();
    expect(shell.state).toEqual({
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
      isChatMissing: false,
      blockedUrl: undefined,
      contentHeightPx: 0,
    });
  });

  it('[SH-034] has beside it the mobile flag, the palette, the lookup, and the card with its welcome or notification', async () => {
    const clock = createFakeClock();
    const viewport = { width: 375, height: 700, visibleHeight: 700, documentHeight: 700, scrollY: 0 };
    expect(createViewportStore({ clock, lifetime: createLifetime() }, viewport).state.isMobile).toBe(true);
    expect(chooseTheme(undefined, 'grey')).toBe('grey');
    const contact = createContactStore({ api: {} as ContactApi, lifetime: createLifetime(), log: createFakeLog() });
    expect(contact.state).toEqual({ status: 'notStarted', information: undefined });
    const page = startOutreachAfter(50_000, { facts: { isBot: true } });
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({ kind: 'popUp', type: 'botWelcomeMessage', bodyText: 'Hi, how can I help?' });
    expect(noNotifications).toEqual({ all: [], renderedIds: [], blockedIds: [], outcomes: {} });
  });

  it('[SH-038] shows the pane and clears the pill override', async () => {
    const { shell, does } = setUp();
    shell.state.isPillHidden = true;
    shell.show({ takesFocus: true });
    await settle();
    expect(shell.state).toMatchObject({ isPaneHidden: false, isPillHidden: false });
    expect(does.onShown).toHaveBeenCalledOnce();
    shell.hide();
    expect(shell.state.isPaneHidden).toBe(true);
    expect(does.onHidden).toHaveBeenCalledOnce();
  });

  it('[SH-052] moves the focus into a pane that is shown already, for a press on a link only', () => {
    const { shell, host } = setUp();
    shell.show({ takesFocus: true, byLink: true });
    shell.show({ takesFocus: true });
    expect(host.focus).not.toHaveBeenCalled();
    shell.show({ takesFocus: true, byLink: true });
    expect(host.focus.mock.calls).toEqual([[true]]);
  });

  it('[SH-041] ends the chat on Yes and only dismisses the confirmation on No', () => {
    const { shell, does } = setUp();
    shell.show({ takesFocus: true });
    shell.chatChanged({ ...noChat, state: 'chatting', isLive: true });
    shell.close();
    expect(shell.state).toMatchObject({ isConfirmingEnd: true, isPaneHidden: false });
    shell.dismissEnd();
    expect(does.endChat).not.toHaveBeenCalled();
    expect(shell.state.isConfirmingEnd).toBe(false);
    shell.close();
    shell.confirmEnd();
    expect(does.endChat).toHaveBeenCalledOnce();
    expect(shell.state.isConfirmingEnd).toBe(false);
  });

  it('[SH-040] clears an ended chat and hides the pane on close, and otherwise only hides it', () => {
    const { shell, does } = setUp();
    shell.show({ takesFocus: true });
    shell.chatChanged({ ...noChat, state: 'ended', override: true });
    shell.close();
    expect(does.clearChat).toHaveBeenCalledOnce();
    expect(shell.state.isPaneHidden).toBe(true);
    shell.show({ takesFocus: true });
    shell.chatChanged(noChat);
    shell.close();
    expect(does.clearChat).toHaveBeenCalledOnce();
    expect(shell.state.isPaneHidden).toBe(true);
  });

  it('[SH-094] shows the pane immediately for a chat, unless a page link started it', () => {
    const { shell } = setUp();
    shell.chatAsked('link');
    expect(shell.state.isPaneHidden).toBe(true);
    shell.chatAsked('menu');
    expect(shell.state).toMatchObject({ isPaneHidden: false, isChatForced: false });
  });

  it('[SH-061] forces the chat open after a page link or the start parameter, until another entry is opened or the pane closes', () => {
    const { shell } = setUp();
    for (const from of ['link', 'queryParameter']) {
      shell.chatAsked(from);
      expect(shell.state.isChatForced).toBe(true);
      shell.choose('phone');
      expect(shell.state.isChatForced).toBe(false);
    }
    shell.chatAsked('queryParameter');
    shell.hide();
    expect(shell.state.isChatForced).toBe(false);
    shell.chatAsked('proactive');
    expect(shell.state.isChatForced).toBe(false);
  });

  it('[A11Y-10][SH-099] takes focus for a chat that the visitor started, not for one from a query parameter', () => {
    const { shell } = setUp();
    shell.chatAsked('queryParameter');
    expect(shell.state).toMatchObject({ isPaneHidden: false, takesFocus: false });
    shell.hide();
    for (const from of ['menu', 'proactive', 'transfer', 'restart']) {
      shell.chatAsked(from);
      expect(shell.state).toMatchObject({ isPaneHidden: false, takesFocus: true });
      shell.hide();
    }
  });

  it('[SH-175] shows a link in the pane for a blocked tab', async () => {
    const { shell, host } = setUp();
    host.openUrl.mockResolvedValueOnce(false);
    expect(await shell.openUrl('https://docs.example.com/', 'tab')).toBe(false);
    expect(shell.state).toMatchObject({ blockedUrl: 'https://docs.example.com/', isPaneHidden: false });
    shell.dismissBlocked();
    expect(shell.state.blockedUrl).toBeUndefined();
  });

  it('[SH-023] logs an address that the page refuses, and does not treat it as a blocked tab', async () => {
    const { shell, host, log } = setUp();
    host.openUrl.mockRejectedValue(createError('BRIDGE_REFUSED', 'the page refused openUrl'));
    expect(await shell.openUrl('data:text/html,x', 'tab')).toBe(false);
    expect(await shell.openUrl('/relative', 'self')).toBe(false);
    expect(shell.state).toMatchObject({ blockedUrl: undefined, isPaneHidden: true });
    expect(log.warnings).toEqual(['An address may not be opened.', 'An address may not be opened.']);
  });

  it.each([
    ['self', false, undefined],
    ['tab', true, undefined],
    ['tab', false, 'https://docs.example.com/'],
  ] as const)(
    '[SH-175] offers a link after the target "%s" with the answer %s: %s',
    async (target, answer, blockedUrl) => {
      const { shell, host } = setUp();
      host.openUrl.mockResolvedValueOnce(answer);
      expect(await shell.openUrl('https://docs.example.com/', target)).toBe(answer);
      expect(shell.state).toMatchObject({ blockedUrl, isPaneHidden: blockedUrl === undefined, takesFocus: false });
    },
  );

  it('[SH-008][SH-173] downloads the app when the pane is prepared or shown, and again after a failure', async () => {
    const { shell, does } = setUp();
    does.loadApp.mockRejectedValueOnce(new Error('offline'));
    const prepared = shell.prepare();
    expect(shell.state.app).toBe('loading');
    await prepared;
    expect(shell.state.app).toBe('failed');
    shell.show({ takesFocus: true });
    expect(shell.state.app).toBe('loading');
    await settle();
    expect(shell.state.app).toBe('ready');
    shell.hide();
    shell.show({ takesFocus: true });
    expect(shell.state.app).toBe('ready');
  });

  it('[A11Y-10] takes no focus once the visitor has left the frame, until they open the pane again', () => {
    const { shell } = setUp();
    shell.show({ takesFocus: true });
    shell.focusLeft();
    expect(shell.state).toMatchObject({ isPaneHidden: false, takesFocus: false });
    shell.show({ takesFocus: true });
    expect(shell.state.takesFocus).toBe(true);
  });

  it('[SH-038] reports a pane once, however often it is shown or hidden', () => {
    const { shell, does } = setUp();
    shell.hide();
    expect(does.onHidden).not.toHaveBeenCalled();
    shell.show({ takesFocus: false });
    shell.show({ takesFocus: true });
    expect([does.onShown.mock.calls.length, shell.state.takesFocus]).toEqual([1, true]);
    shell.state.isConfirmingEnd = true;
    shell.hide();
    shell.hide();
    expect(does.onHidden).toHaveBeenCalledOnce();
    expect(shell.state).toMatchObject({ isConfirmingEnd: false, takesFocus: false });
  });

  it.each([
    ['a link', true],
    ['the pill', undefined],
  ])('[SH-052] returns the focus to the page when the visitor closes what %s opened', async (_, byLink) => {
    const { shell, host, clock } = setUp();
    shell.show({ takesFocus: true, byLink });
    shell.hide();
    await clock.advance(0);
    expect(host.focus).not.toHaveBeenCalled();
    shell.show({ takesFocus: true, byLink });
    shell.close();
    expect(host.focus).not.toHaveBeenCalled();
    await clock.advance(0);
    // The loader knows which of the two it was.
    expect(host.focus.mock.calls).toEqual([[]]);
  });

  it.each<[string, (shell: ShellStore) => unknown]>([
    ['has started a chat from the menu', (shell) => shell.chatAsked('menu')],
    [
      'has opened an address that the browser blocked',
      (shell) => shell.openUrl('https://www.northwind.example/', 'tab'),
    ],
  ])(
    '[SH-052] keeps the focus of the visitor, and returns it to the page at the end, when the visitor %s',
    async (_, act) => {
      const { shell, host, clock } = setUp();
      host.openUrl.mockResolvedValue(false);
      shell.show({ takesFocus: true, byLink: true });
      await act(shell);
      expect(shell.state.takesFocus).toBe(true);
      shell.close();
      await clock.advance(0);
      expect(host.focus.mock.calls).toEqual([[]]);
    },
  );

  it('[SH-042] switches between menu and chat, and back to the chat when it ends', () => {
    const { shell } = setUp();
    const live = { ...noChat, isLive: true };
    shell.chatChanged(live);
    shell.toggleMenu();
    expect(shell.state.isMenuToggled).toBe(true);
    shell.chatChanged({ ...noChat, override: true });
    expect(shell.state.isMenuToggled).toBe(true);
    shell.toggleMenu();
    expect(shell.state.isMenuToggled).toBe(false);
    shell.showMenu();
    expect(shell.state.isMenuToggled).toBe(true);
    shell.chatChanged(noChat);
    expect(shell.state).toMatchObject({ isMenuToggled: false, chat: noChat });
    shell.showMenu();
    expect(shell.state.isMenuToggled).toBe(false);
  });

  it('[SH-036] knows the scheduler and the height of the content', () => {
    const { shell } = setUp();
    const scheduler = { isDisplayed: true, isLanding: false };
    shell.schedulerChanged(scheduler);
    shell.measured(450);
    expect(shell.state).toMatchObject({ scheduler, contentHeightPx: 450 });
  });
});
