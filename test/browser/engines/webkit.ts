import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { freePort } from '../../support/freePort.ts';
import { type Engine, type EngineOptions, until } from './engine.ts';

const libraries = '/usr/lib';

/** MiniBrowser of the newest WebKitGTK, which Debian installs next to the library. */
const miniBrowser = existsSync(libraries)
  ? readdirSync(libraries)
      .flatMap((machine) =>
        ['4.1', '4.0', '6.0'].map((version) => `${libraries}/${machine}/webkit2gtk-${version}/MiniBrowser`),
      )
      .find((path) => existsSync(path))
  : undefined;

/** Debian's `xvfb-run` exits at once without `xauth`. */
const programs = ['WebKitWebDriver', 'xvfb-run', 'xauth'];
export const hasWebKit = miniBrowser !== undefined && programs.every((name) => existsSync(`/usr/bin/${name}`));

/** MiniBrowser's flags: `localStorage` and `indexedDB` are null, and no cookie is stored. They cannot block session storage. */
const refusals = ['--enable-html5-local-storage=false', '--enable-html5-database=false', '--cookies-policy=never'];

/** WebKitGTK, controlled by WebDriver, on a virtual display: its sessions hang without one. */
export async function startWebKit({ refusesStorage }: EngineOptions = {}): Promise<Engine> {
  const port = await freePort();
  const driverProcess = spawn('/usr/bin/xvfb-run', ['-a', '/usr/bin/WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  await until(
    () => fetch(`http://127.0.0.1:${port}/status`).then((response) => response.ok),
    'WebKitWebDriver answers',
  );
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: miniBrowser,
          args: ['--automation', ...(refusesStorage ? refusals : [])],
        },
      }),
    )
    .build();
  // By default it waits five minutes for a page. A second try is better than a test that hangs.
  await driver.manage().setTimeouts({ pageLoad: 20_000, script: 10_000 });
  const version = String((await driver.getCapabilities()).get('browserVersion') ?? '');
  const find = (name: string): Promise<WebElement> =>
    driver.executeScript(`return document.querySelector('#contact-widget').shadowRoot.querySelector('${name}')`);

  return {
    version: `WebKitGTK ${version}`,
    async goto(url) {
      await driver.switchTo().defaultContent();
      await driver.get(url).catch(() => driver.get(url));
    },
    async page<T>(expression: string) {
      await driver.switchTo().defaultContent();
      return (await driver.executeScript(`return (${expression})`)) as T;
    },
    async frame<T>(expression: string) {
      await driver.switchTo().defaultContent();
      await driver.switchTo().frame(await find('iframe'));
      return (await driver.executeScript(`return (${expression})`)) as T;
    },
    async clickPill() {
      await driver.switchTo().defaultContent();
      await driver
        .actions()
        .move({ origin: await find('button') })
        .click()
        .perform();
    },
    press: async (key) =>
      void (await driver
        .actions()
        .sendKeys(Key[key.toUpperCase() as keyof typeof Key])
        .perform()),
    async close() {
      await driver.quit().catch(() => {});
      if (driverProcess.pid) process.kill(-driverProcess.pid);
    },
  };
}
