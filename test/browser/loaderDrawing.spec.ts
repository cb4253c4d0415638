import { expect, frameDrawing, pillDrawing, test } from './puppet/puppet.ts';

/** The loader's drawings under the page's policies, and the drawings it refuses. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('policies', () => {
  const strictest = [
    "default-src 'none'",
    'script-src {widget} ',
    'frame-src {widget}',
    "style-src 'self'",
    "img-src 'none'",
    "font-src 'none'",
    "connect-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

  test('[SH-004][CSP-01][CSP-02][CSP-05] draws everything without a violation of a strict policy, also with Trusted Types', {
    tag: '@core',
  }, async ({ page, host, puppet, problems }) => {
    for (const [name, csp] of [
      ['[SH-004][CSP-01][CSP-05] the widget origin in script-src and frame-src', strictest],
      [
        '[SH-004][CSP-02] Trusted Types without any policy',
        `${strictest}; require-trusted-types-for 'script'; trusted-types 'none'`,
      ],
    ] as const) {
      await test.step(`${name}: draws everything without a violation`, async () => {
        await host.open('/plain', { csp });
        await puppet.showPill({ transition: 'translate .5s' });
        await puppet.cover(true);
        await puppet.word('Talk to us');
        await puppet.call('writeStore', 'cm-pill-events=1', 60);
        await expect(host.pill()).toBeVisible();
        await expect(host.iframe()).toHaveCSS('width', '320px');
        const ofPage = /mark\.svg/; // The page's own icon, which its own policy blocks.
        expect((await problems.violations()).filter(({ blocked }) => !ofPage.test(blocked))).toEqual([]);
        expect(problems.consoleErrors.filter((line) => !ofPage.test(line))).toEqual([]);
      });
    }
    await test.step('[SH-004] control: the same page reports a style attribute and a script from another origin', async () => {
      await host.open('/plain', { csp: strictest });
      await page.evaluate(() => {
        document.body.setAttribute('style', 'color: red');
        const script = document.createElement('script');
        script.src = 'https://elsewhere.example/x.js';
        document.head.append(script);
      });
      const directives = async () => (await problems.violations()).map(({ directive }) => directive);
      await expect.poll(directives).toEqual(expect.arrayContaining(['style-src-attr', 'script-src-elem']));
    });
  });

  test('[SH-172][BR-19][CSP-04] leaves a page that blocks the frame, with its links and one error that names frame-src', async ({
    page,
    host,
    problems,
  }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await host.open('/no-frame-src');
    // The loader looks every 50 ms whether the page has loaded.
    await page.clock.runFor(100);
    await expect(host.element()).toHaveCount(1);
    await expect.poll(() => problems.consoleErrors).toHaveLength(1);
    await page.clock.runFor(14_000);
    await expect(host.element()).toHaveCount(1);
    await page.clock.runFor(6_000);
    await expect(host.element()).toHaveCount(0);
    // The browser's own error, so the loader adds none.
    expect(problems.consoleErrors).toEqual([expect.stringContaining('frame-src')]);
    expect(problems.uncaught).toEqual([]);
    await page.getByRole('link', { name: 'Contact us' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

test.describe('pill', () => {
  test('[SH-027][F-PG23] has one name as a text and as an icon, and neither it nor the lock of a covered page reaches the printer', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await test.step('[SH-027] is a button with the same name in both forms', async () => {
      await puppet.showPill();
      await expect(page.getByRole('button', { name: "Let's talk", exact: true })).toBeVisible();
      const wide = await host.pill().boundingBox();
      // The icon shows the number, which is not the accessible name.
      await puppet.showPill({ textContent: '', value: '3', ariaLabel: "Let's talk, 3 unread" });
      await expect(page.getByRole('button', { name: "Let's talk, 3 unread", exact: true })).toBeVisible();
      await puppet.showPill({ textContent: '' });
      await expect(page.getByRole('button', { name: "Let's talk", exact: true })).toBeVisible();
      const narrow = await host.pill().boundingBox();
      expect(narrow?.width).toBeLessThan((wide?.width ?? 0) - 30);
      expect(narrow?.width).toBeGreaterThanOrEqual(44);
      expect(narrow?.height).toBeGreaterThanOrEqual(44);
    });
    await test.step('is not printed', async () => {
      await puppet.showPill();
      await page.emulateMedia({ media: 'print' });
      await expect(host.pill()).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });
    await test.step('[F-PG23] and the lock of a page that the pane covers do not reach the printer', async () => {
      await puppet.cover(true);
      const link = page.getByRole('link', { name: 'Contact us' });
      await expect(page.locator('body')).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(link).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
    });
  });
});

test.describe('drawing', () => {
  test('[SH-022][BR-41][F-UX14] stays within the viewport for any size, and shows the number of unread messages', async ({
    host,
    puppet,
  }) => {
    await host.open('/short');
    await test.step('[SH-022][BR-41] ignores a length that is no CSS length', async () => {
      await puppet.showPill();
      await puppet.showFrame();
      const boxes = async () => [await host.pill().boundingBox(), await host.iframe().boundingBox()];
      const before = await boxes();
      for (const wrong of [-50, 1e9, 'wide', 'url(/drawn)', { toString: 1 }]) {
        const lengths = { width: wrong, height: wrong, bottom: wrong, right: wrong };
        await puppet.call('draw', { ...pillDrawing, ...lengths }, { ...frameDrawing, ...lengths });
        expect(await boxes()).toEqual(before);
      }
    });
    await test.step('[SH-022][BR-41] is no larger than the window, or the pill than 320 × 48 px, for any CSS length', async () => {
      await puppet.showPill();
      for (const size of ['200vmax', '99999px', '1e9px', 'calc(100% + 50px)']) {
        const sizes = { width: size, height: size };
        await puppet.call('draw', { ...pillDrawing, ...sizes }, { ...frameDrawing, ...sizes, right: '0', bottom: '0' });
        expect(await host.iframe().boundingBox()).toEqual({ x: 0, y: 0, width: 1_280, height: 800 });
        expect(await host.pill().boundingBox()).toMatchObject({ width: 320, height: 48 });
      }
    });
    await test.step('[F-UX14] shows the number of unread messages as a filled badge on the corner of the icon', async () => {
      for (const textContent of ["Let's talk", '']) {
        await puppet.showPill({ textContent, value: '\u202f9+\u202f', backgroundColor: '#15d', color: '#fff' });
        const badge = await host.pill().evaluate((pill) => {
          const { content, color, backgroundColor, borderRadius, position } = getComputedStyle(pill, '::after');
          return { content, color, backgroundColor, borderRadius, position };
        });
        expect(badge).toEqual({
          content: '"\u202f9+\u202f"',
          color: 'rgb(221, 0, 0)',
          backgroundColor: 'rgb(255, 255, 255)',
          borderRadius: '16px',
          position: 'fixed',
        });
        expect(await host.pill().evaluate((pill) => getComputedStyle(pill, '::before').content)).toBe('""');
      }
    });
  });

  test('[SH-022][F-SE21][F-SE24] draws text as text, and cuts a link’s text at 200 characters', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await host.open('/plain');
    await test.step('[SH-022] draws text as text', async () => {
      const markup = '<img src=x onerror="window.attacked = true">';
      await puppet.showPill({ textContent: markup, title: markup });
      await puppet.showFrame({ title: markup });
      await puppet.word(markup);
      await expect(page.getByRole('link', { name: markup })).toBeVisible();
      await expect(host.pill()).toHaveText(markup);
      // An unchanged text keeps its node: WebKit drops a click when the text node is replaced between press and release.
      const textNode = await host.pill().evaluateHandle((pill) => pill.firstChild);
      await puppet.showPill({ textContent: markup, title: 'Another' });
      await expect(host.pill()).toHaveAttribute('title', 'Another');
      expect(await host.pill().evaluate((pill, before) => pill.firstChild === before, textNode)).toBe(true);
      expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
      await expect(page.locator('img')).toHaveCount(0);
    });
    await test.step('[SH-022][F-SE21][F-SE24] cuts a link’s text at 200 characters, and takes nothing but a text', async () => {
      expect(await puppet.word('x'.repeat(5_000))).not.toHaveProperty('refused');
      const link = page.locator('[data-contact-link]');
      await expect(link).toHaveText('x'.repeat(200));
      for (const wrong of [{ text: 'attacked' }, ['attacked'], 7, true])
        expect(await puppet.word(wrong)).toEqual({ refused: 'refused' });
      for (const wrong of [null, 'attacked', [['contact', 'attacked']], 7]) await puppet.call('setLinks', wrong, []);
      await puppet.call('setLinks', { 'contact-link': 'attacked', __proto__: { contact: 'attacked' } }, []);
      await expect(link).toHaveText('x'.repeat(200));
      expect(await page.content()).not.toContain('attacked');
    });
  });

  test('[SH-095][F-SH18][SH-087] words a link, and leaves the icons, drawings and other contents of it alone', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    const link = page.locator('[data-contact-link]');
    await test.step('[SH-095][F-SH18] leaves the letters of a link’s icon alone', async () => {
      await link.evaluate((element) => {
        const icon = document.createElement('i');
        icon.textContent = 'chat';
        const mark = document.createElement('span');
        mark.setAttribute('aria-hidden', 'true');
        mark.textContent = '★';
        const picture = document.createElement('span');
        picture.setAttribute('role', 'img');
        picture.textContent = '💬';
        const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
        title.textContent = 'Chat icon';
        drawn.append(title);
        const words = document.createElement('b');
        words.textContent = 'Contact us';
        element.replaceChildren(icon, ' ', mark, picture, drawn, words, ' now');
      });
      await puppet.word('Talk to us');
      await expect(link.locator('b')).toHaveText('Talk to us');
      await expect(link).toHaveText('chat ★💬Chat iconTalk to us');
    });
    await test.step('[SH-095][F-SH18] leaves what a drawing and a page without scripts hold alone', async () => {
      // As Sketch and Illustrator write it, and with the words that a browser without scripts shows.
      const before = await link.evaluate((element) => {
        const markup =
          '<a><svg><title>Chat</title><desc>Created with Sketch.</desc><defs><style>.a{fill:red}</style></defs>' +
          '<text>24h</text></svg><style>.b{color:red}</style><noscript>Chat without scripts</noscript><b>Contact us</b></a>';
        element.replaceChildren(
          ...(new DOMParser().parseFromString(markup, 'text/html').body.firstChild?.childNodes ?? []),
        );
        return element.textContent ?? '';
      });
      await puppet.word('Talk with us');
      await expect(link.locator('b')).toHaveText('Talk with us');
      expect(await link.evaluate((element) => element.textContent)).toBe(before.replace('Contact us', 'Talk with us'));
    });
    await test.step('[SH-087][F-SH18] words a link whose surroundings look like an icon', async () => {
      await link.evaluate((element) => {
        element.textContent = 'Contact us';
      });
      for (const [index, around] of ['<i></i>', '<div aria-hidden="false"></div>'].entries()) {
        await link.evaluate((element, markup) => {
          const [box] = new DOMParser().parseFromString(markup, 'text/html').body.children;
          element.replaceWith(box as Element);
          box?.append(element);
        }, around);
        await puppet.word(`Talk ${index}`);
        await expect(link).toHaveText(`Talk ${index}`);
      }
    });
  });

  test('[SH-022] emits bubbling cm- events on the document with their detail, and none of another name', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.connected();
    await test.step('[SH-022] emits no event whose name does not start with cm-', async () => {
      const names = ['load', 'click', 'x-cm-ready', '', 'CM-ready', null, ['load']];
      await page.evaluate((types) => {
        Object.assign(window, { received: [] });
        for (const type of types) {
          document.addEventListener(String(type), () =>
            (window as unknown as { received: unknown[] }).received.push(type),
          );
        }
      }, names);
      for (const name of names) await puppet.call('emit', name);
      expect(await page.evaluate(() => (window as unknown as { received: unknown[] }).received)).toEqual([]);
    });
    await test.step('emits bubbling cm- events on the document with their detail', async () => {
      const received = page.evaluate(
        () =>
          new Promise((resolve) =>
            window.addEventListener('cm-pane-shown', (event) =>
              resolve([event.target === document, (event as CustomEvent).detail]),
            ),
          ),
      );
      await puppet.call('emit', 'pane-shown', { by: 'pill' });
      expect(await received).toEqual([true, { by: 'pill' }]);
    });
  });
});
