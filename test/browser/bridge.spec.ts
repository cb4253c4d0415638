// Long because an auditor reads the attacks as one list.
import { hello, port as portMessage, protocol } from '../../bridge/wire.ts';
import {
  addFrame,
  countWord,
  elsewhere,
  expect,
  helloText,
  pillDrawing,
  serve,
  strangers,
  test,
} from './puppet/puppet.ts';

/**
 * The bridge under attack, in a browser: by frames that are not the widget, by a widget that was taken over, by a page
 * that is hostile. What is sent over the port itself is tried in test/contract.
 */

test.describe('who may speak', () => {
  test.beforeEach(async ({ puppet }) => {
    await puppet.install();
  });

  for (const [name, id, originOf] of strangers) {
    test(`[${id}][BR-30] a frame ${name} that sends a perfect hello gets no port, and its replies are not heard`, async ({
      page,
      host,
      puppet,
      sandbox,
    }) => {
      await host.open('/plain');
      await puppet.showPill();
      const said = await countWord(page, 'said');
      const url = `${originOf(sandbox)}/attack`;
      await serve(
        page,
        url,
        `<script>window.got = 0;
         addEventListener('message', (event) => { window.got += event.ports.length; });
         for (let turn = 0; turn < 20; turn += 1) {
           parent.postMessage(${helloText}, '*');
           parent.postMessage({ id: 'page', type: 'RAW', value: 'spoofed' }, '*');
           parent.postMessage({ id: 'x', type: 'APPLY', path: ['setPill'], argumentList: [] }, '*');
         }
         parent.postMessage('said', '*');</script>`,
      );
      const attacker = await addFrame(page, url);
      // What the page answers is sent before the word is heard, and is there before the widget's next answer.
      await expect.poll(said).toBe(1);
      await puppet.showPill();
      expect(await attacker?.evaluate(() => (window as unknown as { got: number }).got)).toBe(0);
      expect(await puppet.portCount()).toBe(1);
      await puppet.showPill({ textContent: 'Still ours' });
      await expect(host.pill()).toHaveText('Still ours');
    });
  }

  test('[BR-27] what a stranger sends is not even read: source and origin come first', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
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

  test('[BR-04] a frame inside the widget that speaks to the page gets no port', async ({
    page,
    host,
    puppet,
    sandbox,
  }) => {
    await host.open('/plain');
    const frame = await puppet.connected();
    const said = await countWord(page, 'said');
    const url = `${elsewhere(sandbox.hostUrl)}/nested`;
    await serve(
      page,
      url,
      `<script>window.got = 0; addEventListener('message', (event) => { window.got += event.ports.length; });
        top.postMessage(${helloText}, '*'); parent.parent.postMessage(${helloText}, '*'); top.postMessage('said', '*');</script>`,
    );
    await frame.evaluate((src) => {
      const nested = document.createElement('iframe');
      nested.src = src;
      document.body.append(nested);
    }, url);
    await expect.poll(said).toBe(1);
    await puppet.showPill();
    const nested = page.frames().find((one) => one.url() === url);
    expect(await nested?.evaluate(() => (window as unknown as { got: number }).got)).toBe(0);
    expect(await puppet.portCount()).toBe(1);
  });

  test('[BR-11][BR-12] a hello that is said again gets one new port, and the old one is dead', async ({
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    const frame = await puppet.connected();
    await puppet.sayHello(protocol);
    await expect.poll(() => puppet.portCount()).toBe(2);
    await puppet.showPill({ textContent: 'By the new port' });
    await expect(host.pill()).toHaveText('By the new port');
    await frame.evaluate(() =>
      (window as unknown as { puppet: { sendOn(index: number, message: unknown): void } }).puppet.sendOn(0, {
        id: '1',
        type: 'APPLY',
        path: ['setPill'],
        argumentList: [
          {
            type: 'RAW',
            value: { className: '', textContent: 'By the old port', title: 'x', bottom: 0 },
          },
        ],
      }),
    );
    // Answered later than the old port would have been.
    await puppet.showFrame();
    await expect(host.pill()).toHaveText('By the new port');
  });

  for (const [name, answer, sentence] of [
    ['of another protocol number', { type: portMessage, protocol: protocol + 1 }, /different versions/],
    ['without a protocol number', { type: portMessage }, /different versions/],
  ] as const) {
    test(`[SH-018][BR-13] a loader ${name} stops the start with one console error`, async ({
      page,
      host,
      problems,
      sandbox,
    }) => {
      await page.unrouteAll();
      await host.open('/plain', { query: { loader: 'none' } });
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
      await expect.poll(() => problems.consoleErrors.filter((line) => sentence.test(line)).length).toBe(1);
      expect(await sandbox.requests('/contact')).toEqual([]);
    });
  }

  test('[BR-15] the frame takes no answer with no port, with two, or of another shape, and then the one right answer', async ({
    page,
    host,
    problems,
    sandbox,
  }) => {
    await page.unrouteAll();
    await host.open('/plain', { query: { loader: 'none' } });
    await page.evaluate(
      ([url, type, number]) => {
        const spoken: string[] = [];
        Object.assign(window, { spoken });
        const port = (name: string) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => spoken.push(name);
          // Whoever takes the other end answers this.
          port1.postMessage({ id: name, type: 'APPLY', path: ['show'], argumentList: [{ type: 'RAW', value: false }] });
          return port2;
        };
        const frame = document.createElement('iframe');
        window.addEventListener('message', ({ source }) => {
          if (source !== frame.contentWindow) return;
          const to = frame.contentWindow as Window;
          to.postMessage({ type, protocol: number }, '*');
          to.postMessage({ type, protocol: number }, '*', [port('first of two'), port('second of two')]);
          to.postMessage({ type, protocol: number }, '*', [new ArrayBuffer(8)]);
          to.postMessage({ type, protocol: number }, '*', [new OffscreenCanvas(1, 1)]);
          to.postMessage({ type, protocol: number }, '*', [new ReadableStream()]);
          to.postMessage({ type: 'other', protocol: number }, '*', [port('of another type')]);
          to.postMessage(null, '*', [port('beside nothing')]);
          to.postMessage({ type, protocol: number }, '*', [port('the right one')]);
          to.postMessage({ type, protocol: number }, '*', [port('one too late')]);
        });
        frame.src = url as string;
        document.body.append(frame);
      },
      [`${sandbox.widgetUrl}/frame/index.html`, portMessage, protocol] as const,
    );
    const spoken = () => page.evaluate(() => [...new Set((window as unknown as { spoken: string[] }).spoken)]);
    await expect.poll(spoken).toEqual(['the right one']);
    expect(problems.consoleErrors).toEqual([]);
  });

  test('[BR-14] the messages that any window may read hold the hello alone', async ({ page, host, sandbox }) => {
    await page.addInitScript(() => {
      const wide: unknown[] = [];
      Object.assign(window, { wide });
      const post = window.postMessage;
      window.postMessage = function (this: Window, message: unknown, target?: unknown, transfer?: Transferable[]) {
        wide.push([message, target]);
        return post.call(this, message, { targetOrigin: target as string, transfer: transfer ?? [] });
      } as typeof window.postMessage;
      window.addEventListener('message', ({ data, origin }) => wide.push(['received', data, origin]));
    });
    await page.unrouteAll();
    await host.open('/plain');
    await host.openPane();
    const received = await page.evaluate(() => (window as unknown as { wide: unknown[] }).wide);
    expect(received).toEqual([['received', { type: hello, protocol }, sandbox.widgetUrl]]);
  });

  test('[BR-16][BR-17] a frame that leaves for another site hears nothing more, and the page takes it away', async ({
    page,
    host,
    puppet,
    problems,
    sandbox,
  }) => {
    await page.clock.install();
    await host.open('/plain');
    await puppet.showPill();
    await puppet.showFrame();
    const frame = await puppet.connected();
    const site = elsewhere(sandbox.hostUrl);
    await page.evaluate((origin) => {
      const said: unknown[] = [];
      Object.assign(window, { said });
      window.addEventListener('message', (event) => event.origin === origin && said.push(event.data));
    }, site);
    await page.route(`${site}/left`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>addEventListener('message', ({ data }) => parent.postMessage({ heard: data }, '*'));
          parent.postMessage(${helloText}, '*');</script>`,
      }),
    );
    await frame.goto(`${site}/left`);
    await page.evaluate(() => window.postMessage('cm-open', location.origin));
    const said = () => page.evaluate(() => (window as unknown as { said: unknown[] }).said);
    await expect.poll(said).toEqual([{ type: hello, protocol }]);
    // Nobody of ours says hello any more: 17 s after the start at the latest the page has its own back.
    await page.clock.runFor(18_000);
    await expect(host.element()).toHaveCount(0);
    expect(await said()).toEqual([{ type: hello, protocol }]);
    expect(problems.consoleErrors).toEqual(['[contact-widget] frame-src']);
  });

  test('[BR-17] a frame that the page reloads gets one new port, and is told everything again', async ({
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await host.iframe().evaluate((iframe) => {
      Object.assign(iframe, { src: (iframe as HTMLIFrameElement).src });
    });
    await expect
      .poll(async () => ((await puppet.relayed('page')).length > 0 ? puppet.portCount() : 0), { timeout: 30_000 })
      .toBe(1);
    await expect.poll(async () => (await puppet.relayed('links')).length).toBeGreaterThan(0);
    await puppet.showPill({ textContent: 'After the reload' });
    await expect(host.pill()).toHaveText('After the reload');
  });
});

test.describe('what a taken-over widget can do', () => {
  test.beforeEach(async ({ puppet }) => {
    await puppet.install();
  });

  test('[BR-25] 5,000 calls of the one that has the page looked at cost one look each quarter of a second', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await page.evaluate(() => {
      const looks = { points: 0 };
      Object.assign(window, { looks });
      const find = document.elementsFromPoint;
      document.elementsFromPoint = (x, y) => {
        looks.points += 1;
        return find.call(document, x, y);
      };
    });
    const points = () => page.evaluate(() => (window as unknown as { looks: { points: number } }).looks.points);
    const frame = await puppet.connected();
    const start = Date.now();
    await frame.evaluate(
      ([type, number]) => {
        const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
        for (let id = 0; id < 5_000; id += 1) send({ id: 'x', type: 'APPLY', path: ['page'], argumentList: [] });
        // As good as a call: each hello would have everything told anew.
        for (let id = 0; id < 500; id += 1) window.parent.postMessage({ type, protocol: number }, '*');
      },
      [hello, protocol] as const,
    );
    await expect.poll(() => puppet.portCount()).toBe(501);
    const pointsPerLook = 60;
    const looks = (Date.now() - start) / 250 + 2;
    expect(await points()).toBeLessThanOrEqual(Math.ceil(looks) * 2 * pointsPerLook);
    await puppet.isServedAgain();
  });

  test('[BR-24] a text of 5 MB, a record of a million fields, 50 MB of bytes, huge lists and sets, in any place, change nothing, and the page still answers', async ({
    page,
    host,
    puppet,
    problems,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    const before = await page.content();
    await page.evaluate(() => {
      Object.assign(window, { emitted: 0 });
      document.addEventListener('cm-huge', () => Object.assign(window, { emitted: 1 }));
    });
    const frame = await puppet.connected();
    await frame.evaluate((drawing) => {
      const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
      const text = 'x'.repeat(5_000_000);
      const list = new Array(300_000).fill(0);
      const repeated = new Array(9_000).fill(['x'.repeat(9_000)]);
      const bytes = new Uint8Array(10_000_000);
      const everywhere = (huge: unknown): [string, unknown[]][] => [
        ['setPill', [{ ...drawing, textContent: huge }]],
        ['setPill', [{ ...drawing, className: huge }]],
        ['setFrame', [{ ...drawing, bottom: huge }]],
        ['setLinkText', [[0], huge]],
        ['setLinkText', [huge, 'x']],
        ['focus', [huge]],
        ['writeStore', ['cm-a', huge]],
        ['writeStore', [huge, 'x']],
        ['openUrl', [huge, 'tab']],
        ['emit', [huge]],
        ['readStore', [huge]],
      ];
      const calls: [string, unknown[]][] = [
        ...[text.slice(4_900_000), [text.slice(4_900_000)], list].flatMap(everywhere),
        // A tenth of a second each: at the places that would do most with them.
        ...[repeated, bytes].flatMap((huge): [string, unknown[]][] => [
          ['setLinkText', [huge, 'x']],
          ['emit', [huge]],
        ]),
        ['setLinkText', [new Set(Array.from({ length: 1_000 }, () => [0])), 'x']],
        ['emit', ['cm-huge', Object.fromEntries(Array.from({ length: 1_000_000 }, (_, id) => [`f${id}`, id]))]],
        ['emit', ['cm-huge', new Uint8Array(50_000_000)]],
        ['setPill', [{ ...drawing, textContent: text }]],
        ['setLinkText', [[0], [text]]],
        ['writeStore', ['cm-a', text]],
        ['writeStore', [`cm-${text}`, 'x']],
        ['openUrl', [`https://northwind.example/${text}`, 'self']],
        [text, []],
      ];
      for (const [name, args] of calls) {
        send({ id: 'x', type: 'APPLY', path: [name], argumentList: args.map((value) => ({ type: 'RAW', value })) });
        send({ id: args[0], type: args[0], path: args[0], argumentList: args[0] });
      }
    }, pillDrawing);
    await puppet.isServedAgain();
    expect(await page.evaluate(() => [document.cookie, (window as unknown as { emitted: number }).emitted])).toEqual([
      '',
      0,
    ]);
    expect(await page.content()).toBe(before);
    await puppet.showPill({ textContent: 'Still there' });
    await expect(host.pill()).toHaveText('Still there');
    expect(problems.uncaught).toEqual([]);
  });

  test('[BR-24] control: ten thousand links, the most that cross, are worded by one call', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.connected();
    await page.evaluate(() => {
      document.querySelector('main')?.append(
        ...Array.from({ length: 9_999 }, () => {
          const link = document.createElement('a');
          link.dataset.contactLink = 'contact';
          link.textContent = 'Contact';
          return link;
        }),
      );
    });
    await expect.poll(async () => ((await puppet.relayed('links')).at(-1)?.[0] as unknown[])?.length).toBe(10_000);
    const ids = Array.from({ length: 10_000 }, (_, id) => id);
    expect(await puppet.call('setLinkText', ids, 'Talk')).not.toHaveProperty('refused');
    expect(await puppet.call('linkMode', ids)).not.toHaveProperty('refused');
    expect(
      await page.evaluate(
        () =>
          [...document.querySelectorAll('[data-contact-link]')].filter((link) => link.textContent === 'Talk').length,
      ),
    ).toBe(10_000);
  });

  test('[BR-20][BR-21][BR-22] no verb, path or handler of Comlink’s reaches the page', async ({
    page,
    host,
    puppet,
    problems,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    const code = [{ type: 'RAW', value: 'window.attacked = document.cookie' }];
    const raw = [{ type: 'RAW', value: 'x' }];
    for (const message of [
      { id: '1', type: 'CONSTRUCT', path: ['setPill', 'constructor'], argumentList: code },
      { id: '2', type: 'APPLY', path: ['setPill', 'constructor'], argumentList: code },
      { id: '3', type: 'APPLY', path: ['constructor'], argumentList: code },
      { id: '4', type: 'SET', path: ['__proto__', '__proto__', 'attacked'], value: raw[0] },
      { id: '5', type: 'SET', path: ['setPill'], value: raw[0] },
      { id: '6', type: 'GET', path: ['constructor'] },
      { id: '7', type: 'ENDPOINT', path: [] },
      { id: '8', type: 'RELEASE', path: [] },
      { id: '9', type: 'APPLY', path: ['emit'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
      { id: '10', type: 'APPLY', path: ['emit'], argumentList: 'x' },
      { id: '11', type: 'APPLY', path: 'emit', argumentList: [null] },
      null,
      'APPLY',
    ]) {
      await puppet.send(message);
    }
    expect(await page.evaluate(() => ['attacked' in window, 'attacked' in {}])).toEqual([false, false]);
    await puppet.showPill({ textContent: 'Still there' });
    await expect(host.pill()).toHaveText('Still there');
    expect(problems.uncaught).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  });

  test('[BR-41] it cannot lead the page away by itself, show a dialog of the browser or take the whole screen', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await puppet.showFrame();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    const frame = await puppet.connected();
    const outcomes = await frame.evaluate(async () => {
      const outcome = async (act: () => unknown): Promise<string> => {
        try {
          return String(await act());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        await outcome(() => {
          (window.top as Window).location.href = 'https://elsewhere.example/';
        }),
        await outcome(() => (window.top as Window).location.replace('https://elsewhere.example/')),
        await outcome(() => window.alert('x')),
        await outcome(() => window.confirm('x')),
        await outcome(() => window.prompt('x')),
        await outcome(() => document.documentElement.requestFullscreen()),
      ];
    });
    expect(outcomes).toEqual(['SecurityError', 'SecurityError', 'undefined', 'false', 'null', 'TypeError']);
    expect(dialogs).toEqual([]);
    expect(page.url()).toBe(host.urlOf('/plain'));
    await puppet.showPill({ textContent: 'Still there' });
    await expect(host.pill()).toHaveText('Still there');
  });

  test('[BR-28] a page handler that destroys the widget in the middle of a call, or throws, does no harm', async ({
    page,
    host,
    puppet,
    problems,
  }) => {
    problems.allow(/of the page itself/);
    await host.open('/plain');
    await puppet.showPill();
    await page.evaluate(() => {
      document.addEventListener('cm-throw', () => {
        throw new Error('of the page itself');
      });
      document.addEventListener('cm-end', () => document.getElementById('contact-widget')?.remove());
    });
    expect(await puppet.call('emit', 'cm-throw')).not.toHaveProperty('refused');
    await puppet.showPill({ textContent: 'Still there' });
    const frame = await puppet.connected();
    await frame
      .evaluate(
        () =>
          void (window as unknown as { puppet: { call(name: string, args: unknown[]): unknown } }).puppet.call('emit', [
            'cm-end',
          ]),
      )
      .catch(() => {});
    await expect(host.element()).toHaveCount(0);
    await page.waitForTimeout(600);
    expect(problems.uncaught).toEqual([]);
  });
});

for (const [title, isPageSandboxed] of [
  ['[BR-08] on a page without an origin (sandboxed) the browser refuses the frame; the page', true],
  ['[BR-09] where the page takes the frame’s origin away (sandboxes it further) it gets no port; the page', false],
] as const) {
  test(`${title} gets no error, and has its own back when the wait is over`, async ({
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
        Object.assign(window, { heard: [] });
        window.addEventListener('message', (event) => {
          (window as unknown as { heard: unknown[] }).heard.push([event.origin, event.data.type]);
        });
      });
    }
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
        .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
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

test('[BR-44] however often it is drawn, one listener for messages is on the page, and one port', async ({
  page,
  host,
  puppet,
}) => {
  await page.addInitScript(() => {
    const counts = { message: 0 };
    Object.assign(window, { counts });
    const add = window.addEventListener;
    window.addEventListener = function (this: Window, ...args: Parameters<typeof add>) {
      if (args[0] === 'message' && new Error().stack?.includes('/loader.js')) counts.message += 1;
      return add.apply(this, args);
    } as typeof add;
  });
  await puppet.install();
  await host.open('/plain');
  await puppet.connected();
  const frame = await puppet.connected();
  await frame.evaluate(
    async ([pill, open]) => {
      const { call } = (window as unknown as { puppet: { call(name: string, args: unknown[]): Promise<unknown> } })
        .puppet;
      for (let turn = 0; turn < 50; turn += 1) {
        await call('setPill', [pill]);
        await call('setFrame', [turn % 2 ? open : { ...open, className: 'hidden' }]);
      }
    },
    [pillDrawing, { className: '', width: 320, height: 480, bottom: 16, title: 'Contact' }] as const,
  );
  expect(await page.evaluate(() => (window as unknown as { counts: { message: number } }).counts.message)).toBe(1);
  expect(await puppet.portCount()).toBe(1);
});
