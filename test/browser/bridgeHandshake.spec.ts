import { hello, protocol } from '../../bridge/wire.ts';
import { addFrame, countMessages, elsewhere, expect, helloText, serve, strangers, test } from './puppet/puppet.ts';

/** Who gets a port: frames that are not the widget, loaders and answers of the wrong shape, frames without an origin. */

test.describe('the handshake', () => {
  test.beforeEach(async ({ puppet }) => {
    await puppet.install();
  });

  test('[BR-01][BR-02][BR-04][BR-27][BR-30] strangers get no port: other frames, frames of the widget’s own origin, and a frame inside the widget', {
    tag: '@core',
  }, async ({ page, host, puppet, sandbox }) => {
    await host.open('/plain');
    await puppet.showPill();
    await test.step('[BR-27] does not read a stranger’s message: checks source and origin first', async () => {
      const reads = await page.evaluate(
        ([widgetOrigin]) => {
          const frame = document.createElement('iframe');
          document.body.append(frame);
          const widget = document.querySelector('#contact-widget')?.shadowRoot?.querySelector('iframe')?.contentWindow;
          const readsOf = (source: Window | null | undefined, origin: string | undefined): number => {
            let count = 0;
            const event = new MessageEvent('message', { source: source ?? null, origin: origin ?? '' });
            Object.defineProperty(event, 'data', {
              get() {
                count += 1;
                return {};
              },
            });
            window.dispatchEvent(event);
            return count;
          };
          return {
            strangerFrame: readsOf(frame.contentWindow, 'https://evil.example'),
            strangerWithOurOrigin: readsOf(frame.contentWindow, widgetOrigin),
            widgetFrameElsewhere: readsOf(widget, 'https://evil.example'),
            nobody: readsOf(null, widgetOrigin),
            control: readsOf(widget, widgetOrigin) > 0,
          };
        },
        [new URL((await host.iframe().getAttribute('src')) ?? '').origin] as const,
      );
      expect(reads).toEqual({
        strangerFrame: 0,
        strangerWithOurOrigin: 0,
        widgetFrameElsewhere: 0,
        nobody: 0,
        control: true,
      });
    });
    for (const [name, id, originOf] of strangers) {
      await test.step(`[${id}][BR-30] a frame ${name} that sends a valid hello gets no port, and the loader ignores its messages`, async () => {
        const sent = await countMessages(page, `sent ${id}`);
        const url = `${originOf(sandbox)}/attack`;
        await serve(
          page,
          url,
          `<script>window.got = 0;
         addEventListener('message', (event) => { window.got += event.ports.length; });
         for (let turn = 0; turn < 20; turn += 1) {
           parent.postMessage(${helloText}, '*');
           parent.postMessage({ id: 'page', value: 'spoofed' }, '*');
           parent.postMessage('{"id":"1","type":"APPLY","path":["draw"],"argumentList":[]}', '*');
         }
         parent.postMessage('sent ${id}', '*');</script>`,
        );
        const attacker = await addFrame(page, url);
        // The page would answer the hellos before it counts this message, and before the widget's next answer.
        await expect.poll(sent).toBe(1);
        await puppet.showPill();
        expect(await attacker?.evaluate(() => (window as unknown as { got: number }).got)).toBe(0);
        expect(await puppet.portCount()).toBe(1);
        await puppet.showPill({ textContent: 'Still ours' });
        await expect(host.pill()).toHaveText('Still ours');
      });
    }
    await test.step('[BR-04] gives no port to a frame inside the widget that messages the page', async () => {
      const frame = await puppet.connected();
      const sent = await countMessages(page, 'sent');
      const url = `${elsewhere(sandbox.hostUrl)}/nested`;
      await serve(
        page,
        url,
        `<script>window.got = 0; addEventListener('message', (event) => { window.got += event.ports.length; });
        top.postMessage(${helloText}, '*'); parent.parent.postMessage(${helloText}, '*'); top.postMessage('sent', '*');</script>`,
      );
      await frame.evaluate((src) => {
        const nested = document.createElement('iframe');
        nested.src = src;
        document.body.append(nested);
      }, url);
      await expect.poll(sent).toBe(1);
      await puppet.showPill();
      const nested = page.frames().find((one) => one.url() === url);
      expect(await nested?.evaluate(() => (window as unknown as { got: number }).got)).toBe(0);
      expect(await puppet.portCount()).toBe(1);
    });
  });

  test('[SH-018][BR-13] a loader of a later or earlier protocol number stops the frame’s start with one console error', async ({
    page,
    host,
    problems,
    sandbox,
  }) => {
    await page.unrouteAll();
    await host.open('/plain', { page: { loader: 'none' } });
    for (const [at, answer] of [protocol + 1, protocol - 1].entries()) {
      await page.evaluate(
        ([url, message]) => {
          const frame = document.createElement('iframe');
          window.addEventListener('message', ({ source }) => {
            const { port2 } = new MessageChannel();
            if (source === frame.contentWindow) frame.contentWindow?.postMessage(message, '*', [port2]);
          });
          frame.src = url;
          document.body.append(frame);
        },
        [`${sandbox.widgetUrl}/frame/index.html`, answer] as const,
      );
      await expect
        .poll(() => problems.consoleErrors.filter((line) => /different versions/.test(line)).length)
        .toBe(at + 1);
    }
    expect(await sandbox.requests('/contact')).toEqual([]);
  });

  test('[BR-15] the frame ignores an answer without a port, with two ports, or of another shape, then accepts the right one', {
    tag: '@core',
  }, async ({ page, host, problems, sandbox }) => {
    await page.unrouteAll();
    await host.open('/plain', { page: { loader: 'none' } });
    await page.evaluate(
      ([url, number]) => {
        const answered: string[] = [];
        Object.assign(window, { answered });
        const reading = {
          'location.href': JSON.stringify(location.href),
          innerWidth: '800',
          innerHeight: '600',
          focusArea: 'cloud',
        };
        const look = JSON.stringify({ 0: reading, 1: [], 2: [], 3: [], 4: true, 5: 0 });
        const port = (name: string) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => answered.push(name);
          // A frame that accepts the other end starts with this look, and calls the page.
          port1.postMessage(['look', look]);
          return port2;
        };
        const frame = document.createElement('iframe');
        window.addEventListener('message', ({ source }) => {
          if (source !== frame.contentWindow) return;
          const to = frame.contentWindow as Window;
          to.postMessage(number, '*');
          to.postMessage(number, '*', [port('first of two'), port('second of two')]);
          to.postMessage(number, '*', [new ArrayBuffer(8)]);
          to.postMessage(number, '*', [new OffscreenCanvas(1, 1)]);
          to.postMessage(number, '*', [new ReadableStream()]);
          to.postMessage({ type: 'cm-port', protocol: number }, '*', [port('of an older shape')]);
          to.postMessage(String(number), '*', [port('of another type')]);
          to.postMessage(null, '*', [port('with null')]);
          to.postMessage(number, '*', [port('the right one')]);
          to.postMessage(number, '*', [port('after the right one')]);
        });
        frame.src = url as string;
        document.body.append(frame);
      },
      [`${sandbox.widgetUrl}/frame/index.html`, protocol] as const,
    );
    const answered = () => page.evaluate(() => [...new Set((window as unknown as { answered: string[] }).answered)]);
    await expect.poll(answered).toEqual(['the right one']);
    expect(problems.consoleErrors).toEqual([]);
  });
});

