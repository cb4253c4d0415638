import { ContactWidgetError } from './errors.ts';
import { followFrame } from './frameState.ts';
import { type ContactWidgetHandle, clearGlobals, createHandle, setGlobal } from './handle.ts';
import { findHost } from './host.ts';
import {
  type ContactWidgetOptions,
  type ContactWidgetUpdate,
  changeableOptions,
  isSetting,
  optionNames,
  warn,
  warnOfUnknown,
} from './options.ts';
import { whenReady } from './ready.ts';
import { createScript, findScript, setAttribute } from './script.ts';

/** One widget per page, even if two parts of the page bundle this package. */
const key = Symbol.for('contact-widget');

interface Running {
  readonly src: string;
  readonly loading: Promise<ContactWidgetHandle | null>;
}

const registry = (): { [key]?: Running | undefined } => window as never;

/**
 * Puts the widget on the page. Resolves when it is ready, to null on a server or when the page's address switches it off
 * (`cm-disable`). Rejects with a `ContactWidgetError`; then you can call it again.
 *
 * There is one widget, however often you call this: a later call changes the options of the first, like `update`.
 */
export function loadContactWidget(options: ContactWidgetOptions): Promise<ContactWidgetHandle | null> {
  if (typeof document === 'undefined') return Promise.resolve(null);
  // JavaScript may pass anything.
  if (typeof options?.src !== 'string') return Promise.reject(wrongAddress('There is no src.'));
  warnOfUnknown(options);
  const running = registry()[key];
  if (running) {
    return running.loading.then(async (widget) => {
      if (widget?.state === 'destroyed') {
        // Resolves when its element has gone.
        await widget.destroy();
        return loadContactWidget(options);
      }
      if (running.src !== options.src)
        warn(`The widget already comes from ${running.src}; ${options.src} was ignored.`);
      widget?.update(givenOptions(options));
      return widget;
    });
  }
  const loading = start(options);
  registry()[key] = { src: options.src, loading };
  // Not part of the returned promise, so that the caller gets the error. A single-page app may call again at an address that does not switch it off.
  loading.then((widget) => widget ?? forget(), forget);
  return loading;
}

function forget(): void {
  delete registry()[key];
}

/** The changeable options that exist and are given. */
function givenOptions(options: ContactWidgetOptions): ContactWidgetUpdate {
  const known = Object.entries(changeableOptions(options)).filter(
    ([name, value]) => value !== undefined && (optionNames as readonly string[]).includes(name),
  );
  return Object.fromEntries(known);
}

async function start(options: ContactWidgetOptions): Promise<ContactWidgetHandle | null> {
  const address = parseAddress(options.src);
  const settings = givenOptions(options);
  const embedded = findScript(address);
  if (findHost()) {
    // The page has embedded it itself. Any setting that is named here starts it again.
    const widget = createHandle({ script: embedded, options: {}, onEnd: forget });
    widget.update(settings);
    return widget;
  }
  // The loader would do nothing, and would not read the address again.
  if (isDisabled()) return null;
  if (settings.user !== undefined) setGlobal('user', settings.user);
  if (settings.config !== undefined) setGlobal('config', settings.config);
  const script = embedded ?? createScript(address, options);
  // The frame has not started yet: the page may have embedded the script itself, and still be loading.
  for (const [name, value] of Object.entries(settings)) if (isSetting(name)) setAttribute(script, name, value);
  const frame = followFrame();
  try {
    if (!embedded) await download(script);
    await whenReady();
  } catch (error) {
    frame.end.abort();
    script.remove();
    clearGlobals(settings);
    throw error;
  }
  return createHandle({ script, options: settings, frame, onEnd: forget });
}

function parseAddress(src: string): string {
  // Not `URL.canParse`, which Chrome before 120 and Safari before 17 lack.
  try {
    const { href, protocol, pathname } = new URL(src, document.baseURI);
    if (/^https?:$/.test(protocol) && pathname !== '/') return href;
  } catch {}
  throw wrongAddress(`"${src}" is not the address of a loader.`);
}

/** As the loader decides (`isDisabled` in loader/allowed.ts), which is not in this package. */
const isDisabled = (): boolean => /[?&]cm-disable=?(true)?(&|$)/.test(location.search);

const wrongAddress = (sentence: string): ContactWidgetError =>
  new ContactWidgetError('address', `${sentence} Pass one, such as https://widget.example/loader.js.`);

function download(script: HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () =>
      reject(
        new ContactWidgetError(
          'script',
          script.integrity
            ? `${script.src} was not loaded. Check that integrity is the value in the loader.js.sri of the same release, then the address, and that script-src of the page's Content-Security-Policy lists its origin.`
            : `${script.src} was not loaded. Check the address, and that script-src of the page's Content-Security-Policy lists its origin.`,
        ),
      );
    document.head.append(script);
  });
}
