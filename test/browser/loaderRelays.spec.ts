import { expect, frameDrawing, pillDrawing, test } from './puppet/puppet.ts';

/** What the loader reports to the frame. The frame is a puppet. */

test.beforeEach(async ({ puppet }) => {
  await puppet.install();
});

test.describe('relays', () => {
  test('[SH-020][SH-021] reports the facts of the page under their paths, and nothing else', { tag: '@core' }, async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain', {
      attrs: { 'data-theme': 'yellow', 'data-focus-area': 'data' },
      globals: { contactWidgetConfig: { hidePill: true }, contactWidgetUser: { email: 'a@b.example', cart: ['x'] } },
    });
    await puppet.connected();
    await page.evaluate(() => {
      const form = document.createElement('form');
      for (const type of ['text', 'password', 'hidden', 'email']) {
        const field = Object.assign(document.createElement('input'), { type, name: type, value: `secret ${type}` });
        form.append(field);
      }
      const note = Object.assign(document.createElement('textarea'), { value: 'secret note' });
      const balance = Object.assign(document.createElement('p'), { textContent: 'secret balance' });
      form.append(note, balance);
      document.body.prepend(form);
      note.focus();
    });
    await page.keyboard.type('secret typed');
    // A look is sent when something else has changed.
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'en-GB'));
    await puppet.call('page');
    await expect.poll(async () => JSON.stringify((await puppet.relayed('page')).at(-1))).toContain('en-GB');
    expect(JSON.stringify(await puppet.relayed())).not.toContain('secret');
    const reading = (await puppet.relayed('page')).at(-1)?.[0] as Record<string, unknown>;
    const paths = Object.keys(reading).filter((path) => reading[path] !== undefined);
    expect(paths.sort()).toEqual(
      [
        'contactWidgetConfig',
        'contactWidgetUser',
        'document.documentElement.lang',
        'document.documentElement.scrollHeight',
        'document.referrer',
        'focusArea',
        'innerHeight',
        'innerWidth',
        'location.href',
        'pageScheme',
        'performance.timeOrigin',
        'scrollY',
        'theme',
        'visualViewport',
      ].sort(),
    );
    expect(reading).toMatchObject({
      'location.href': JSON.stringify(page.url()),
      theme: 'yellow',
      focusArea: 'data',
      contactWidgetConfig: '{"hidePill":true}',
      contactWidgetUser: '{"email":"a@b.example"}',
    });
    expect(JSON.parse(String(reading.visualViewport))).toEqual({ height: 800, width: 1280, offsetTop: 0, scale: 1 });
  });

  test('[SH-021] reports a new address after pushState, and survives a page that replaces its whole body', {
    tag: '@core',
  }, async ({ page, host, puppet }) => {
    await host.open('/spa');
    await test.step('[SH-021] reports a new address after pushState', async () => {
      await puppet.connected();
      await page.getByRole('link', { name: 'Two' }).click();
      await expect
        .poll(async () =>
          (await puppet.relayed('page')).map(([reading]) => (reading as Record<string, string>)['location.href']),
        )
        .toContainEqual(expect.stringContaining('/spa/two'));
    });
    await test.step('survives a page that replaces its whole body', async () => {
      await puppet.showPill();
      await page.getByRole('button', { name: 'Swap body' }).click();
      await expect(page.getByRole('link', { name: 'A link of the new body' })).toBeVisible();
      await expect(host.pill()).toBeVisible();
      await expect.poll(async () => JSON.stringify((await puppet.relayed('kinds')).at(-1))).toContain('"chat"');
    });
  });

  test('[SH-008][SH-052] reports that the pill was hovered, focused and clicked, and moves the focus into the frame and back', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showPill();
    await test.step('[SH-008] reports that the pill was hovered, focused and clicked', async () => {
      const countOf = async (eventType: string) =>
        (await puppet.relayed('pill')).filter(([type]) => type === eventType).length;
      expect(await puppet.relayed('pill')).toEqual([]);
      await host.pill().hover();
      await expect.poll(() => countOf('pointermove')).toBeGreaterThan(0);
      await host.pill().focus();
      await expect.poll(() => countOf('focus')).toBe(1);
      await host.pill().click();
      await expect.poll(() => countOf('click')).toBe(1);
      await page.keyboard.press('Enter');
      await expect.poll(() => countOf('click')).toBe(2);
    });
    await test.step('[SH-052] moves the focus into the frame, and back to what the visitor pressed last, or to the pill when the link has left the page', async () => {
      await puppet.take('contact');
      const link = page.locator('[data-contact-link]').first();
      await link.click();
      await puppet.call('draw', pillDrawing, frameDrawing);
      await puppet.call('focus', true);
      await expect(host.iframe()).toBeFocused();
      await puppet.call('focus');
      await expect(link).toBeFocused();
      // The pill was pressed last.
      await puppet.showPill();
      await host.pill().click();
      await puppet.call('focus');
      await expect(host.pill()).toBeFocused();
      await link.click();
      await link.evaluate((element) => element.remove());
      await puppet.call('focus');
      await expect(host.pill()).toBeFocused();
    });
  });

  test('[SH-037][SH-052] locks the page’s scrolling and focus, hides all of it but the widget, and restores both', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.connected();
    await test.step('[SH-037][SH-052] locks the page’s scrolling and focus, and restores both', async () => {
      await page.evaluate(() => {
        document.documentElement.style.overflow = 'scroll';
      });
      const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
      await puppet.cover(true);
      expect(await overflow()).toBe('hidden');
      const takesFocus = () =>
        page.evaluate(() => {
          const link = document.querySelector('a') as HTMLElement;
          link.focus();
          return document.activeElement === link;
        });
      expect(await takesFocus()).toBe(false);
      await puppet.cover(false);
      expect(await takesFocus()).toBe(true);
      expect(await overflow()).toBe('scroll');
      expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe('overflow: scroll;');
    });
    await test.step('[SH-037][SH-052] hides parts that the page shows by a rule of their own, and not the widget', async () => {
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('body, a { visibility: visible }');
        document.adoptedStyleSheets.push(sheet);
      });
      await puppet.cover(true);
      const link = page.locator('a').first();
      await expect(link).toBeHidden();
      await expect(page.locator('body')).toBeHidden();
      await link.evaluate((element: HTMLElement) => element.focus());
      await expect(link).not.toBeFocused();
      await expect(host.iframe()).toBeVisible();
      await puppet.cover(false);
      await expect(link).toBeVisible();
    });
  });

  test('[SH-109] reports input on the page, and counts focus in the frame as the page’s', async ({
    page,
    host,
    puppet,
  }) => {
    await host.open('/plain');
    await puppet.showFrame();
    const before = (await puppet.relayed('active')).length;
    await page.mouse.move(100, 100);
    await page.keyboard.press('Shift');
    await expect.poll(async () => (await puppet.relayed('active')).length).toBeGreaterThan(before);
    await host.frame().getByRole('button', { name: 'Inside' }).click();
    await expect(host.frame().getByRole('button', { name: 'Inside' })).toBeFocused();
    // A change of the page causes a look, which reads the focus too.
    const looks = (await puppet.relayed('look')).length;
    await page.evaluate(() => {
      document.body.style.paddingBottom = '2000px';
    });
    await expect.poll(async () => (await puppet.relayed('look')).length).toBeGreaterThan(looks);
    expect((await puppet.relayed('active')).flat(2)).not.toContain(false);
  });
});

