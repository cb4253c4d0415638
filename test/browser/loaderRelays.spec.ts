import { expect, test } from './puppet/puppet.ts';

/** What the loader tells the frame of the page. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('relays', () => {
  test('[SH-020][SH-021] tells the facts of the page, and only those', async ({ page, host, puppet }) => {
    await host.open('/plain', {
      attrs: { 'data-theme': 'yellow', 'data-focus-area': 'data' },
      globals: {
        contactWidgetConfig: { hidePill: true },
        contactWidgetUser: { email: 'a@b.example', cart: ['secret'] },
      },
    });
    await puppet.connected();
    const { value } = await puppet.call('page');
    expect(Object.keys(value as object).sort()).toEqual(
      ['chat', 'config', 'dir', 'lang', 'referrer', 'settings', 'timeOrigin', 'title', 'url', 'user'].sort(),
    );
    expect(value).toMatchObject({
      url: page.url(),
      title: 'No policy, no tricks',
      lang: 'en-US',
      dir: 'ltr',
      settings: { theme: 'yellow', focusArea: 'data' },
      config: { hidePill: true },
      user: { page: { email: 'a@b.example' } },
    });
    expect((value as { user: object }).user).toEqual({ page: { email: 'a@b.example' }, profile: {}, support: {} });
  });

  test('[SH-021] tells of a new address by pushState', async ({ page, host, puppet }) => {
    await host.open('/spa');
    await puppet.connected();
    await page.getByRole('link', { name: 'Two' }).click();
    await expect
      .poll(async () =>
        (await puppet.relayed('pageChanged')).map(([facts]) => (facts as { url: string; title: string }).title),
      )
      .toContain('Two');
    const last = (await puppet.relayed('pageChanged')).at(-1)?.[0] as { url: string };
    expect(new URL(last.url).pathname).toBe('/spa/two');
  });

  test('[SH-008] tells that the pill was pointed at, focused and clicked', async ({ page, host, puppet }) => {
    await host.open('/plain');
    await puppet.showPill();
    expect(await puppet.relayed('pillHovered')).toEqual([]);
    await host.pill().hover();
    await expect.poll(async () => (await puppet.relayed('pillHovered')).length).toBeGreaterThan(0);
    await host.pill().click();
    await expect.poll(async () => (await puppet.relayed('pillClicked')).length).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await puppet.relayed('pillClicked')).length).toBe(2);
  });

  test('[SH-037] locks the page’s scrolling and restores what was', async ({ page, host, puppet }) => {
    await host.open('/plain');
    await puppet.connected();
    await page.evaluate(() => {
      document.documentElement.style.overflow = 'scroll';
    });
    const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
    await puppet.call('lockScroll', true);
    expect(await overflow()).toBe('hidden');
    await puppet.call('lockScroll', false);
    expect(await overflow()).toBe('scroll');
    expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe('overflow: scroll;');
  });

  test('[SH-038] clicks the page’s own feedback close control, named by the page', async ({ page, host, puppet }) => {
    await host.open('/plain', { attrs: { 'data-feedback-close': '#feedback-close' } });
    await puppet.connected();
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.id = 'feedback-close';
      button.addEventListener('click', () => button.remove());
      document.body.append(button);
    });
    await puppet.call('closeFeedback');
    await expect(page.locator('#feedback-close')).toHaveCount(0);
  });

  test('[SH-109] tells activity in the page, and its end when the window loses focus to something else', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.connected();
    await page.mouse.move(100, 100);
    await expect.poll(async () => (await puppet.relayed('activity')).flat()).toContain(true);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect.poll(async () => (await puppet.relayed('activity')).flat()).toContain(false);
  });

  test('[SH-109] does not take focus that went into the frame for the end of activity', async ({ host, puppet }) => {
    await host.open('/plain');
    await puppet.showFrame();
    await host.frame().getByRole('button', { name: 'Inside' }).click();
    await expect(host.frame().getByRole('button', { name: 'Inside' })).toBeFocused();
    expect((await puppet.relayed('activity')).flat()).not.toContain(false);
  });

  for (const [count, found] of [
    [15_000, true],
    [15_001, false],
  ] as const) {
    test(`[SH-158] ${found ? 'looks' : 'does not look'} for obstacles on a page of ${count} elements`, async ({
      page,
      host,
      puppet,
    }) => {
      await host.open('/nodes', { query: { count: String(count) } });
      await puppet.connected();
      // The count includes the bar that is added here and the widget's own element.
      await page.evaluate(() => {
        const bar = document.querySelector('i') as HTMLElement;
        bar.style.cssText = 'position:fixed;inset:auto 0 0 0;height:80px;display:block;background:#ccc';
        document.querySelector('i:last-child')?.remove();
      });
      await expect.poll(async () => (await puppet.relayed('viewportChanged')).length).toBeGreaterThan(0);
      const fixed = async () => {
        const found = (await puppet.relayed('obstaclesFound')).at(-1)?.[0] as { kind: string }[] | undefined;
        return found?.filter(({ kind }) => kind === 'fixed').length;
      };
      if (found) await expect.poll(fixed).toBe(1);
      else {
        await page.waitForTimeout(1_000);
        expect(await fixed()).toBe(0);
      }
    });
  }
});

test.describe('page links', () => {
  test('[SH-086] reports ten kinds of links with what stands on them, and leaves unknown kinds alone', async ({
    host,
    puppet,
  }) => {
    await host.open('/all-link-kinds');
    await puppet.connected();
    await expect.poll(async () => (await puppet.relayed('linksFound')).length).toBeGreaterThan(0);
    const links = (await puppet.relayed('linksFound')).at(-1)?.[0] as { kind: string; focusArea?: string }[];
    const kinds = new Set(links.map(({ kind }) => kind));
    for (const kind of ['chat', 'contact', 'email', 'phone', 'scheduler']) {
      expect(kinds).toContain(kind);
      expect(kinds).toContain(`${kind}-text`);
    }
    expect(kinds).not.toContain('fax');
    expect(links.find(({ focusArea }) => focusArea === 'data')).toMatchObject({
      kind: 'scheduler',
      purpose: 'demo',
      resource: 'expert-1',
    });
  });

  test('[SH-090] leaves clicks to the page until it is told to take them', async ({ page, host, puppet }) => {
    await host.open('/plain');
    await puppet.connected();
    await page.getByRole('link', { name: 'Contact us' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('[SH-092] takes a click and tells it when it is to', async ({ page, host, puppet, sandbox }) => {
    await host.open('/plain');
    await puppet.call('linkMode', 'intercept');
    await page.getByRole('link', { name: 'Contact us' }).click();
    await expect.poll(() => puppet.relayed('linkClicked')).toEqual([[0]]);
    expect(page.url()).toBe(`${sandbox.hostUrl}/plain`);
    await puppet.call('linkMode', 'native');
    await page.getByRole('link', { name: 'Contact us' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('[SH-089] never takes a text-only link', async ({ page, host, puppet }) => {
    await host.open('/all-link-kinds');
    await puppet.call('linkMode', 'intercept');
    await page.getByRole('link', { name: 'chat-text default' }).click();
    await expect(page).toHaveURL(/kind=chat-text$/);
  });

  for (const modifiers of [['Control'], ['Shift'], ['Alt'], ['Meta']] as const) {
    test(`[SH-095] never takes a click with ${modifiers[0]}`, async ({ page, host, puppet }) => {
      await host.open('/plain');
      await puppet.call('linkMode', 'intercept');
      const prevented = page.evaluate(
        () =>
          new Promise((resolve) =>
            document.addEventListener(
              'click',
              (event) => {
                resolve(event.defaultPrevented);
                event.preventDefault();
              },
              { once: true },
            ),
          ),
      );
      await page.getByRole('link', { name: 'Contact us' }).click({ modifiers: [...modifiers] });
      expect(await prevented).toBe(false);
      expect(await puppet.relayed('linkClicked')).toEqual([]);
    });
  }

  test('[SH-095] finds a link that is added later', async ({ page, host, puppet }) => {
    await host.open('/short');
    await puppet.call('linkMode', 'intercept');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/docs/late';
      link.dataset.contactLink = 'chat';
      link.textContent = 'Late link';
      document.querySelector('main')?.append(link);
    });
    await expect.poll(async () => (await puppet.relayed('linksFound')).at(-1)?.[0]).toHaveLength(2);
    await page.getByRole('link', { name: 'Late link' }).click();
    await expect.poll(() => puppet.relayed('linkClicked')).toEqual([[1]]);
  });

  test('survives a page that replaces its whole body', async ({ page, host, puppet }) => {
    await host.open('/spa');
    await puppet.showPill();
    await page.getByRole('button', { name: 'Swap body' }).click();
    await expect(page.getByRole('link', { name: 'A link of the new body' })).toBeVisible();
    await expect(host.pill()).toBeVisible();
    await expect
      .poll(async () => JSON.stringify((await puppet.relayed('linksFound')).at(-1)))
      .toContain('"kind":"chat"');
  });
});
