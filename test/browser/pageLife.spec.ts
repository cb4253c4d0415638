import { expect, hold, test } from './fixtures.ts';

test('[SH-014][SH-002][SH-021][SH-110] keeps one widget when the body is replaced, and reports a single-page app’s new address to the frame', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await test.step('[SH-014][SH-002] keeps one widget when the body is replaced, and sets the texts of the new body’s links', async () => {
    await host.open('/spa');
    await expect(host.pill()).toBeVisible();
    await page.locator('#swap').click();
    await expect(page.locator('a[data-contact-link="chat"]').last()).toHaveText('Chat with us');
    await expect(host.element()).toHaveCount(1);
    await expect(host.pill()).toBeVisible();
    await host.openPane();
  });
  await test.step('[SH-021][SH-110] reports a single-page app’s new address to the frame, and the widget stays', async () => {
    const before = (await sandbox.requests('/contact/lookup')).length;
    await host.changeAddress('/spa/two');
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    expect((await sandbox.requests('/contact/lookup')).length).toBe(before);
  });
});

test('[SH-109] typing in the pane keeps the visitor active', async ({ host, page, sandbox }) => {
  await host.open('/plain');
  const frame = await host.openPane();
  await frame.getByRole('button', { name: /Change/ }).click();
  await expect(frame.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('germ');
  await expect(frame.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de-DE');
  const last = (await sandbox.requests('/contact/lookup')).at(-1);
  expect(JSON.parse(last?.query.body ?? '{}').clientInfo.isUserActive).toBe(true);
});

test('[SH-002] restores a working widget when the visitor comes back to the page', { tag: '@core' }, async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await host.openPane();
  await page.goto(new URL('/short', page.url()).href);
  await page.goBack();
  await expect(host.element()).toHaveCount(1);
  if (await host.iframe().isHidden()) await host.openPane();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
});

test('[SH-106][SH-102] is not blocked by user info that never arrives or is rejected, or by a getter that throws', {
  tag: '@core',
}, async ({ host, page, sandbox, problems }) => {
  await test.step('[SH-106][SH-102] is not blocked by user info that never arrives or a getter that throws', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'contactWidgetUser', { configurable: true, value: new Promise(() => {}) });
      Object.defineProperty(window, 'profileOfPage', {
        get() {
          throw new Error('not yet');
        },
      });
    });
    await host.open('/plain', { attrs: { 'data-profile-object': 'profileOfPage' }, query: { 'cm-country': 'DE' } });
    await expect(host.pill()).toBeVisible();
    const [first] = await sandbox.requests('/contact/lookup');
    expect(first).toBeDefined();
  });
  await test.step('[SH-106] is not blocked by a rejected promise of user info', async () => {
    problems.allow(/no user/);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'contactWidgetUser', { value: Promise.reject(new Error('no user')) });
    });
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
  });
});

test('[SH-098][SH-016] uses the defaults for parameters of 100 kB and malformed settings, with one note', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  // No server accepts an address of this length, so the page sets it before the loader runs.
  await page.addInitScript(() => {
    if (window === window.parent) history.replaceState(null, '', `?focusArea=${'x'.repeat(100_000)}`);
  });
  await host.open('/plain', { attrs: { 'data-theme': 'pink', 'data-menu-order': '<b>' } });
  await host.openPane();
  const [lookup] = await sandbox.requests('/contact/lookup');
  expect(JSON.stringify(lookup?.query)).toMatch(/focusArea\W+cloud/);
  const notes = problems.warnings.filter((line) => line.includes('[contact-widget]') && line.includes('"theme"'));
  expect(notes).toHaveLength(1);
});

test('[F-AD19] tells the developer once what is misspelt on the page', async ({ host, page, problems }) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'clodu', 'data-colapse': '', 'data-pill': '{' } });
  const lines = () => problems.warnings.filter((line) => line.includes('data-'));
  await expect.poll(lines).toHaveLength(3);
  await page.evaluate(() => window.postMessage({ type: 'cm-open' }, location.origin));
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  expect(lines()).toEqual([
    expect.stringContaining('data-focus-area="clodu": the contact service has nothing for it.'),
    expect.stringContaining('data-colapse: there is no such attribute. Did you mean data-collapse?'),
    expect.stringContaining('data-pill is not a pill.'),
  ]);
});

