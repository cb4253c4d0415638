// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { loadContactWidget } from '../../../loader/package/loadContactWidget.ts';
import { optionNames } from '../../../loader/package/options.ts';
import { addWidget } from '../../support/addWidget.ts';

const src = 'https://widget.example/loader.js';
let warning: MockInstance<typeof console.warn>;

/** As on a page that embeds the widget itself. */
beforeEach(() => {
  warning = vi.spyOn(console, 'warn').mockReturnValue();
  addWidget();
  // The script of a test is not downloaded.
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, unknown> } };
  Object.assign(happyDOM.settings, { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true });
});

afterEach(async () => {
  vi.restoreAllMocks();
  const widget = await loadContactWidget({ src });
  document.querySelector('#contact-widget')?.remove();
  await vi.waitFor(() => expect(widget?.state).toBe('destroyed'), 30_000);
});

/** Calls the package with what TypeScript would refuse. */
const load = (options: object) => loadContactWidget({ src, ...options });

it('[F-AD5] names an unknown option once, at whatever call it comes', async () => {
  await load({ colour: 'red' });
  const widget = await load({ colour: 'red', focusAera: 'cloud' });
  // As a React component does at each render.
  widget?.update({ focusAera: 'cloud' } as object);
  expect(warning.mock.calls).toEqual([
    ['[contact-widget] There is no option "colour"; it was ignored.'],
    ['[contact-widget] There is no option "focusAera"; it was ignored. Did you mean "focusArea"?'],
  ]);
});

it.each([
  ['data-focus-area', 'focusArea'],
  ['FocusArea', 'focusArea'],
  ['them', 'theme'],
  ['languagCode', 'languageCode'],
  ['language', 'languageCode'],
  ['defualtChat', 'defaultChat'],
  ['defaultMail', 'defaultEmail'],
  ['analyticEvents', 'analyticsEvents'],
  ['hide_mobile', 'hideOnMobile'],
])('[F-AD5] names the option that was meant by %s', async (wrong, meant) => {
  await load({ [wrong]: 'x' });
  expect(warning).toHaveBeenCalledWith(expect.stringContaining(`Did you mean "${meant}"?`));
});

it('[F-AD5] warns of no option that exists', async () => {
  await load(Object.fromEntries(optionNames.filter((name) => name !== 'src').map((name) => [name, undefined])));
  expect(warning).not.toHaveBeenCalled();
});

it.each([
  [undefined, 'There is no src.'],
  [{}, 'There is no src.'],
  [{ src: null }, 'There is no src.'],
  [{ src: 'https://widget.example' }, '"https://widget.example" is not the address of a loader.'],
  [{ src: 'https://' }, '"https://" is not the address of a loader.'],
  [{ src: 'ftp://widget.example/loader.js' }, '"ftp://widget.example/loader.js" is not the address of a loader.'],
])('[F-AD5] says which address is needed: %j', async (options, sentence) => {
  const failed = loadContactWidget(options as never);
  await expect(failed).rejects.toMatchObject({
    name: 'ContactWidgetError',
    code: 'address',
    message: `${sentence} Pass one, such as https://widget.example/loader.js.`,
  });
});

it('[F-AD5] works in a browser without URL.canParse', async () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  await expect(load({ src: 'https://' })).rejects.toMatchObject({ code: 'address' });
  await expect(load({})).resolves.toMatchObject({ state: 'closed' });
});

it('[F-AD5] gives its options to a widget that the page embeds and that has not started', async () => {
  document.querySelector('#contact-widget')?.remove();
  const script = Object.assign(document.createElement('script'), { src });
  script.dataset.theme = 'grey';
  document.head.append(script);
  const post = vi.spyOn(window, 'postMessage');
  const loading = load({ focusArea: 'data', user: { userId: 'ada' } });
  addWidget();
  // The frame reads them when it starts.
  expect({ ...script.dataset }).toEqual({ theme: 'grey', focusArea: 'data' });
  expect(window.contactWidgetUser).toEqual({ userId: 'ada' });
  document.dispatchEvent(new Event('cm-app-ready'));
  const widget = await loading;
  widget?.update({ focusArea: 'data' });
  await Promise.resolve();
  expect(post).not.toHaveBeenCalled();
  script.remove();
});

it.each([
  ['is open', () => {}, ['open', 2]],
  ['is closed again', () => document.dispatchEvent(new Event('cm-pane-hidden')), ['closed', 2]],
  [
    'has gone with a restart',
    () => window.dispatchEvent(new MessageEvent('message', { source: window, data: 'cm-refresh' })),
    ['closed', 0],
  ],
])('[F-AD5] knows that a pane that opened before the widget was ready %s', async (_, then, facts) => {
  document.querySelector('#contact-widget')?.remove();
  const loading = load({});
  await vi.waitFor(() => expect(scripts()).toHaveLength(1), 30_000);
  addWidget();
  document.dispatchEvent(new Event('cm-pane-shown'));
  document.dispatchEvent(new CustomEvent('cm-unread', { detail: { count: 2 } }));
  then();
  document.dispatchEvent(new Event('cm-app-ready'));
  const widget = await loading;
  expect([widget?.state, widget?.unread]).toEqual(facts);
});

