import { snapshotOfPage } from './puppet/pageSnapshot.ts';
import { expect, test } from './puppet/puppet.ts';

/** How the loader ends on a page, and starts again. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('end', () => {
  test('[SH-012][BR-43] restores the page: elements, texts, style sheets, globals and scrolling', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await page.addInitScript(() => {
      // Count the loader's listeners that are added and not removed, directly or by a signal.
      const live = new Map<string, number>();
      const count = (type: string, change: number): void => void live.set(type, (live.get(type) ?? 0) + change);
      const isOurs = (): boolean => new Error().stack?.includes('/loader.js') ?? false;
      const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        const signal = typeof options === 'object' ? options?.signal : undefined;
        if (isOurs()) count(type, 1);
        if (isOurs() && signal) add.call(signal, 'abort', () => count(type, -1));
        return add.call(this, type, listener, options);
      };
      EventTarget.prototype.removeEventListener = function (type, listener, options) {
        if (isOurs()) count(type, -1);
        return remove.call(this, type, listener, options);
      };
      Object.assign(window, { live });
    });
    await host.open('/all-link-kinds', { page: { loader: 'none' } });
    const before = await page.evaluate(snapshotOfPage);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.src = document.documentElement.dataset.loader ?? '';
      document.head.append(script);
    });
    await puppet.showPill();
    await puppet.showFrame();
    const kinds = ['chat', 'contact', 'email', 'phone', 'scheduler'];
    for (const turn of [1, 2]) {
      const wordings = Object.fromEntries(kinds.map((kind) => [kind, `${kind} ${turn}`]));
      await puppet.call('setLinks', wordings, kinds);
    }
    await expect(page.getByRole('link', { name: 'contact 2' }).first()).toBeVisible();
    await puppet.cover(true);
    const listeners = () =>
      page.evaluate(() =>
        [...(window as unknown as { live: Map<string, number> }).live].filter(
          ([type, count]) => count > 0 && type !== 'DOMContentLoaded',
        ),
      );
    expect((await listeners()).length).toBeGreaterThan(5);
    await page.evaluate(() => window.postMessage({ type: 'cm-destroy' }, location.origin));
    await expect(host.element()).toHaveCount(0);
    await page.evaluate(() => document.head.querySelector('script:last-of-type[src*="loader.js"]')?.remove());
    expect(await page.evaluate(snapshotOfPage)).toEqual(before);
    expect(await listeners()).toEqual([]);
    await page.getByRole('link', { name: 'contact default' }).first().click();
    await expect(page).toHaveURL(/kind=contact/);
  });

  test('[F-PG1][SH-010][BR-01] takes cm-open, cm-close and cm-destroy from the page’s own window, as an own, primitive text, and from nobody else', {
    tag: '@core',
  }, async ({ page, host, puppet, sandbox }) => {
    await host.open('/plain');
    await puppet.showPill();
    await test.step('[F-PG1][SH-010] takes only an own, primitive text for a command', async () => {
      const names = ['cm-open', 'cm-close', 'cm-destroy'];
      await page.evaluate((commands) => {
        const inherited = Object.prototype as { type?: string };
        for (const command of commands) {
          for (const data of [
            [command],
            { type: [command] },
            { type: new String(command) },
            { type: { toString: command } },
            new String(command),
            ` ${command}`,
            `${command}\n`,
            command.toUpperCase(),
            { event: command },
          ]) {
            window.postMessage(data, location.origin);
          }
          // Neither the type of a blob nor an inherited one is the page's own.
          window.dispatchEvent(
            new MessageEvent('message', {
              source: window,
              origin: location.origin,
              data: new Blob([], { type: command }),
            }),
          );
          inherited.type = command;
          window.dispatchEvent(new MessageEvent('message', { source: window, origin: location.origin, data: {} }));
          delete inherited.type;
        }
        window.postMessage('cm-open', location.origin);
      }, names);
      // The last message is a command, and the only one.
      await expect.poll(() => puppet.relayed('show')).toEqual([['cm-open']]);
      await expect(host.element()).toHaveCount(1);
    });
    await test.step('[SH-010] reports cm-open and cm-close from the page’s own window, as a string and as an object', async () => {
      await page.evaluate(() => {
        for (const type of ['cm-open', 'cm-close']) {
          window.postMessage(type, location.origin);
          window.postMessage({ type }, location.origin);
        }
      });
      await expect
        .poll(() => puppet.relayed('show'))
        .toEqual([['cm-open'], ['cm-open'], ['cm-open'], ['cm-close'], ['cm-close']]);
    });
    await test.step('[SH-010][BR-01] ignores destroy, refresh, hello and null from a frame of another origin', async () => {
      const attacker = new URL('/attacker', sandbox.hostUrl);
      attacker.hostname = '127.0.0.1';
      const received = await page.evaluate(
        ([address, messages]) =>
          new Promise<number>((done) => {
            const sources = new Set<unknown>();
            window.addEventListener('message', ({ source }) => {
              if (sources.add(source).size === messages.length) done(sources.size);
            });
            for (const message of messages) {
              const frame = document.createElement('iframe');
              frame.src = `${address}?message=${encodeURIComponent(message)}`;
              document.body.append(frame);
            }
          }),
        [
          attacker.href,
          ['"cm-destroy"', '{"type":"cm-destroy"}', '{"type":"cm-refresh"}', '"cm-hello"', 'null'],
        ] as const,
      );
      expect(received).toBe(5);
      await puppet.showPill({ textContent: 'Still there' });
      await expect(host.pill()).toHaveText('Still there');
      expect(await puppet.portCount()).toBe(1);
      expect(await puppet.relayed('show')).toHaveLength(5);
      // Control: the same message from the page itself ends the widget.
      await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
      await expect(host.element()).toHaveCount(0);
    });
  });

  test('[SH-010] a restart hides the frame and leaves the links to the page until the new frame is there', async ({
    page,
    host,
    sandbox,
    puppet,
  }) => {
    for (const command of ['cm-refresh', 'cm-update']) {
      await test.step(`[SH-010] ${command} hides the frame and leaves the links to the page until the new frame is there`, async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await puppet.install();
        await host.open('/plain');
        await puppet.showPill();
        await puppet.showFrame();
        await puppet.take('contact');
        const link = page.getByRole('link', { name: 'Contact us' });
        await link.click();
        await expect.poll(() => puppet.relayed('link')).toHaveLength(1);
        await expect(host.iframe()).toBeVisible();
        // The new frame does not answer for a while.
        const frame = `${sandbox.widgetUrl}/frame/index.html*`;
        const asked = page.waitForRequest(frame);
        await page.route(frame, () => {});
        await page.evaluate((type) => window.postMessage(type, location.origin), command);
        await asked;
        await expect(host.iframe()).toBeHidden();
        await link.click();
        await expect(page).toHaveURL(/\/contact$/);
      });
    }
  });

  test('[SH-090] leaves the links to the page when it has removed the widget’s element', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await puppet.take('contact');
    const link = page.getByRole('link', { name: 'Contact us' });
    await link.click();
    await expect.poll(() => puppet.relayed('link')).toHaveLength(1);
    await host.element().evaluate((element) => element.remove());
    await link.click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('[SH-010][SH-172] starts a new wait with cm-refresh: the first one does not end the second frame', async ({
    page,
    host,
    sandbox,
    puppet,
  }) => {
    await page.clock.install();
    await host.open('/plain');
    await page.clock.runFor(1_000);
    await puppet.connected();
    await page.clock.runFor(12_000);
    // The second frame is slow.
    const frame = `${sandbox.widgetUrl}/frame/index.html*`;
    const asked = page.waitForRequest(frame);
    await page.route(frame, () => {});
    await page.evaluate(() => window.postMessage('cm-refresh', location.origin));
    await asked;
    await page.clock.runFor(5_000);
    await expect(host.element()).toHaveCount(1);
    await page.clock.runFor(15_000);
    await expect(host.element()).toHaveCount(0);
  });

  test('[SH-172] keeps a widget whose frame has said its hello, also when the frame has loaded again', async ({
    page,
    host,
    puppet,
  }) => {
    await page.clock.install();
    await host.open('/plain');
    await page.clock.runFor(1_000);
    const frame = await puppet.connected();
    await page.clock.runFor(20_000);
    await expect(host.element()).toHaveCount(1);
    await frame.evaluate(() => Object.assign(window, { isFirst: true }));
    await frame.evaluate(() => location.reload());
    const isSecond = () => frame.evaluate(() => !('isFirst' in window)).catch(() => false);
    await expect.poll(isSecond).toBe(true);
    await puppet.showPill({ textContent: 'After the reload' });
    await page.clock.runFor(20_000);
    await expect(host.pill()).toHaveText('After the reload');
  });

  test('[SH-013] starts once more when the page ends the widget and loads the script again', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await host.element().evaluate((element) => element.setAttribute('data-old', ''));
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/loader.js')) requests.push(request.url());
    });
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.src = `${document.documentElement.dataset.loader}?again`;
      window.addEventListener('message', () => document.head.append(script), { once: true });
      window.postMessage({ type: 'cm-destroy' }, location.origin);
    });
    await expect(host.element()).not.toHaveAttribute('data-old');
    await expect(host.element()).toHaveCount(1);
    await puppet.showPill();
    await expect(host.pill()).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});