test('[SH-002] starts nothing on a prerendered page before it is shown', async ({ host, page, sandbox }) => {
  await page.addInitScript(() => {
    let isPrerendering = true;
    Object.defineProperty(document, 'prerendering', { get: () => isPrerendering });
    (window as unknown as { activate: () => void }).activate = () => {
      isPrerendering = false;
      document.dispatchEvent(new Event('prerenderingchange'));
    };
  });
  await host.open('/plain');
  await page.waitForTimeout(1_500);
  await expect(host.element()).toHaveCount(0);
  expect(await sandbox.requests('/contact')).toHaveLength(0);
  await page.evaluate(() => (window as unknown as { activate: () => void }).activate());
  await expect(host.pill()).toBeVisible();
});

test('[SH-035][SH-002][SH-037] on a phone, the pane ends above the on-screen keyboard, and a page that moves the widget’s element can be used again', async ({
  host,
  page,
}) => {
  await test.step('[SH-035] ends the pane above the on-screen keyboard on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await host.open('/plain');
    await host.openPane();
    await expect.poll(async () => (await host.iframe().boundingBox())?.height).toBe(812);
    await page.evaluate(() => {
      const viewport = window.visualViewport as VisualViewport;
      Object.defineProperty(viewport, 'height', { value: 480, configurable: true });
      viewport.dispatchEvent(new Event('resize'));
    });
    await expect.poll(async () => (await host.iframe().boundingBox())?.height).toBe(480);
  });
  await test.step('[SH-002][SH-037] a page that moves the widget’s element while the pane covers it can be used again', async () => {
    await expect(page.locator('h1').first()).toBeHidden();
    // A frame that moves is loaded again, and its history does not know that the pane was shown.
    await page.evaluate(() => document.body.append(document.querySelector('#contact-widget') as Element));
    await expect(host.iframe()).toBeHidden();
    await expect(page.locator('h1').first()).toBeVisible();
    await host.openPane();
  });
});

test('[SH-086][SH-002][SH-014] sets the texts of ten thousand links, and of the body that a view transition swaps in', async ({
  host,
  page,
}) => {
  await test.step('[SH-086] sets the texts of ten thousand links, and the pane still opens', async () => {
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    await page.evaluate(() => {
      const links = Array.from({ length: 10_000 }, (_, index) => {
        const link = document.createElement('a');
        link.href = `/contact?link=${index}`;
        link.dataset.contactLink = 'contact';
        link.textContent = 'Contact';
        return link;
      });
      document.querySelector('main')?.append(...links);
    });
    const unworded = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('[data-contact-link]')].filter((link) => link.textContent !== "Let's talk")
            .length,
      );
    await expect.poll(unworded).toBeLessThanOrEqual(1);
    await host.openPane();
    await page.keyboard.press('Escape');
  });
  await test.step('[SH-002][SH-014] keeps one widget when a view transition swaps the body, and sets the texts of the new body’s links', async () => {
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    const transitioned = await page.evaluate(async () => {
      const link = Object.assign(document.createElement('a'), { href: '/talk', textContent: 'Talk' });
      link.dataset.contactLink = 'chat';
      const body = document.createElement('body');
      body.append(link);
      const transition = document.startViewTransition(() => {
        document.body.replaceWith(body);
        history.pushState(null, '', '/plain?swapped');
      });
      await transition.finished;
      return transition.ready.then(() => true);
    });
    expect(transitioned).toBe(true);
    await expect(page.locator('a[data-contact-link="chat"]')).toHaveText('Chat with us');
    await expect(host.element()).toHaveCount(1);
    const pane = await host.openPane();
    await pane.getByRole('button', { name: 'Minimize' }).click();
    await expect(host.pill()).toBeVisible();
  });
});

