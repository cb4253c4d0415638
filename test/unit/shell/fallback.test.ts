// @vitest-environment happy-dom
import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FallbackFacts } from '../../../frame/shell/fallback.ts';
import { createPaneStore } from '../../../frame/shell/paneStore.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

// vanilla-extract needs the file name, which the build normally sets.
setFileScope('styles', 'contact-widget');
const { showFallback } = await import('../../../frame/shell/fallback.ts');

afterEach(() => document.body.replaceChildren());

describe('the pane without the app', () => {
  function setUp(settings: Record<string, string> = {}) {
    const openUrl = vi.fn(async () => true);
    const loadApp = vi.fn(async () => {});
    const none = () => {};
    const shell = createPaneStore({
      ...{ clock: createFakeClock(), host: { focus: async () => {} }, isPillHidden: false, loadApp },
      ...{ onShown: none, onHidden: none },
    });
    const watchers = new Set<() => void>();
    const watch: typeof shell.watch = (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    };
    const reopen = vi.fn(async () => true);
    const pane = Object.assign(shell, { watch });
    const facts: FallbackFacts = {
      pane,
      read: { pane: (key) => `${key}.` } as FallbackFacts['read'],
      host: { openUrl },
      page: { state: { facts: { settings } } },
      deployment: {},
      reopen,
    };
    const change = (app: typeof shell.state.app) => {
      shell.state.app = app;
      for (const watcher of watchers) watcher();
    };
    const fallback = showFallback(document, facts);
    const main = document.querySelector('main');
    const buttons = () => [...document.querySelectorAll('button')];
    return { shell, pane, loadApp, reopen, openUrl, change, fallback, main, buttons, watchers };
  }

  it('[SH-033] is an outline that says it is loading while the app is downloaded', () => {
    const { main, change, buttons } = setUp();
    expect(main?.children).toHaveLength(0);
    change('loading');
    expect(main?.querySelector('[role=status]')?.textContent).toBe('loading.');
    expect([main?.querySelectorAll('div').length, buttons().length]).toEqual([5, 1]);
    expect(main?.className).not.toBe('');
    expect(main?.querySelector('div')?.className).not.toBe('');
    const shown = main?.firstElementChild;
    change('loading');
    expect(main?.firstElementChild).toBe(shown);
  });

  it('[SH-052] closes by its button and by Escape while the app is downloaded, and leaves Escape to the app then', () => {
    const { change, buttons, pane, fallback } = setUp();
    const hide = vi.spyOn(pane, 'hide');
    const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    change('loading');
    buttons()[0]?.click();
    press('a');
    press('Escape');
    expect(hide.mock.calls).toEqual([[{ returnsFocus: true }], [{ returnsFocus: true }]]);
    change('failed');
    press('Escape');
    expect(hide).toHaveBeenCalledTimes(3);
    // The app removes it before it is ready.
    change('loading');
    fallback.remove();
    press('Escape');
    expect(hide).toHaveBeenCalledTimes(3);
  });

  it('[SH-173] says that the download failed, and offers to try again and to close', () => {
    const { main, change, buttons } = setUp();
    change('loading');
    change('failed');
    expect(main?.querySelector('[role=status]')).toBeNull();
    expect(main?.querySelector('[role=alert]')?.textContent).toBe('chunkFailed.');
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['close.', 'tryAgain.']);
    for (const button of buttons()) expect(button.className).not.toBe('');
    change('loading');
    expect(main?.querySelector('[role=status]')).not.toBeNull();
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('[SH-173] tries again in a new document (%s), or else here (%i downloads)', async (canReopen, downloads) => {
    const { change, buttons, reopen, loadApp } = setUp();
    reopen.mockResolvedValue(canReopen);
    change('failed');
    buttons()[1]?.click();
    await vi.waitFor(() => expect(reopen).toHaveBeenCalledOnce(), 30_000);
    await Promise.resolve();
    expect(loadApp).toHaveBeenCalledTimes(downloads);
  });

  it('[F-UX19][SH-083] has the pane’s title, and after a failure the page’s own links', async () => {
    const { main, change, openUrl } = setUp({
      defaultContact: 'https://www.example.com/contact',
      defaultPhone: 'nonsense',
    });
    change('loading');
    expect(main?.querySelector('h1')?.textContent).toBe('title.');
    expect(main?.querySelector('a')).toBeNull();
    change('failed');
    expect(main?.querySelector('h1')?.textContent).toBe('title.');
    const links = [...(main?.querySelectorAll('a') ?? [])];
    expect(links.map(({ textContent }) => textContent)).toEqual(['defaultContact.']);
    links[0]?.click();
    expect(openUrl.mock.calls).toEqual([['https://www.example.com/contact', 'self']]);
  });

  it('[SH-173] closes, and gives the focus back', () => {
    const { change, buttons, pane } = setUp();
    const hide = vi.spyOn(pane, 'hide');
    change('failed');
    buttons()[0]?.click();
    expect(hide.mock.calls).toEqual([[{ returnsFocus: true }]]);
  });

  it.each([
    ['takes the focus in a pane that the visitor opened', true, false, true],
    ['takes the focus in a pane to which the visitor has returned', false, true, true],
    ['takes no focus in a pane that opened by itself, or is hidden', false, false, false],
  ])('[A11Y-10] %s', (_, takesFocus, hasFocus, expected) => {
    const { change, buttons, shell } = setUp();
    vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
    shell.state.takesFocus = takesFocus;
    change('failed');
    expect(document.activeElement === buttons()[1]).toBe(expected);
  });

  it('leaves what it shows when the app is ready, and removes it at the end', () => {
    const { main, change, fallback, watchers } = setUp();
    change('loading');
    change('ready');
    expect(main?.querySelectorAll('div')).toHaveLength(5);
    fallback.remove();
    expect([document.querySelector('main'), watchers.size]).toEqual([null, 0]);
  });
});
