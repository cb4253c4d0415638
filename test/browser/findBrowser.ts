import { existsSync } from 'node:fs';
import { chromium } from 'playwright/test';

export interface FoundBrowser {
  readonly path: string;
  readonly kind: string;
}

const usualPaths: readonly (readonly [kind: string, path: string])[] = [
  ['CHROME_PATH', process.env.CHROME_PATH ?? ''],
  ['installed Chrome', '/usr/bin/google-chrome-stable'],
  ['installed Chrome', '/usr/bin/google-chrome'],
  ['installed Chrome', '/opt/google/chrome/chrome'],
  ['installed Chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['installed Chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ['installed Chromium', '/usr/bin/chromium-browser'],
  ['installed Chromium', '/snap/bin/chromium'],
];

function playwrightsOwn(): string {
  try {
    return chromium.executablePath();
  } catch {
    return ''; // Not downloaded, or not available for this platform.
  }
}

/** The engine without a browser UI, as Playwright's own headless browser. A page takes about two thirds of the time. */
const shellPath = '/usr/bin/chromium-headless-shell';

/** The browser for most tests: Debian's headless shell if installed, else a full browser, else undefined. */
export function findTestBrowser(): FoundBrowser | undefined {
  const isShell = !process.env.CHROME_PATH && existsSync(shellPath);
  return isShell ? { kind: 'Debian’s headless shell', path: shellPath } : findBrowser();
}

/** A full browser: installed Chrome or Chromium, Playwright's own, or Debian's package. Undefined when there is none. */
export function findBrowser(): FoundBrowser | undefined {
  const candidates = [...usualPaths, ['Playwright’s own', playwrightsOwn()], ['Debian’s package', '/usr/bin/chromium']];
  const found = candidates.find(([, path]) => path && existsSync(path));
  return found ? { kind: found[0] ?? '', path: found[1] ?? '' } : undefined;
}

/**
 * Chromium's sandbox does not run as root. `--disable-features=None` overrides Playwright's own list, which makes storage in a
 * cross-site frame throw instead of being partitioned.
 */
export const browserArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-features=None',
];