test('[SH-111][SH-110] keeps the marketing attributes of a visitor without a consent choice, or drops them, as the law of their country says that is known late', async ({
  host,
  page,
  sandbox,
}) => {
  for (const [country, isKept] of [
    ['DE', false],
    ['US', true],
  ] as const) {
    await test.step(`[SH-111][SH-110] ${isKept ? 'keeps' : 'drops'} the marketing attributes of a visitor without a consent choice whose country, ${country}, is known late`, async () => {
      await sandbox.command('geo', { country });
      const geo = await hold(page, `${sandbox.servicesUrl}/geo/client*`);
      await host.open('/plain', { query: { utm_source: 'mail' } });
      await expect(host.pill()).toBeVisible();
      const stored = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
      await geo.asked;
      await expect.poll(stored).toContain('mail');
      const known = page.waitForResponse(`${sandbox.servicesUrl}/geo/client*`);
      geo.release();
      await known;
      // The frame applies the answer when it has read it.
      await (await host.frameHandle()).evaluate(() => new Promise((done) => setTimeout(done, 200)));
      if (isKept) expect(await stored()).toContain('mail');
      else {
        await expect.poll(stored).toBeNull();
        await test.step('[SH-111] applies an answer to the page’s banner at once', async () => {
          await page.evaluate(() => {
            // biome-ignore lint/suspicious/noDocumentCookie: what a consent banner does.
            document.cookie = 'notice_preferences=1:;path=/';
          });
          await page.getByRole('heading').first().click();
          await expect.poll(stored).toContain('mail');
        });
      }
      await page.unrouteAll({ behavior: 'wait' });
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});

test('[SH-009][F-DL11] a frame that the browser loads again keeps the pane open and the focus where it was, and the page hears once that the widget is ready', async ({
  host,
  page,
}) => {
  await test.step('[SH-009][F-DL11] a frame that the browser loads again keeps the pane open, and the page hears once that the widget is ready', async () => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seenEvents: seen });
      for (const name of ['cm-app-ready', 'cm-app-button-ready', 'cm-pane-shown', 'cm-pane-hidden']) {
        document.addEventListener(name, ({ type }) => seen.push(type));
      }
    });
    await host.open('/plain');
    const frame = await host.openPane();
    await expect(frame.getByRole('heading').first()).toBeVisible();
    const firstDocument = await (await host.frameHandle()).evaluateHandle(() => window.document);
    await (await host.frameHandle()).evaluate(() => location.reload());
    const isFirstThere = () => firstDocument.evaluate(() => true).catch(() => false);
    await expect.poll(isFirstThere).toBe(false);
    await expect(host.frame().getByRole('heading').first()).toBeVisible();
    const seen = () => page.evaluate(() => (window as unknown as { seenEvents: string[] }).seenEvents);
    await expect
      .poll(async () => (await seen()).filter((name) => name.startsWith('cm-pane')))
      .toEqual(['cm-pane-shown', 'cm-pane-hidden', 'cm-pane-shown']);
    expect((await seen()).filter((name) => name.startsWith('cm-app'))).toEqual(['cm-app-ready', 'cm-app-button-ready']);
  });
  await test.step('[SH-009][F-DL11] a frame that the browser loads again keeps the focus if it had it', async () => {
    const isFocusInside = async () =>
      (await host.frameHandle()).evaluate(() => document.hasFocus() && document.activeElement !== document.body);
    for (const hasFocus of [true, false]) {
      if (hasFocus) await expect.poll(isFocusInside).toBe(true);
      else {
        await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<button id="own">Own</button>'));
        await page.locator('#own').focus();
      }
      const shown = page.evaluate(() => new Promise((resolve) => document.addEventListener('cm-pane-shown', resolve)));
      await (await host.frameHandle()).evaluate(() => location.reload());
      await shown;
      await expect(host.frame().getByRole('heading').first()).toBeVisible();
      if (hasFocus) await expect.poll(isFocusInside).toBe(true);
      else {
        await page.waitForTimeout(500);
        expect(await isFocusInside()).toBe(false);
      }
    }
  });
});
