import type { Page } from 'playwright/test';
import type { ContactWidgetHandle, ContactWidgetOptions } from '../../loader/package/index.ts';
import { buildApps, type Company, type Installed, install, startCompany } from '../package/packed.ts';
import { test as base, fromRoot } from './fixtures.ts';

const packages = ['react', 'react-dom', 'vue', 'csstype', '@types/react', '@types/react-dom', '@types/node'];
const nonce = 'c2VjcmV0';

const strict = (widgetUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `frame-src ${widgetUrl}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types contact-widget vue',
  ].join('; ');

interface PackageFixtures {
  installed: Installed;
  appsFolder: string;
  company: Company & { policy: string };
}

// For all tests of a file. Worker fixtures would start another worker.
let installedOnce: Installed | undefined;
let appsFolderOnce: string | undefined;

export function removeInstalled(): void {
  installedOnce?.remove();
}

export const test = base.extend<PackageFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find the fixtures a function uses.
  installed: async ({}, use) => {
    installedOnce ??= install(fromRoot('.'), packages);
    await use(installedOnce);
  },
  appsFolder: async ({ installed }, use) => {
    appsFolderOnce ??= await buildApps(installed.folder);
    await use(appsFolderOnce);
  },
  company: async ({ sandbox, appsFolder }, use) => {
    const loader = `${sandbox.widgetUrl}/loader.js`;
    const company = { policy: strict(sandbox.widgetUrl), url: '', close: () => {} };
    Object.assign(company, await startCompany({ folder: appsFolder, loader, nonce, policy: () => company.policy }));
    await use(company);
    company.close();
  },
});

export interface PackageWindow {
  contactWidgetPackage: {
    loadContactWidget(options: ContactWidgetOptions): Promise<ContactWidgetHandle | null>;
  };
  widget?: ContactWidgetHandle | null;
}

/** Calls the package on the page, and keeps the handle there. Returns what became of the call. */
export function load(page: Page, options: Readonly<Record<string, unknown>>): Promise<string> {
  return page.evaluate(async (given) => {
    const { widget: src = '', nonce } = document.documentElement.dataset;
    const target = window as unknown as PackageWindow;
    try {
      target.widget = await target.contactWidgetPackage.loadContactWidget({ src, nonce, ...given });
      return target.widget ? target.widget.state : 'null';
    } catch (error) {
      const { name, code } = error as { name: string; code: string };
      return `${name} ${code}`;
    }
  }, options);
}

export const stateOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (window as unknown as PackageWindow).widget?.state);

export async function openProbe(page: Page, company: Company, query = ''): Promise<void> {
  await page.goto(`${company.url}/probe.html${query}`);
  await page.waitForFunction(() => 'contactWidgetPackage' in window);
}

/** Embeds the loader as a page without the package does. The root has `data-ready` when the widget is ready. */
export function embed(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { widget: src = '', nonce = '' } = document.documentElement.dataset;
    const policy = { createScriptURL: (address: string) => address };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
    };
    document.addEventListener('cm-app-ready', () => document.documentElement.setAttribute('data-ready', ''));
    const script = document.createElement('script');
    Object.assign(script, { nonce, src: trustedTypes.createPolicy('vue', policy).createScriptURL(src) });
    script.dataset.focusArea = 'cloud';
    document.head.append(script);
  });
}
