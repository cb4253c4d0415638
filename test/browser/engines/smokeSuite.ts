import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { isComplete } from '../sample.ts';
import { describeAttacks } from './attackSuite.ts';
import { type Engine, type EngineOptions, iframe, isVisible, loadWithHurry, pill, setUpPage, until } from './engine.ts';
import { describeKeyboard } from './keyboardSuite.ts';
import { describePill } from './pillSuite.ts';
import { describeVendors } from './vendorSuite.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const dialog = `document.querySelector('[role=dialog]')`;

/** What must work in every engine: the main user journey, isolation, focus, and a blocked frame. */
export function describeEngine(
  name: string,
  isInstalled: boolean,
  start: (options?: EngineOptions) => Promise<Engine>,
): void {
  if (!isInstalled) console.log(`\n*** ${name} IS NOT INSTALLED: its suite does not run on this machine. ***\n`);

  // Skipped when the engine is not installed; the line above and the number of skipped tests show it.
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

    const elsewhere = (): string => sandbox.hostUrl.replace('localhost', '127.0.0.1');

    async function open(path: string, base = sandbox.hostUrl): Promise<void> {
      await engine.goto(`${base}${path}`);
      await engine.page(
        `(window.violations = [], document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.effectiveDirective + ' ' + event.blockedURI)), 0)`,
      );
    }

    async function openPane(): Promise<void> {
      await until(() => engine.page(isVisible(pill)), 'the pill is there');
      // WebKitGTK misses a click right after an interrupted slide-in. No person is that fast.
      await until(() => engine.page(`${pill}.getAnimations().length === 0`), 'the pill has stopped moving');
      await engine.clickPill();
      await until(() => engine.page(isVisible(iframe)), 'the frame is there');
      await until(() => engine.frame(`!!${dialog} && !${dialog}.inert`), 'the pane is there');
    }

    async function closePane(): Promise<void> {
      await engine.page(`(window.postMessage('cm-close', location.origin), 0)`);
      await until(() => engine.page(`!(${isVisible(iframe)})`), 'the pane closes');
    }

    /** Clicks the first button of the frame whose text matches. */
    const clickIn = (label: string): Promise<void> =>
      until(
        () =>
          engine.frame(
            `(() => {
              const button = [...document.querySelectorAll('button')].find((one) =>
                !one.disabled && one.getClientRects().length > 0 && /${label}/i.test(one.textContent));
              button?.click();
              return !!button;
            })()`,
          ),
        `there is a button ${label}`,
      );

    const write = (text: string): Promise<void> =>
      until(
        () =>
          engine.frame(
            `(() => {
              const box = [...document.querySelectorAll('textarea')].find((one) => one.getClientRects().length > 0 && !one.disabled);
              if (!box) return false;
              window.box = box;
              Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, ${JSON.stringify(text)});
              box.dispatchEvent(new Event('input', { bubbles: true }));
              return true;
            })()`,
          ),
        'there is a text field',
      );

    const count = (selector: string): Promise<number> =>
      engine.frame(`document.querySelectorAll(${JSON.stringify(selector)}).length`);

    /** Opens or continues the chat with the bot, sends a text, and waits for the answer. */
    async function sendToBot(text: string): Promise<void> {
      const isChatting = async () => (await count('[data-kind=bot]')) > 0;
      await until(async () => (await isChatting()) || (await count('button[aria-expanded]')) > 3, 'the menu is there');
      if (!(await isChatting())) {
        await clickIn('^chat$');
        await clickIn('^start chat$');
      }
      await until(isChatting, 'the bot greets');
      const before = await count('[data-kind=bot]');
      await write(text);
      await engine.frame(
        `(window.box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })), 0)`,
      );
      await until(async () => {
        if ((await count('[data-kind=visitor]')) > 0 && (await count('[data-kind=bot]')) > before) return true;
        return engine.frame(`[${dialog}.innerText, window.box.value, window.box.isConnected]`);
      }, 'the text is sent and answered');
    }

    /** So that nothing of an earlier test, or of an earlier try of the same test, is continued. */
    async function forgetConversations(): Promise<void> {
      await fetch(`${sandbox.controlUrl}/__sandbox/reset`, { method: 'POST' });
      await open('/plain');
      await until(() => engine.frame(`location.origin === '${sandbox.widgetUrl}'`), 'the frame has its document');
      await engine.frame('(localStorage.clear(), sessionStorage.clear(), 0)');
    }

    const violations = async (): Promise<readonly string[]> =>
      (await engine.page<string[]>('window.violations')).filter((line) => !line.includes('favicon.ico'));

    // Retried once: drivers sometimes lose a page that enters and leaves the back-forward cache.
    it('[XB-04][CSP-18] works after the visitor leaves the page during a conversation with an agent, with an open socket, and comes back; Chromium and WebKitGTK cache the page', {
      retry: 1,
    }, async () => {
      await forgetConversations();
      await open('/plain');
      await openPane();
      await sendToBot('agent now');
      await until(
        async () => (await (await fetch(`${sandbox.servicesUrl}/agent/conversations`)).text()).includes('"visitor"'),
        'an agent is requested',
      );
      const sendAsAgent = (text: string) =>
        fetch(`${sandbox.servicesUrl}/__sandbox/agent`, {
          method: 'POST',
          body: JSON.stringify({ action: 'say', text }),
        });
      const untilShown = (text: string) =>
        until(
          () => engine.frame(`document.querySelector('[role=log]').innerText.includes('${text}')`),
          `${text} is shown`,
        );
      await sendAsAgent('Before you leave');
      await untilShown('Before you leave');
      /** Leaves and comes back. Returns undefined when the browser cached the page, else its reasons. */
      const comeBack = async (): Promise<string | undefined> => {
        await engine.page(`(window.isSamePage = true, 0)`);
        await engine.goto(`${sandbox.hostUrl}/short?loader=none`);
        await sendAsAgent('While you were away');
        await engine.page(`(setTimeout(() => history.back(), 0), 0)`);
        await until(
          () => engine.page(`location.pathname === '/plain' && document.readyState === 'complete'`),
          'it is back',
        );
        const reasons = await engine.page<unknown>(
          `performance.getEntriesByType('navigation')[0]?.notRestoredReasons?.toJSON?.() ?? null`,
        );
        const isRestored = await engine.page<boolean>('window.isSamePage === true');
        return isRestored ? undefined : JSON.stringify(reasons);
      };
      let reasons = await comeBack();
      // A busy machine may discard a page, and a socket may take long to close, so try again. Firefox never caches a page with an
      // open socket.
      for (let more = 2; more > 0 && reasons !== undefined && name !== 'Firefox'; more -= 1) {
        console.log(`${name}: reloaded, ${reasons}`);
        await until(() => engine.page(isVisible(pill)), 'the pill is there');
        reasons = await comeBack();
      }
      console.log(
        `${name}: the page came back ${reasons === undefined ? 'from the back-forward cache' : `by reloading ${reasons}`}`,
      );
      if (name !== 'Firefox') expect(reasons).toBe(undefined);
      // Test the bridge in both directions. Playwright cannot always find the frame itself again.
      await until(
        () => engine.page(`(window.postMessage('cm-open', location.origin), ${isVisible(iframe)})`),
        'the pane is there',
      );
      await closePane();
      await engine.clickPill();
      await until(() => engine.page(isVisible(iframe)), 'the pane opens');
      if (name !== 'Chromium') await untilShown('While you were away');
      // Close the pane, or it would open by itself on the pages of later tests.
      await closePane();
    });

    describePill(open, () => engine);

    it('[XB-06][XB-02][BR-01][SH-012] works on a page of another site with separate storage, next to a frame of another origin that can neither end nor control it, and removes everything on cm-destroy', async () => {
      const attacker = `${sandbox.hostUrl}/attacker?message=${encodeURIComponent('{"type":"cm-destroy"}')}`;
      const probes = `[localStorage.getItem('cm-probe'), sessionStorage.getItem('cm-probe')]`;
      await open('/plain');
      // The loader may draw the remembered pill before the frame has a document of its own. The pane is in that document.
      await openPane();
      await engine.frame(`(localStorage.setItem('cm-probe', 'first'), sessionStorage.setItem('cm-probe', 'site'), 0)`);
      expect(await engine.frame(probes)).toEqual(['first', 'site']);

      await setUpPage(sandbox.controlUrl, '/plain', { iframe: attacker });
      onTestFinished(() => setUpPage(sandbox.controlUrl, '/plain'));
      await open('/plain', elsewhere());
      await openPane();
      expect(await engine.frame(probes)).toEqual([null, null]);
      // The attacker has sent its message ten times a second all along.
      await engine.page(`(window.postMessage('cm-close', location.origin), 0)`);
      await until(() => engine.page(isVisible(pill)), 'the pill is there');

      // Control: the first site still has its local storage. Firefox may lose the session storage of a cached page.
      await open('/plain');
      await openPane();
      expect((await engine.frame<readonly unknown[]>(probes))[0]).toBe('first');
      await engine.page(`(window.postMessage('cm-destroy', location.origin), 0)`);
      await until(() => engine.page(`!document.querySelector('#contact-widget')`), 'the widget has left');
    });

    it('[XB-06][CSP-14] a conversation lives as long as its tab when the browser blocks the frame’s storage', async () => {
      const usual = engine;
      engine = await start({ refusesStorage: true });
      try {
        await open('/plain', elsewhere());
        await openPane();
        const refusal = `(() => { try { return localStorage === null ? 'null' : 'there'; } catch (error) { return error.name; } })()`;
        expect(await engine.frame(refusal)).toBe(name === 'WebKitGTK' ? 'null' : 'SecurityError');
        await sendToBot('What does it cost?');
        await closePane();
        await openPane();
        await until(
          () => engine.frame(`document.querySelector('[data-kind=visitor]')?.innerText.includes('What does it cost?')`),
          'the conversation is still there',
        );
      } finally {
        await engine.close();
        engine = usual;
      }
    });

    // The browser tests show the rest in Chromium's headless shell. They cannot show the above, because they run in a context of their own.
    if (name === 'Chromium' && !isComplete) return;

    it('[XB-01][XB-03][CSP-01][CSP-02] opens the pane, shows times in the scheduler, chats and closes the pane under the strictest policy with Trusted Types, without a violation, an error or a history entry', {
      tags: ['core'],
    }, async () => {
      await forgetConversations();
      await open('/strict-csp');
      const entries = await engine.page<number>('history.length');
      await engine.page(
        `(window.errors = [], addEventListener('error', (event) => window.errors.push(event.message)), addEventListener('unhandledrejection', (event) => window.errors.push(String(event.reason))), 0)`,
      );
      await openPane();
      await until(async () => (await count('button[aria-expanded]')) > 3, 'the menu is there');
      await clickIn('^book a call$');
      await until(
        () =>
          engine.frame(
            `(() => { const button = [...document.querySelectorAll('[data-block=scheduler] button')].at(-1); button?.click(); return !!button && button.ariaExpanded === null; })()`,
          ),
        'the scheduler is requested',
      );
      await write('We plan a migration of forty servers.');
      await until(
        () =>
          engine.frame(
            `(() => { const button = document.querySelector('[data-next] button'); button?.click(); return !!button; })()`,
          ),
        'the form is sent',
      );
      await clickIn('^yes$');
      await until(async () => (await count('[role=grid]')) > 0, 'the times are there');
      expect(await violations()).toEqual([]);
      expect(await engine.page('[history.length, window.errors]')).toEqual([entries, []]);

      await open('/strict-csp');
      await openPane();
      await sendToBot('What does it cost?');
      await closePane();
      expect(await engine.page(isVisible(pill))).toBe(true);
      expect(await violations()).toEqual([]);
    });

    it('[CH-042][SH-051][F-PG9] draws a long conversation, and keeps what the visitor reads meanwhile in its place', async () => {
      await forgetConversations();
      await open('/plain');
      await openPane();
      await sendToBot('thanks');
      const control = (path: string, body: object) =>
        fetch(`${sandbox.controlUrl}/__sandbox/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
      onTestFinished(async () => void (await control('reset', {})));
      await control('bot', { turns: 1_000 });
      await open('/plain');
      await openPane();
      await until(() => engine.frame(`!!document.querySelector('[role=log] li[data-kind=visitor]')`), 'it is there');
      // In the frame, because a busy machine draws everything between two questions of the test, and in a timer, as a visitor's scroll
      // comes before a frame is drawn. The messages of this page come before the history, a list that is short cannot be scrolled, and
      // rows that arrive move by 4 px.
      await engine.frame(
        `(() => {
          const scrollUp = () => {
            const list = document.querySelector('[role=log]');
            const rows = list.querySelectorAll('li');
            if (rows.length <= 20 || document.getAnimations().length > 0) return void setTimeout(scrollUp, 20);
            list.scrollTo({ top: 0 });
            window.row = rows[0];
            window.rowPx = row.getBoundingClientRect().top;
            window.drawn = rows.length;
          };
          scrollUp();
          return 0;
        })()`,
      );
      await until(() => engine.frame('window.drawn > 0'), 'the history is drawn, and the list is scrolled up');
      const drawn = await engine.frame<number>('window.drawn');
      // Browsers that cannot skip pages draw the next one only.
      const canSkip = await engine.frame(`CSS.supports('content-visibility', 'auto')`);
      const enough = drawn + (canSkip ? 150 : 50);
      // A busy machine may have drawn all of them before it found the list at rest.
      const enoughDrawn = `document.querySelectorAll('[role=log] li').length >= ${enough}`;
      const allDrawn = `document.querySelector('[role=log] li[data-kind=visitor]').textContent.includes('Question 0')`;
      await until(() => engine.frame(`${enoughDrawn} || ${allDrawn}`), 'earlier messages are drawn');
      await until(async () => {
        const [movedPx, ...facts] = await engine.frame<readonly [number, ...unknown[]]>(
          `[row.getBoundingClientRect().top - rowPx, rowPx, row.isConnected, row.parentElement?.scrollTop, row.parentElement?.children.length]`,
        );
        return Math.abs(movedPx) < 2 || [movedPx, ...facts];
      }, 'the row is in its place');
    });

    describeAttacks(name, () => engine, fromRoot('.'));
    describeVendors(name, () => engine, fromRoot('.'));
    describeKeyboard(name, () => engine, fromRoot('.'));

    it('[XB-05][XB-08] moves focus into the pane, and back to the pill on Escape and on Minimize; Tab reaches the end of the pane, which breaks no axe rule', {
      tags: ['core'],
    }, async () => {
      const host = `document.querySelector('#contact-widget').shadowRoot`;
      const isInPane = () => engine.frame(`${dialog}.contains(document.activeElement)`);
      /** WebKit lets a cross-origin frame move its focus only after the visitor's first key press in it. */
      async function focusIsInPane(): Promise<void> {
        await until(() => engine.page(`${host}.activeElement === ${iframe}`), 'focus is in the frame');
        if (name === 'WebKitGTK') return;
        await until(() => engine.frame(`document.activeElement.tagName === 'H1'`), 'focus is in the heading');
      }
      // Another site than that of the earlier conversations, so that the pane shows the menu.
      await open('/plain', elsewhere());
      const minimize = `[...document.querySelectorAll('button')].find((one) => one.ariaLabel === 'Minimize')`;
      for (const close of [
        () => engine.press('Escape'),
        () => engine.frame(`(${minimize}.focus(), ${minimize}.click(), 0)`),
      ]) {
        await openPane();
        await focusIsInPane();
        await close();
        await until(() => engine.page(`!(${isVisible(iframe)})`), 'the frame is gone');
        await until(() => engine.page(`${host}.activeElement === ${pill}`), 'focus is on the pill');
      }
      await engine.press('Enter');
      await until(() => engine.page(isVisible(iframe)), 'the frame is there');
      await focusIsInPane();
      // After the last control, focus in a headless browser is on the page or on the frame's body.
      const isPastTheEnd = async () =>
        (await engine.page<boolean>(`document.activeElement?.id !== 'contact-widget'`)) ||
        (await engine.frame<boolean>(`document.activeElement === document.body`));
      await engine.press('Tab');
      await until(isInPane, 'Tab goes on in the pane');
      let steps = 1;
      for (; steps < 60 && !(await isPastTheEnd()); steps += 1) await engine.press('Tab');
      expect(steps).toBeGreaterThan(5);
      expect(steps).toBeLessThan(60);

      await engine.frame(`(() => { ${axe.source}; return 0; })()`);
      // Repeat while there are violations: a text that is fading in has a lower contrast.
      await until(async () => {
        await engine.frame(
          `(window.broken = undefined, window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then((results) => { window.broken = results.violations.map((rule) => rule.id); }), 0)`,
        );
        await until(() => engine.frame(`Array.isArray(window.broken)`), 'axe is done');
        const broken = await engine.frame<readonly string[]>('window.broken');
        return broken.length === 0 || broken;
      }, 'no rule is broken');
    });

    it('[XB-07][BR-19] leaves nothing on a page that blocks the frame after the wait', { tags: ['core'] }, async () => {
      await open('/no-frame-src?loader=none');
      await engine.page(loadWithHurry(sandbox.widgetUrl));
      await until(() => engine.page(`!!document.querySelector('#contact-widget')`), 'the widget is placed');
      await engine.page('window.hurry()');
      await until(() => engine.page(`!document.querySelector('#contact-widget')`), 'the widget has left');
    });
  });
}