test.describe('page links', () => {
  test('[SH-086][F-PG28][SH-090][SH-092][SH-095] reports the kinds of the links and the attributes of one that is clicked, and takes a click only while the frame takes its kind', {
    tag: '@core',
  }, async ({ page, host, puppet, sandbox }) => {
    await test.step('[SH-086][F-PG28] reports the kinds of the links, and of a link that is clicked its attributes', async () => {
      await host.open('/all-link-kinds');
      await puppet.connected();
      await expect.poll(async () => (await puppet.relayed('kinds')).length).toBeGreaterThan(0);
      const kinds = (await puppet.relayed('kinds')).at(-1)?.[0];
      for (const kind of ['chat', 'contact', 'email', 'phone', 'scheduler'])
        expect(kinds).toEqual(expect.arrayContaining([kind, `${kind}-text`]));
      expect(JSON.stringify(await puppet.relayed('look'))).not.toContain('expert-1');
      await puppet.take('scheduler');
      await page.locator('[data-contact-link=scheduler][data-focus-area=data]').first().click();
      await expect.poll(() => puppet.relayed('link')).toHaveLength(1);
      const [[link = '']] = (await puppet.relayed('link')) as [[string]];
      expect(JSON.parse(link)).toEqual({
        ...{ kind: 'scheduler', focusArea: 'data', purpose: 'demo', resource: 'expert-1' },
        href: expect.stringMatching(/^http/),
      });
    });
    await test.step('[SH-086][SH-090][SH-092][SH-095] takes a click on a link while the frame takes its kind, and leaves all others to the page', async () => {
      await host.open('/plain');
      await puppet.connected();
      const link = page.getByRole('link', { name: 'Contact us' });
      /** Whether the click has no effect of its own. The page stays in any case. */
      const isTaken = async (modifiers: ('Control' | 'Shift' | 'Alt' | 'Meta')[] = []): Promise<boolean> => {
        const prevented = page.evaluate(
          () =>
            new Promise<boolean>((resolve) =>
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
        await link.click({ modifiers });
        return prevented;
      };
      await test.step('[SH-090] leaves clicks to the page until the frame takes them', async () => {
        expect(await isTaken()).toBe(false);
      });
      await puppet.take('contact');
      await test.step('[SH-095] never takes a click with Control, Shift, Alt or Meta', async () => {
        for (const modifier of ['Control', 'Shift', 'Alt', 'Meta'] as const)
          expect(await isTaken([modifier]), modifier).toBe(false);
        expect(await puppet.relayed('link')).toEqual([]);
      });
      await test.step('[SH-092] takes a click on a taken link and reports it', async () => {
        await link.click();
        await expect.poll(() => puppet.relayed('link')).toHaveLength(1);
        expect(page.url()).toBe(`${sandbox.hostUrl}/plain`);
        await puppet.take('chat', null, '');
        expect(await isTaken()).toBe(false);
      });
      await test.step('[SH-086][SH-090] leaves the click on a taken link to a page that has removed its attribute', async () => {
        await puppet.take('contact');
        await link.evaluate((element) => element.removeAttribute('data-contact-link'));
        await link.click();
        await expect(page).toHaveURL(/\/contact$/);
      });
    });
  });

  test('[F-SH1][SH-086][SH-095][F-PG28] takes a click on a text link inside a taken link or button, and on a link that was added a moment ago', async ({
    page,
    host,
    puppet,
    sandbox,
  }) => {
    await host.open('/short');
    await puppet.take('contact-link');
    for (const [at, tag] of ['a', 'button'].entries()) {
      await test.step(`[F-SH1][SH-086] takes a click on a text link inside a taken <${tag}>`, async () => {
        await page.evaluate((name) => {
          const text = Object.assign(document.createElement('span'), { textContent: `Nested in ${name}` });
          text.dataset.contactLink = 'contact-text';
          const outer = document.createElement(name);
          outer.setAttribute('href', '/nested');
          outer.dataset.contactLink = 'contact-link';
          outer.append(text);
          document.querySelector('main')?.append(outer);
        }, tag);
        await page.getByText(`Nested in ${tag}`).click();
        await expect.poll(async () => (await puppet.relayed('link')).length).toBe(at + 1);
        expect(JSON.stringify((await puppet.relayed('link')).at(-1))).toContain('contact-link');
        expect(page.url()).toBe(`${sandbox.hostUrl}/short`);
      });
    }
    await puppet.call('setLinks', { chat: 'Worded' }, ['chat']);
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/docs/late';
      link.dataset.contactLink = 'chat';
      link.textContent = 'Late link';
      document.querySelector('main')?.append(link);
      link.click();
    });
    await expect.poll(async () => JSON.stringify(await puppet.relayed('link'))).toContain('/docs/late');
    await expect(page.getByRole('link', { name: 'Worded' })).toBeVisible();
    await expect.poll(async () => (await puppet.relayed('kinds')).at(-1)?.[0]).toContain('chat');
  });
});