it('[F-AD5] loads a new widget when the last one is being destroyed', async () => {
  vi.spyOn(window, 'postMessage').mockReturnValue();
  const script = Object.assign(document.createElement('script'), { src });
  document.head.append(script);
  const last = await load({});
  void last?.destroy();
  const loading = load({ focusArea: 'data' });
  expect(await Promise.race([loading, 'waits'])).toBe('waits');
  document.querySelector('#contact-widget')?.remove();
  await vi.waitFor(() => expect(document.querySelector('script')?.dataset.focusArea).toBe('data'), 30_000);
  addWidget();
  document.dispatchEvent(new Event('cm-app-ready'));
  const widget = await loading;
  expect([last?.state, widget?.state]).toEqual(['destroyed', 'closed']);
});

it('[F-AD5] warns of another address only while the widget runs', async () => {
  const earlier = 'https://widget.example/v1.0.0/loader.js';
  const last = await loadContactWidget({ src: earlier });
  await load({});
  const warnings = [[`[contact-widget] The widget already comes from ${earlier}; ${src} was ignored.`]];
  expect(warning.mock.calls).toEqual(warnings);
  const gone = last?.destroy();
  const loading = load({});
  document.querySelector('#contact-widget')?.remove();
  await gone;
  addWidget();
  await loading;
  expect(warning.mock.calls).toEqual(warnings);
});

it('[F-AD5] leaves no user and no config on the page when the frame did not start', async () => {
  document.querySelector('#contact-widget')?.remove();
  document.head.append(Object.assign(document.createElement('script'), { src }));
  const loading = load({ user: { userId: 'ada' }, config: { signedIdentity: 'of ada' } });
  addWidget();
  await Promise.resolve();
  document.querySelector('#contact-widget')?.remove();
  await expect(loading).rejects.toMatchObject({ code: 'frame' });
  expect([window.contactWidgetUser, window.contactWidgetConfig]).toEqual([undefined, undefined]);
  addWidget();
});

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>(`script[src="${src}"]`)];

it('[F-AD5] loads the script again after the page has ended the widget by a message', async () => {
  document.querySelector('#contact-widget')?.remove();
  const start = async () => {
    const loading = load({});
    await vi.waitFor(() => expect(scripts()).toHaveLength(1), 30_000);
    addWidget();
    document.dispatchEvent(new Event('cm-app-ready'));
    return { widget: await loading, script: scripts()[0] };
  };
  const first = await start();
  // What the loader does at `cm-destroy`.
  document.querySelector('#contact-widget')?.remove();
  await vi.waitFor(() => expect(first.widget?.state).toBe('destroyed'), 30_000);
  expect(scripts()).toEqual([]);
  const second = await start();
  expect(second.widget?.state).toBe('closed');
  expect(second.script).not.toBe(first.script);
});

it('[F-AD5] downloads nothing where the address switches the widget off, and starts at an address that does not', async () => {
  document.querySelector('#contact-widget')?.remove();
  delete window.contactWidgetUser;
  history.replaceState(null, '', '?cm-disable');
  expect(await load({ user: { userId: 'ada' } })).toBeNull();
  expect(scripts()).toEqual([]);
  expect(window.contactWidgetUser).toBeUndefined();
  history.replaceState(null, '', '?cm-disable=false');
  const loading = load({});
  await vi.waitFor(() => expect(scripts()).toHaveLength(1), 30_000);
  addWidget();
  document.dispatchEvent(new Event('cm-app-ready'));
  expect(await loading).toMatchObject({ state: 'closed' });
});

it.each(['/docs/cm-disable', '/?from=cm-disabled-guide', '/?cm-disable=0', '/#cm-disable'])(
  '[F-AD5][F-PG25] starts at %s, which does not switch it off',
  async (address) => {
    document.querySelector('#contact-widget')?.remove();
    history.replaceState(null, '', address);
    const loading = load({});
    await vi.waitFor(() => expect(scripts()).toHaveLength(1), 30_000);
    addWidget();
    document.dispatchEvent(new Event('cm-app-ready'));
    expect(await loading).toMatchObject({ state: 'closed' });
  },
);

it('[F-AD23] names the integrity first when a script with one is not loaded', async () => {
  document.querySelector('#contact-widget')?.remove();
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, unknown> } };
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = false;
  const wrong = { src: 'https://widget.example/v1.0.0/loader.js', integrity: 'sha384-AAAA' };
  await expect(loadContactWidget(wrong)).rejects.toThrow(
    'https://widget.example/v1.0.0/loader.js was not loaded. Check that integrity is the value in the loader.js.sri of the same release, then the address',
  );
  await expect(loadContactWidget({ src: wrong.src })).rejects.toThrow('was not loaded. Check the address');
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  addWidget();
});
