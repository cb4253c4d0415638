// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadContactWidget } from '../../../loader/package/loadContactWidget.ts';
import { optionNames } from '../../../loader/package/options.ts';

const src = 'https://widget.example/loader.js';
const warning = vi.spyOn(console, 'warn').mockReturnValue();

/** As on a page that embeds the widget itself. */
beforeEach(() => {
  warning.mockClear();
  const host = Object.assign(document.createElement('div'), { id: 'contact-widget' });
  host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
});

afterEach(async () => {
  const widget = await loadContactWidget({ src });
  document.querySelector('#contact-widget')?.remove();
  await vi.waitFor(() => expect(widget?.state).toBe('destroyed'));
});

/** Calls the package with what TypeScript would refuse. */
const load = (options: object) => loadContactWidget({ src, ...options });

it('[F-AD5] names an unknown option at every call', async () => {
  await load({ colour: 'red' });
  await load({ focusAera: 'cloud' });
  expect(warning.mock.calls).toEqual([
    ['[contact-widget] There is no option "colour"; it was ignored.'],
    ['[contact-widget] There is no option "focusAera"; it was ignored. Is "focusArea" meant?'],
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
  expect(warning).toHaveBeenCalledWith(expect.stringContaining(`Is "${meant}" meant?`));
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
