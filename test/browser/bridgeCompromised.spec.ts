import { hello } from '../../bridge/wire.ts';
import { expect, test } from './puppet/puppet.ts';

/** What a compromised widget can do to the page in a browser. test/contract tries what it can send over the port. */

test.describe('a compromised widget', () => {
  test.beforeEach(async ({ puppet }) => {
    await puppet.install();
  });

  test('[BR-25][F-SE25] causes at most one look per quarter of a second with 200 calls of `page`, and leaves after ten hellos too many', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await host.open('/plain');
    await puppet.showPill();
    await page.evaluate(() => {
      const searched = { points: 0 };
      Object.assign(window, { searched });
      const find = document.elementsFromPoint;
      document.elementsFromPoint = (x, y) => {
        searched.points += 1;
        return find.call(document, x, y);
      };
    });
    const points = () => page.evaluate(() => (window as unknown as { searched: { points: number } }).searched.points);
    const frame = await puppet.connected();
    const readings = await page.evaluateHandle(() => {
      const startMs = performance.now();
      const read = { times: 0, quarters: () => Math.ceil((performance.now() - startMs) / 250) };
      // Each reading asks once.
      document.hasFocus = () => {
        read.times += 1;
        return true;
      };
      return read;
    });
    await frame.evaluate(async () => {
      const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
      for (let id = 1; id <= 100; id += 1) {
        send({ id, type: 'APPLY', path: ['page'], argumentList: [] });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    await expect.poll(() => readings.evaluate(({ times }) => times)).toBeGreaterThan(0);
    expect(await readings.evaluate(({ times, quarters }) => times - quarters())).toBeLessThanOrEqual(0);
    await frame.evaluate(
      ([text]) => {
        const { send } = (window as unknown as { puppet: { send(message: unknown): void } }).puppet;
        for (let id = 0; id < 200; id += 1) send({ id, type: 'APPLY', path: ['page'], argumentList: [] });
        // A hello has everything sent again.
        for (let id = 0; id < 8; id += 1) window.parent.postMessage(text, '*');
      },
      [hello] as const,
    );
    await expect.poll(() => puppet.portCount()).toBe(9);
    await puppet.showPill({ textContent: 'Still there' });
    await expect(host.pill()).toHaveText('Still there');
    const pointsPerLook = 240;
    expect(await points()).toBeLessThanOrEqual(10 * pointsPerLook);
    await frame
      .evaluate((text) => {
        for (let id = 0; id < 5; id += 1) window.parent.postMessage(text, '*');
      }, hello)
      .catch(() => {}); // The frame is removed meanwhile.
    await expect(host.element()).toHaveCount(0);
  });

  const hugeMessages: readonly (readonly [string, () => unknown])[] = [
    ['a text of 5 MB', () => 'x'.repeat(5_000_000)],
    ['a text of 10,001 characters', () => JSON.stringify({ id: 'x'.repeat(10_000) })],
    ['a record', () => ({ id: '1', type: 'APPLY', path: ['draw'], argumentList: [] })],
    ['an array of 300,000 texts', () => new Array(300_000).fill('x'.repeat(100))],
    [
      'a record of a million fields',
      () => Object.fromEntries(Array.from({ length: 1_000_000 }, (_, id) => [`f${id}`, id])),
    ],
    ['50 MB of bytes', () => new Uint8Array(50_000_000)],
    ['a set of arrays', () => new Set(Array.from({ length: 100_000 }, () => [0]))],
    ['a map', () => new Map([['id', 1]])],
    ['null', () => null],
    ['a number', () => Number.NaN],
  ];

  test('[BR-24][F-SE16][F-SE24] leaves the page for a message that is no text or too long, restores it, and forgets the pill', {
    tag: '@core',
  }, async ({ page, host, puppet, problems }) => {
    for (const [name, message] of hugeMessages) {
      await test.step(name, async () => {
        await host.open('/plain');
        const before = await page.locator('main').innerHTML();
        await puppet.word('Attacked');
        await puppet.call('storePill', '{"en-US":{"textContent":"Attacked"}}');
        const frame = await puppet.connected();
        await frame
          .evaluate(
            ([source]) => {
              const { sendRaw } = (window as unknown as { puppet: { sendRaw(message: unknown): void } }).puppet;
              // A function of this file, which the test passes as its source.
              sendRaw(new Function(`return (${source})()`)());
            },
            [String(message)] as const,
          )
          .catch(() => {}); // The frame is removed meanwhile.
        await expect(host.element()).toHaveCount(0);
        expect(await page.locator('main').innerHTML()).toBe(before);
        // The next page must not show it.
        expect(await page.evaluate(() => localStorage.getItem('cm-pill'))).toBeNull();
      });
    }
    expect(problems.uncaught).toEqual([]);
  });

  test('[BR-24][BR-28] words ten thousand links in one call (control), and survives a page handler that removes the widget or throws', async ({
    page,
    host,
    puppet,
    problems,
  }) => {
    await test.step('[BR-24] control: words ten thousand links in one call', async () => {
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
      expect(await puppet.word('Talk')).not.toHaveProperty('refused');
      expect(
        await page.evaluate(
          () =>
            [...document.querySelectorAll('[data-contact-link]')].filter((link) => link.textContent === 'Talk').length,
        ),
      ).toBe(10_000);
    });
    await test.step('[BR-28] survives a page handler that removes the widget or throws during a call', async () => {
      problems.allow(/of the page itself/);
      await host.open('/plain');
      await puppet.showPill();
      await page.evaluate(() => {
        document.addEventListener('cm-throw', () => {
          throw new Error('of the page itself');
        });
        document.addEventListener('cm-end', () => document.getElementById('contact-widget')?.remove());
      });
      expect(await puppet.call('emit', 'throw')).not.toHaveProperty('refused');
      await puppet.showPill({ textContent: 'Still there' });
      const frame = await puppet.connected();
      await frame
        .evaluate(
          () =>
            void (window as unknown as { puppet: { call(name: string, args: unknown[]): unknown } }).puppet.call(
              'emit',
              ['end'],
            ),
        )
        .catch(() => {});
      // It comes back (F-PG11).
      await expect(host.element()).toHaveCount(1);
      await puppet.showPill({ textContent: 'Back' });
      await expect(host.pill()).toHaveText('Back');
      expect(problems.uncaught).toEqual([]);
    });
  });

  test('[BR-20][BR-21][BR-22][BR-41][F-SE16][BR-24][F-SE21] a compromised frame reaches nothing on the page, cannot leave its rectangles or navigate, and the page ends it in time', {
    tag: '@core',
  }, async ({ page, host, puppet, problems }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await host.open('/plain');
    await puppet.showPill();
    await test.step('[BR-20][BR-21][BR-22] reaches nothing on the page with any Comlink verb, path or handler, or any other name', async () => {
      const code = [{ type: 'RAW', value: 'window.attacked = document.cookie' }];
      const raw = [{ type: 'RAW', value: 'x' }];
      for (const message of [
        { id: '1', type: 'CONSTRUCT', path: ['draw', 'constructor'], argumentList: code },
        { id: '2', type: 'APPLY', path: ['draw', 'constructor'], argumentList: code },
        { id: '3', type: 'APPLY', path: ['constructor'], argumentList: code },
        { id: '4', type: 'SET', path: ['__proto__', '__proto__', 'attacked'], value: raw[0] },
        { id: '5', type: 'SET', path: ['draw'], value: raw[0] },
        { id: '6', type: 'GET', path: ['constructor'] },
        { id: '7', type: 'ENDPOINT', path: [] },
        { id: '8', type: 'RELEASE', path: [] },
        { id: '9', type: 'APPLY', path: ['emit'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
        { id: '10', type: 'APPLY', path: ['emit'], argumentList: 'x' },
        { id: '11', type: 'APPLY', path: 'emit', argumentList: [null] },
        ['12', 'constructor', 'window.attacked = document.cookie'],
        ['13', ['draw', 'constructor'], 'window.attacked = document.cookie'],
        ['14', '__proto__', 'attacked'],
        null,
        'APPLY',
      ]) {
        await puppet.send(message);
      }
      // Every object has these, and their results could be sent.
      for (const name of ['toString', 'toLocaleString', 'valueOf', 'constructor', 'hasOwnProperty', 'isPrototypeOf'])
        expect(await puppet.call(name, 'draw'), name).toEqual({ refused: 'refused' });
      expect(await page.evaluate(() => ['attacked' in window, 'attacked' in {}])).toEqual([false, false]);
      await puppet.showPill({ textContent: 'Still there' });
      await expect(host.pill()).toHaveText('Still there');
      expect(problems.uncaught).toEqual([]);
      expect(problems.consoleErrors).toEqual([]);
    });
    await test.step('[BR-41] cannot navigate the page on its own, show a browser dialog, or go full screen', async () => {
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
    await test.step('[F-SE16][BR-41] draws nothing outside its rectangles but a shadow, and takes every click inside them', async () => {
      const redress = {
        ...{
          pointerEvents: 'none',
          opacity: '0',
          outline: '900px solid red',
          clipPath: 'circle(1px)',
          filter: 'blur(9px)',
        },
        ...{
          boxShadow: '0 0 0 900px red',
          backgroundImage: 'url(/drawn)',
          background: 'url(/drawn)',
          overflow: 'visible',
        },
        ...{
          position: 'static',
          zIndex: '-1',
          transform: 'scale(99)',
          cssText: 'pointer-events:none',
          innerHTML: '<b>x</b>',
        },
        ...{
          style: 'pointer-events:none',
          width: '5000px',
          height: '5000px',
          maxWidth: '9e9px',
          maxHeight: '9e9px',
          cursor: 'url(/drawn)',
        },
        ...{
          border: '900px solid red',
          padding: '900px',
          font: '600 900px/900px system-ui',
          textContent: 'x'.repeat(5_000),
        },
        ...{ backgroundColor: 'url(/drawn)', className: 'pane cover', gap: 'url(/drawn)', borderRadius: 'url(/drawn)' },
        ...{ color: 'red;background:url(/drawn)', transition: 'all 9s,url(/drawn)' },
      };
      /** The pill or the frame, which is hidden while the other is looked at. */
      const look = (name: string) =>
        page.evaluate((tag) => {
          const root = document.querySelector('#contact-widget')?.shadowRoot as ShadowRoot;
          const element = root.querySelector(tag) as HTMLElement;
          const style = getComputedStyle(element);
          const { left, top, width, height } = element.getBoundingClientRect();
          return {
            children: element.children.length,
            size: [width, height],
            isHit: [
              [left + 30, top + 30],
              [left + width - 30, top + height - 18],
            ].every(([x = 0, y = 0]) => root.elementFromPoint(x, y) === element),
            looks: [
              style.pointerEvents,
              style.outlineStyle,
              style.clipPath,
              style.filter,
              style.position,
              style.transform,
            ],
            shadow: style.boxShadow,
            loads: [style.backgroundImage, style.cursor, style.overflow],
          };
        }, name);
      // A drawing that has no place is not shown.
      await puppet.showPill({ ...redress, translate: 'url(/drawn)', visibility: 'url(/drawn)' });
      await puppet.showFrame({ ...redress, translate: 'url(/drawn)', visibility: 'url(/drawn)' });
      await puppet.showPill(redress);
      const pill = await look('button');
      await puppet.showPill({ visibility: '' });
      await puppet.showFrame({ ...redress, className: 'pane', width: '300px', height: '200px' });
      const frame = await look('iframe');
      for (const { children, isHit, looks, shadow, loads } of [pill, frame]) {
        expect(children).toBe(0);
        expect(isHit).toBe(true);
        expect(looks).toEqual(['auto', 'none', 'none', 'none', 'fixed', 'none']);
        expect(shadow).toMatch(/0px 0px 16px 0px$/);
        expect(loads[0]).toBe('none');
        expect(loads.slice(1).join()).not.toMatch(/url|visible/);
      }
      // The control: such a value is loaded where a style takes it.
      await page.evaluate(() => {
        document.body.style.background = 'url(/drawn-by-the-page)';
      });
      await expect.poll(() => requested).toContain('/drawn-by-the-page');
      expect(requested).not.toContain('/drawn');
      expect(pill.size[0]).toBeLessThanOrEqual(320);
      expect(pill.size[1]).toBeLessThanOrEqual(48);
    });
    await test.step('[BR-24][F-SE21] words a link any number of times, and the page still ends in time and has its own words', async () => {
      const link = page.locator('[data-contact-link]').first();
      const before = await link.textContent();
      const frame = await puppet.connected();
      await frame.evaluate(async () => {
        type Puppet = { call(name: string, args: unknown[]): Promise<unknown> };
        const { call } = (window as unknown as { puppet: Puppet }).puppet;
        for (let turn = 0; turn < 200; turn += 1) await call('setLinks', [{ contact: `Wording ${turn}` }, ['contact']]);
      });
      await expect(link).toHaveText('Wording 199');
      const ms = await page.evaluate(async () => {
        const startMs = performance.now();
        window.postMessage('cm-destroy', location.origin);
        while (document.getElementById('contact-widget')) await new Promise((done) => setTimeout(done, 5));
        return performance.now() - startMs;
      });
      expect(ms).toBeLessThan(2_000);
      await expect(link).toHaveText(before ?? '');
    });
  });
});