for (const [title, isPageSandboxed] of [
  ['[BR-08] on a sandboxed page without an origin, the browser blocks the frame', true],
  ['[BR-09] a page that sandboxes the frame and removes its origin gives it no port', false],
] as const) {
  test(`${title}; the page sees no error, and the loader removes itself after the wait`, async ({
    page,
    host,
    sandbox,
    problems,
  }) => {
    await page.clock.install();
    if (!isPageSandboxed) {
      await page.addInitScript(() => {
        Object.defineProperty(HTMLIFrameElement.prototype, 'sandbox', {
          set(this: HTMLIFrameElement) {
            this.setAttribute('sandbox', 'allow-scripts');
          },
        });
        Object.assign(window, { received: [] });
        window.addEventListener('message', (event) => {
          (window as unknown as { received: unknown[] }).received.push([event.origin, event.data]);
        });
      });
    }
    // Only this page has no loader: the framed copy has one.
    await host.open('/plain', { query: { loader: 'none' } });
    await page.evaluate(
      ([address, loader]) => {
        if (loader) {
          document.head.append(Object.assign(document.createElement('script'), { src: loader }));
          return;
        }
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.name = 'sandboxed';
        frame.src = address;
        document.body.append(frame);
      },
      [host.urlOf('/plain'), isPageSandboxed ? '' : `${sandbox.widgetUrl}/loader.js`] as const,
    );
    const within = isPageSandboxed ? page.frameLocator('iframe[name=sandboxed]') : page;
    const iframe = within.locator('#contact-widget iframe');
    await expect
      .poll(async () => {
        await page.clock.runFor(250);
        return iframe.count();
      })
      .toBe(1);
    const originOf = (part: string) =>
      page
        .frames()
        .find((one) => one.url().includes(part))
        ?.evaluate(() => self.origin);
    await expect.poll(() => originOf(isPageSandboxed ? 'chrome-error:' : '/frame/index.html')).toBe('null');
    if (isPageSandboxed) {
      expect(await page.frame('sandboxed')?.evaluate(() => self.origin)).toBe('null');
    } else {
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { received: unknown[] }).received))
        .toEqual([['null', hello]]);
    }
    await page.clock.runFor(5_000);
    await expect(within.locator('#contact-widget button')).toBeHidden();
    await page.clock.runFor(15_000);
    await expect(within.locator('#contact-widget')).toHaveCount(0);
    await expect(within.getByRole('heading', { level: 1 })).toBeVisible();
    expect(problems.uncaught).toEqual([]);
    expect(await sandbox.requests('/contact')).toEqual([]);
  });
}
