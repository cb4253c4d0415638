import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { describeAttacks } from './attackSuite.ts';
import { type Engine, loadInHaste, until } from './engine.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const pill = `document.querySelector('#contact-widget').shadowRoot.querySelector('button')`;
const iframe = `document.querySelector('#contact-widget').shadowRoot.querySelector('iframe')`;
const isVisible = (element: string): string => `getComputedStyle(${element}).visibility === 'visible'`;
const dialog = `document.querySelector('[role=dialog]')`;

/** What must hold in every engine: the product's main way, its isolation, focus, and a frame that is blocked. */
export function describeEngine(name: string, isInstalled: boolean, start: () => Promise<Engine>): void {
  if (!isInstalled) console.log(`\n*** ${name} IS NOT INSTALLED: its suite does not run on this machine. ***\n`);

  // Skipped where the engine is not installed; the line above and the count of skipped tests say so.
  describe.skipIf(!isInstalled)(name, () => {
    let engine: Engine;
    let sandbox: Sandbox;

    beforeAll(async () => {
      sandbox = await startSandbox({ port: 0, distDir: fromRoot('dist'), pagesDir: fromRoot('test/pages') });
      engine = await start();
      console.log(`Runs in ${name}: ${engine.version}`);
    });

    afterAll(async () => {
      await engine?.close();
      await sandbox?.close();
    });

    async function open(path: string, base = sandbox.hostUrl): Promise<void> {
      await engine.goto(`${base}${path}`);
      await engine.page(
        `(window.violations = [], document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.effectiveDirective + ' ' + event.blockedURI)), 0)`,
      );
    }

    async function openPane(): Promise<void> {
      await until(() => engine.page(isVisible(pill)), 'the pill is there');
      // It may still be sliding in.
      await until(
        () => engine.page(`${pill}.getBoundingClientRect().bottom <= innerHeight`),
        'the pill has come to rest',
      );
      await engine.clickPill();
      await until(() => engine.page(isVisible(iframe)), 'the frame is there');
      await until(() => engine.frame(`!!${dialog} && !${dialog}.hidden`), 'the pane is there');
    }

    const violations = async (): Promise<readonly string[]> =>
      (await engine.page<string[]>('window.violations')).filter((line) => !line.includes('favicon.ico'));

    it('[XB-01] shows the pill, opens the pane with its menu, closes it, and adds nothing to the tab’s history', async () => {
      await open('/plain');
      const entries = await engine.page<number>('history.length');
      await openPane();
      await until(
        () => engine.frame(`document.querySelectorAll('button[aria-expanded]').length > 3`),
        'the menu is there',
      );
      await engine.frame(`(${dialog}.querySelector('header button').click(), 0)`);
      await until(() => engine.page(`!(${isVisible(iframe)})`), 'the frame is gone');
      expect(await engine.page(isVisible(pill))).toBe(true);
      expect(await engine.page('history.length')).toBe(entries);
    });

    it('[XB-03][CSP-01][CSP-02] works under the strictest policy with Trusted Types, without one violation', async () => {
      await open('/strict-csp');
      await openPane();
      expect(await violations()).toEqual([]);
    });

    it('[XB-03][CSP-08][CSP-09] stands on pages with COEP and COOP, without one violation', async () => {
      // COOP moves a page into another process, at which Firefox's driver loses it.
      const opener = name === 'Firefox' ? [] : ['/isolation/coep', '/isolation/coop'];
      for (const path of ['/isolation/coep-alone', '/isolation/coep-credentialless', ...opener]) {
        await open(path);
        await openPane();
        expect(await violations(), path).toEqual([]);
      }
    });

    it('[XB-04][CSP-18] works after the visitor has left the page with an open pane and come back', async () => {
      await open('/plain');
      await openPane();
      await engine.page(`(window.isSamePage = true, 0)`);
      await engine.goto(`${sandbox.hostUrl}/short?loader=none`);
      await engine.page(`(setTimeout(() => history.back(), 0), 0)`);
      await until(
        () => engine.page(`location.pathname === '/plain' && document.readyState === 'complete'`),
        'it is back',
      );
      const isRestored = await engine.page<boolean>('window.isSamePage === true');
      const reasons = await engine.page<unknown>(
        `performance.getEntriesByType('navigation')[0]?.notRestoredReasons?.toJSON?.() ?? null`,
      );
      console.log(
        `${name}: the page came back ${isRestored ? 'from the back-forward cache' : `by loading anew ${JSON.stringify(reasons)}`}`,
      );
      if (isRestored) {
        // Both ways over the bridge. The frame itself cannot be looked into: Playwright does not find it again.
        await until(() => engine.page(isVisible(iframe)), 'the pane is still there');
        await engine.page(`(window.postMessage('cm-close', location.origin), 0)`);
        await until(() => engine.page(`!(${isVisible(iframe)})`), 'the pane closes');
        await engine.clickPill();
        await until(() => engine.page(isVisible(iframe)), 'the pane opens');
      } else {
        await openPane();
      }
    });

    describeAttacks(() => engine, fromRoot('.'));

    // Under xvfb no window manager gives WebKitGTK's window the focus, so nothing in it can have it.
    it.skipIf(name === 'WebKitGTK')(
      `[XB-05] focus goes into the pane, and back to the pill on Escape, the second time too${name === 'WebKitGTK' ? ' (without a window manager its window never has the focus)' : ''}`,
      async () => {
        await open('/plain');
        for (let turn = 0; turn < 2; turn += 1) {
          await openPane();
          await until(() => engine.frame(`${dialog}.contains(document.activeElement)`), 'focus is in the pane');
          await engine.press('Escape');
          await until(() => engine.page(`!(${isVisible(iframe)})`), 'the frame is gone');
          await until(
            () => engine.page(`document.querySelector('#contact-widget').shadowRoot.activeElement === ${pill}`),
            'focus is on the pill',
          );
        }
      },
    );

    it('[XB-06] works on a page of another site, where the frame’s storage is its own or refused', async () => {
      await open('/plain', sandbox.hostUrl.replace('localhost', '127.0.0.1'));
      await openPane();
    });

    it('[XB-02][BR-01] a frame of another origin neither ends nor steers the widget', async () => {
      const attacker = `${sandbox.hostUrl.replace('localhost', '127.0.0.1')}/attacker?message=${encodeURIComponent('{"type":"cm-destroy"}')}`;
      await open(`/plain?iframe=${encodeURIComponent(attacker)}`);
      await until(() => engine.page(isVisible(pill)), 'the pill is there');
      await new Promise((done) => setTimeout(done, 600));
      expect(await engine.page(isVisible(pill))).toBe(true);
    });

    it('[XB-07][BR-19] a page that blocks the frame has nothing of ours left after the wait', async () => {
      await open('/no-frame-src?loader=none');
      await engine.page(loadInHaste(sandbox.widgetUrl, 10));
      await until(() => engine.page(`!!document.querySelector('#contact-widget')`), 'the widget is placed');
      await until(() => engine.page(`!document.querySelector('#contact-widget')`), 'the widget has left');
    });

    it('[XB-08] the pane breaks no rule of axe', async () => {
      await open('/plain');
      await openPane();
      await engine.frame(`(() => { ${axe.source}; return 0; })()`);
      // Again while something is found: a text that is still fading in has another contrast.
      await until(async () => {
        await engine.frame(
          `(window.broken = undefined, window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then((results) => { window.broken = results.violations.map((rule) => rule.id); }), 0)`,
        );
        await until(() => engine.frame(`Array.isArray(window.broken)`), 'axe is done');
        const broken = await engine.frame<readonly string[]>('window.broken');
        return broken.length === 0 || broken;
      }, 'no rule is broken');
    });

    it('[SH-012] leaves the page without a trace on cm-destroy', async () => {
      await open('/plain');
      await openPane();
      await engine.page(`(window.postMessage('cm-destroy', location.origin), 0)`);
      await until(() => engine.page(`!document.querySelector('#contact-widget')`), 'the widget has left');
    });
  });
}
