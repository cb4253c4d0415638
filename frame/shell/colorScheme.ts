import type { ColorScheme } from '../host/pageSettings.ts';
import type { Lifetime } from '../platform/lifetime.ts';

export interface ColorSchemePorts {
  readonly self: Window;
  readonly lifetime: Lifetime;
  /** What the page's script, or else the deployment's brand, asks for. */
  readonly wanted: ColorScheme | undefined;
  /** The computed `color-scheme` of the page. */
  readonly page: () => string | undefined;
  /** Calls the listener when the page has changed. */
  readonly watch: (listener: () => void) => () => void;
}

/**
 * `auto` follows the page if its `color-scheme` allows one scheme, as on a page that is only light. A page that allows both, or says
 * nothing (`normal`), has the visitor's scheme.
 */
function chooseScheme(wanted: ColorScheme | undefined, page = '', prefersDark = false): 'light' | 'dark' {
  if (wanted === 'light' || wanted === 'dark') return wanted;
  const [isLight, isDark] = [/\blight\b/.test(page), /\bdark\b/.test(page)];
  return (isLight === isDark ? prefersDark : isDark) ? 'dark' : 'light';
}

/** Keeps the scheme on the document's root, where the style sheets read it. */
export function followColorScheme({ self, lifetime, wanted, page, watch }: ColorSchemePorts): void {
  const preference = self.matchMedia('(prefers-color-scheme: dark)');
  const update = (): void => {
    self.document.documentElement.dataset.colorScheme = chooseScheme(wanted, page(), preference.matches);
  };
  preference.addEventListener('change', update, { signal: lifetime.signal });
  lifetime.add(watch(update));
  update();
}
