import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../package/packed.ts';
import { expect, fromRoot, hold } from './fixtures.ts';
import { embed, load, openProbe, type PackageWindow, removeInstalled, stateOf, test } from './packageSteps.ts';
import { pillDrawing } from './puppet/puppet.ts';
import { remember } from './rememberedPill.ts';

/** The package as a company installs it: packed by npm, built by Vite, opened on a page with a strict policy. */

test.describe.configure({ mode: 'serial' });
test.afterAll(removeInstalled);

test.describe('the package', () => {
  test('[F-AD5] opens the pane of an empty app in three statements, under a strict policy with Trusted Types', {
    tag: '@core',
  }, async ({ page, host, company, problems }) => {
    await page.goto(`${company.url}/plain.html`);
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  });

  test('[F-AD5] puts one widget on the page however often it is called, reports state and events, and leaves nothing after destroy', {
    tag: '@core',
  }, async ({ page, host, company, problems }) => {
    await openProbe(page, company);
    const before = await page.evaluate(() => document.documentElement.outerHTML);
    await test.step('[F-AD5] puts one widget on the page however often it is called', async () => {
      const script = page.locator('script[src$="/loader.js"]');
      const [first, second] = await Promise.all([
        load(page, { focusArea: 'cloud' }),
        load(page, { focusArea: 'cloud' }),
      ]);
      expect([first, second]).toEqual(['closed', 'closed']);
      await expect(host.element()).toHaveCount(1);
      await expect(script).toHaveCount(1);
      const frame = await host.frameHandle();
      expect(await load(page, { focusArea: 'data' })).toBe('closed');
      await expect(script).toHaveAttribute('data-focus-area', 'data');
      // The widget has started again, with the new focus area.
      await expect.poll(() => frame.isDetached()).toBe(true);
      await expect(host.element()).toHaveCount(1);
      await load(page, { src: 'https://other.example/loader.js' });
      expect(problems.warnings.join()).toContain('already comes from');
      await page.evaluate(() => (window as unknown as PackageWindow).widget?.destroy());
      await expect(host.element()).toHaveCount(0);
    });
    await test.step('[F-AD5] reports state and events, and leaves nothing after destroy', async () => {
      await load(page, { focusArea: 'cloud' });
      await page.evaluate(() => {
        const { widget } = window as unknown as PackageWindow;
        const events: string[] = [];
        Object.assign(window, { events });
        widget?.on('cm-pane-shown', () => events.push('shown'));
        const stop = widget?.on('cm-pane-hidden', () => events.push('hidden'));
        widget?.on('cm-pane-hidden', () => stop?.());
        widget?.open();
      });
      await expect.poll(() => stateOf(page)).toBe('open');
      await page.evaluate(() => (window as unknown as PackageWindow).widget?.close());
      await expect.poll(() => stateOf(page)).toBe('closed');
      await page.evaluate(() => (window as unknown as PackageWindow).widget?.open());
      await expect.poll(() => stateOf(page)).toBe('open');
      await page.evaluate(() => (window as unknown as PackageWindow).widget?.destroy());
      await expect(host.element()).toHaveCount(0);
      expect(await stateOf(page)).toBe('destroyed');
      await page.evaluate(() => {
        const { widget, events } = window as unknown as PackageWindow & { events: string[] };
        widget?.on('cm-pane-shown', () => events.push('too late'));
        document.dispatchEvent(new Event('cm-pane-shown'));
      });
      expect(await page.evaluate(() => (window as unknown as { events: string[] }).events)).toEqual([
        'shown',
        'hidden',
        'shown',
      ]);
      expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
      expect(await load(page, { focusArea: 'cloud' })).toBe('closed');
      await expect(host.element()).toHaveCount(1);
    });
  });

  test('[F-AD5][F-AD7] changes the language at once, also when it changes again during the restart, and opens the pane that was asked for meanwhile', async ({
    page,
    host,
    company,
  }) => {
    await openProbe(page, company);
    await test.step('[F-AD5] follows an option that changes again during the restart', async () => {
      await load(page, { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' });
      const update = (options: object) =>
        page.evaluate((changes) => (window as unknown as PackageWindow).widget?.update(changes), options);
      const lookups = await hold(page, /\/contact\//);
      await update({ languageCode: 'fr', regionCode: 'FR' });
      await lookups.asked;
      // By now, the new frame has read the settings, and waits for its lookup.
      await page.waitForTimeout(500);
      await update({ languageCode: 'de', regionCode: 'DE' });
      lookups.release();
      await expect(host.frame().locator('html[lang^="de"]')).toHaveCount(1);
    });
    await test.step('[F-AD5][F-AD7] changes the language at once, and opens the pane that was asked for meanwhile', async () => {
      await page.evaluate(() => {
        const { widget } = window as unknown as PackageWindow;
        widget?.update({ languageCode: 'ja', regionCode: 'JP' });
        widget?.open();
      });
      await expect(host.frame().locator('html[lang^="ja"]')).toHaveCount(1);
      await expect.poll(() => stateOf(page)).toBe('open');
    });
  });

  test('[F-AD5][SH-077] switches a page on, passes on who the visitor is without a restart, and loads a new widget after destroy', async ({
    page,
    host,
    company,
  }) => {
    await openProbe(page, company);
    await test.step('[F-AD5][SH-077] is ready on a page that is switched off, and can switch it on', async () => {
      expect(await load(page, { focusArea: 'no-contact-module' })).toBe('closed');
      await expect(host.pill()).toBeHidden();
      expect(await load(page, { focusArea: 'cloud' })).toBe('closed');
      await expect(host.pill()).toBeVisible();
    });
    await test.step('[F-AD5] passes on who the visitor is without a restart, and forgets it', async () => {
      await load(page, { focusArea: 'cloud', user: { signedin: false } });
      const frame = await host.frameHandle();
      await page.evaluate(() => {
        const { widget } = window as unknown as PackageWindow;
        widget?.update({ user: { email: 'ada@northwind.example' }, config: { consent: { chat: true } } });
      });
      expect(await page.evaluate(() => [window.contactWidgetUser, window.contactWidgetConfig])).toEqual([
        { email: 'ada@northwind.example' },
        { consent: { chat: true } },
      ]);
      await page.evaluate(() => (window as unknown as PackageWindow).widget?.update({ user: undefined }));
      expect(await page.evaluate(() => 'contactWidgetUser' in window)).toBe(false);
      expect(await host.frameHandle()).toBe(frame);
      expect(frame.isDetached()).toBe(false);
    });
    await test.step('[F-AD5] loads a new widget at once after destroy', async () => {
      const { src, states } = await page.evaluate(async () => {
        const target = window as unknown as PackageWindow;
        const last = target.widget;
        void last?.destroy();
        const { widget: src = '', nonce } = document.documentElement.dataset;
        const options = { src, nonce, focusArea: 'data' };
        target.widget = await target.contactWidgetPackage.loadContactWidget(options);
        return { src, states: [last?.state, target.widget?.state] };
      });
      expect(states).toEqual(['destroyed', 'closed']);
      await expect(page.locator(`script[src="${src}"]`)).toHaveAttribute('data-focus-area', 'data');
      await expect(host.pill()).toBeVisible();
    });
    await test.step('[F-AD5] loads the widget again after the page has ended it by a message', async () => {
      await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
      await expect.poll(() => stateOf(page)).toBe('destroyed');
      expect(await load(page, { focusArea: 'cloud' })).toBe('closed');
      await expect(host.element()).toHaveCount(1);
    });
  });

  test('[F-AD5] adopts a widget that the page embeds itself', async ({ page, host, company }) => {
    await openProbe(page, company);
    await embed(page);
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    expect(await load(page, {})).toBe('closed');
    await expect(host.element()).toHaveCount(1);
    await page.evaluate(() => (window as unknown as PackageWindow).widget?.open());
    await expect.poll(() => stateOf(page)).toBe('open');
  });

  test('[F-AD5][F-PG8] takes a pill from the page before for no widget', async ({ page, company }) => {
    await remember(page, company.url, { en: pillDrawing });
    company.policy += "; img-src 'self'";
    // The page does not finish loading: the loader adds the frame after two seconds.
    await page.route('**/slow.png', () => {});
    await page.addInitScript(() => {
      new Image().src = '/slow.png';
    });
    await page.goto(`${company.url}/probe.html`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => 'contactWidgetPackage' in window);
    await embed(page);
    await expect(page.locator('body > #contact-widget')).toHaveCount(1);
    expect(await load(page, {})).toBe('closed');
    expect(await page.evaluate(() => document.querySelector('html > #contact-widget') !== null)).toBe(true);
    await page.evaluate(() => (window as unknown as PackageWindow).widget?.destroy());
    expect(await stateOf(page)).toBe('destroyed');
  });

  test('[F-AD5] is null where the address switches the widget off, and starts where it does not', async ({
    page,
    host,
    company,
  }) => {
    await openProbe(page, company, '?cm-disable');
    expect(await load(page, { focusArea: 'cloud' })).toBe('null');
    await expect(host.element()).toHaveCount(0);
    await page.evaluate(() => history.pushState(null, '', location.pathname));
    expect(await load(page, { focusArea: 'cloud' })).toBe('closed');
    await expect(host.element()).toHaveCount(1);
  });
});

test.describe('the package refuses', () => {
  test('[F-AD5] an address that is none, another nonce, a script that is not the loader, and an origin without one, and starts when it is called again', async ({
    page,
    company,
    appsFolder,
    host,
  }) => {
    writeFileSync(join(appsFolder, 'loader.js'), 'void 0;');
    await openProbe(page, company);
    await test.step('[F-AD5] an address that is none', async () => {
      expect(await load(page, { src: 'javascript:alert(1)' })).toBe('ContactWidgetError address');
    });
    await test.step('[F-AD5] a page whose policy lists no script of ours', async () => {
      expect(await load(page, { nonce: 'other' })).toBe('ContactWidgetError script');
    });
    await test.step('[F-AD5] a script that is not the loader', async () => {
      expect(await load(page, { src: `${company.url}/loader.js` })).toBe('ContactWidgetError script');
    });
    await test.step('[F-AD5] an origin without a loader, and starts when it is called again', async () => {
      const src = `${company.url}/none/loader.js`;
      expect(await load(page, { src })).toBe('ContactWidgetError script');
      expect(await page.locator('script[src*="none"]').count()).toBe(0);
      expect(await load(page, { focusArea: 'cloud' })).toBe('closed');
      await expect(host.element()).toHaveCount(1);
    });
  });

  test('[F-AD5] a page whose policy lists no frame of ours', async ({ page, host, company, sandbox }) => {
    company.policy = company.policy.replace(`frame-src ${sandbox.widgetUrl}`, "frame-src 'none'");
    // The loader waits 15 s for a frame.
    await page.addInitScript(() => {
      const { setTimeout: wait } = window;
      Object.assign(window, {
        setTimeout: (task: () => void, ms: number, ...more: unknown[]) => wait(task, ms === 15_000 ? 500 : ms, ...more),
      });
    });
    await openProbe(page, company);
    expect(await load(page, { focusArea: 'cloud' })).toBe('ContactWidgetError frame');
    await expect(host.element()).toHaveCount(0);
  });

  test('[F-AD5] a page that allows no policy of ours, and takes one of the page', async ({ page, host, company }) => {
    company.policy = company.policy.replace('trusted-types contact-widget vue', 'trusted-types page');
    await openProbe(page, company);
    expect(await load(page, { focusArea: 'cloud' })).toBe('ContactWidgetError trustedTypes');
    await page.evaluate(async () => {
      const { widget: src = '', nonce } = document.documentElement.dataset;
      const target = window as unknown as PackageWindow & {
        trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
      };
      const trustedTypesPolicy = target.trustedTypes.createPolicy('page', {
        createScriptURL: (address: string) => address,
      });
      await target.contactWidgetPackage.loadContactWidget({ src, nonce, trustedTypesPolicy });
    });
    await expect(host.element()).toHaveCount(1);
  });
});

test.describe('the components of React and Vue', () => {
  test('[F-AD5] show one widget, follow their props, report events, and leave with the last component', async ({
    page,
    host,
    company,
    problems,
  }) => {
    for (const framework of ['react', 'vue']) {
      await test.step(`[F-AD5] the component of ${framework}`, async () => {
        await page.goto(`${company.url}/${framework}.html`);
        const told = page.locator('output');
        await expect(told).toHaveText('ready');
        await expect(host.element()).toHaveCount(1);
        await page.getByRole('button', { name: 'Help' }).click();
        await expect(host.frame().getByRole('dialog').first()).toBeVisible();
        await expect(told).toHaveText('ready, open');

        await page.getByRole('button', { name: 'Deutsch' }).click();
        await expect(host.frame().locator('html[lang^="de"]')).toHaveCount(1);

        // The new page has a component of its own, so the frame is not even loaded again.
        const frame = await host.frameHandle();
        await page.getByRole('button', { name: 'Other page' }).click();
        await expect(page.getByRole('button', { name: 'Help' })).toBeEnabled();
        expect(frame.isDetached()).toBe(false);

        await page.getByRole('button', { name: 'Leave' }).click();
        await expect(host.element()).toHaveCount(0);
        await page.getByRole('button', { name: 'Other page' }).click();
        await expect(page.getByRole('button', { name: 'Help' })).toBeEnabled();
        await expect(host.element()).toHaveCount(1);
        expect(await problems.violations()).toEqual([]);
        expect(problems.consoleErrors).toEqual([]);
      });
    }
  });

  test('[F-AD5] keep the page alive where the policy does not allow the widget', async ({
    page,
    host,
    company,
    problems,
  }) => {
    company.policy = company.policy.replace('contact-widget ', '');
    for (const framework of ['react', 'vue']) {
      await test.step(`[F-AD5] the component of ${framework}`, async () => {
        await page.goto(`${company.url}/${framework}.html`);
        await expect(page.locator('output')).toContainText('error');
        await page.getByRole('button', { name: 'Other page' }).click();
        await expect(page.getByRole('button', { name: 'Help' })).toBeDisabled();
        await expect(host.element()).toHaveCount(0);
        expect(problems.uncaught).toEqual([]);
      });
    }
  });
});

test.describe('the packed package', () => {
  test('[F-AD5] has a version with which it can be published', ({ installed }) => {
    expect(installed.tarball).toMatch(/contact-widget-(?!0\.0\.0)\d+\.\d+\.\d+[\w.-]*\.tgz$/);
  });

  test('[F-AD5] has declarations under which the apps compile, and wrong uses do not', ({ installed }) => {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--jsx', 'react-jsx', '--skipLibCheck'];
    const language = [
      '--target',
      'ES2022',
      '--module',
      'ESNext',
      '--moduleResolution',
      'bundler',
      '--lib',
      'ES2022,DOM',
    ];
    const files = [...Object.values(pages), 'wrong.tsx'];
    const tsc = fromRoot('node_modules/typescript/bin/tsc');
    const run = (): string => {
      try {
        execFileSync(process.execPath, [tsc, ...options, ...language, '--types', '', ...files], {
          cwd: installed.folder,
          stdio: 'pipe',
        });
        return '';
      } catch (error) {
        return String((error as { stdout: Buffer }).stdout);
      }
    };
    expect(run()).toBe('');
  });

  test('[F-AD5] renders nothing on a server', ({ installed }) => {
    const program = `
      import { loadContactWidget } from 'contact-widget';
      import { ContactWidget as ReactWidget } from 'contact-widget/react';
      import { ContactWidget as VueWidget } from 'contact-widget/vue';
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      import { createSSRApp } from 'vue';
      import { renderToString as renderVue } from 'vue/server-renderer';
      const src = 'https://widget.example/loader.js';
      const rendered = [
        await loadContactWidget({ src }),
        renderToString(createElement(ReactWidget, { src })),
        await renderVue(createSSRApp(VueWidget, { src })),
      ];
      process.stdout.write(JSON.stringify(rendered));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: installed.folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual([null, '', '<!---->']);
  });
});
