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
    return ''; // Not downloaded, or not known for this platform.
  }
}

/** The same engine without a browser around it, as which Playwright's own runs too: a page costs half as much. */
const shellPath = '/usr/bin/chromium-headless-shell';

/** For the many tests: the shell of Debian's package where it is, else a whole browser; undefined when there is none. */
export function findTestBrowser(): FoundBrowser | undefined {
  const isShell = !process.env.CHROME_PATH && existsSync(shellPath);
  return isShell ? { kind: 'Debian’s headless shell', path: shellPath } : findBrowser();
}

/** A Chromium or Chrome of this machine, Playwright's own, or Debian's package; undefined when there is none. */
export function findBrowser(): FoundBrowser | undefined {
  const candidates = [...usualPaths, ['Playwright’s own', playwrightsOwn()], ['Debian’s package', '/usr/bin/chromium']];
  const found = candidates.find(([, path]) => path && existsSync(path));
  return found ? { kind: found[0] ?? '', path: found[1] ?? '' } : undefined;
}

/**
 * Chromium's sandbox refuses root. `--disable-features=None` takes Playwright's own list back, with which storage in a
 * cross-site frame would throw instead of being partitioned.
 */
export const browserArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-features=None',
];
