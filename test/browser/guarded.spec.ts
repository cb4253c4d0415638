import type { FrameLocator, Locator, Page, Route } from 'playwright/test';
import { stampDeployment } from '../../frame/deployment/deployment.ts';
import { sandboxDeployment } from '../sandbox/deployment.ts';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { askAndSuggest, openFromMenu, pickAndFill, submit, texts } from './schedulerSteps.ts';

/** Longer than the arm delay. */
const armedMs = 1_000;

const agreeLabel = 'Agree and show chat';
const agree = (pane: FrameLocator) => pane.locator('button', { hasText: agreeLabel });
const refusal = (pane: FrameLocator) => pane.getByText('This button is covered, or it has just moved.');

interface GuardFacts {
  readonly page: Page;
  readonly host: HostPageHelper;
  readonly sandbox: SandboxControl;
  readonly pane: FrameLocator;
}

/** Opens a page whose pane has a guarded action. */
async function openPageThatAsks(page: Page, host: HostPageHelper, sandbox: SandboxControl): Promise<void> {
  const deployment = stampDeployment({ ...sandboxDeployment(sandbox), consent: { mayAsk: true } });
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, (route) => route.fulfill({ json: deployment }));
  await sandbox.command('geo', { country: 'DE' });
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
}

/** Opens a pane with such an action, over which the mouse has rested for longer than the delay. */
async function openGuardedAction(page: Page, host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  await openPageThatAsks(page, host, sandbox);
  const pane = await host.openPane();
  await agree(pane).hover();
  await untilReported(page, agree(pane), { isVisible: true });
  return pane;
}

/** Waits until the browser reports whether the button can be seen, which takes seconds on a busy machine, and for the arm delay. */
async function untilReported(page: Page, control: Locator, expected: { readonly isVisible: boolean }): Promise<void> {
  await control.evaluate(
    (button, { isVisible }) =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(
          (entries) => {
            const report = entries.at(-1) as IntersectionObserverEntry & typeof expected;
            // Entries that appear late make the menu longer, and push the button out of view.
            if (!report.isIntersecting) button.scrollIntoView({ block: 'nearest' });
            if (!report.isIntersecting || report.isVisible !== isVisible) return;
            observer.disconnect();
            done();
          },
          { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
        );
        observer.observe(button);
      }),
    expected,
  );
  await page.waitForTimeout(armedMs);
}

/** A click where the button is drawn. Playwright's own click waits until nothing covers the button. */
async function clickWhereItIs(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (!box) throw new Error('the button is not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** On a busy machine the pane may still have moved, and then the first click is refused. */
async function clickUntilItActs(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    if ((await control.count()) > 0) await clickWhereItIs(page, control);
    await expect(control).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}

/** Opens what only the button of an action is seen of: the page covers everything above it. */
const sentences: Readonly<Record<string, (facts: GuardFacts) => Promise<Locator>>> = {
  async deletion({ host, pane }) {
    await host.open('/plain');
    await host.openPane();
    await pane.getByRole('button', { name: 'Your data', exact: true }).click();
    await pane.getByRole('button', { name: 'Delete my data', exact: true }).click();
    return pane.getByRole('button', { name: 'Yes, delete it', exact: true });
  },
  async booking({ host, pane }) {
    await host.open('/plain', { attrs: texts.en.attrs });
    await openFromMenu(host);
    await askAndSuggest(pane, texts.en);
    await pickAndFill(pane, texts.en);
    return submit(pane);
  },
  async consent({ page, host, sandbox, pane }) {
    await openPageThatAsks(page, host, sandbox);
    await host.openPane();
    return agree(pane);
  },
};

test('[F-SE27] a deletion, a booking and a consent are inert while only their button can be seen, and not the sentence around it', async ({
  page,
  host,
  sandbox,
}) => {
  for (const [name, open] of Object.entries(sentences)) {
    await test.step(`[F-SE27] the ${name} is inert while only its button can be seen, and not the sentence around it`, async () => {
      const pane = host.frame();
      const control = await open({ page, host, sandbox, pane });
      await control.hover();
      await untilReported(page, control, { isVisible: true });
      const box = await control.boundingBox();
      if (!box) throw new Error('the button is not drawn');
      await page.evaluate(({ y }) => {
        const cover = document.createElement('div');
        cover.style.cssText = `position:fixed;inset:0 0 auto;height:${y - 2}px;z-index:2147483647;background:#fff`;
        document.documentElement.append(cover);
      }, box);
      await untilReported(page, control, { isVisible: true });
      await clickWhereItIs(page, control);
      await expect(refusal(pane)).toBeAttached();
      await expect(control).toHaveCount(1);
    });
  }
});

test('a guarded action is inert while the frame is covered or transparent, and says so; the keyboard still works', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  for (const [title, attack] of [
    [
      'covered by a picture that lets clicks through',
      () => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fffe';
        cover.id = 'attack';
        document.documentElement.append(cover);
      },
    ],
    [
      'transparent',
      () => {
        // A sheet, because the widget's next drawing replaces the style of its frame.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('iframe { opacity: 0.01 !important }');
        document.querySelector('#contact-widget')?.shadowRoot?.adoptedStyleSheets.push(sheet);
      },
    ],
  ] as const) {
    await test.step(`a guarded action is inert while the frame is ${title}, and says so; the keyboard still works`, async () => {
      const pane = await openGuardedAction(page, host, sandbox);
      await page.evaluate(attack);
      await untilReported(page, agree(pane), { isVisible: false });
      await clickWhereItIs(page, agree(pane));
      await expect(refusal(pane)).toBeAttached();
      await expect(agree(pane)).toHaveCount(1);
      await agree(pane).focus();
      await page.keyboard.press('Enter');
      await expect(agree(pane)).toHaveCount(0);
      await host.forgetVisitor();
    });
  }
});

test('a guarded action acts when nothing covers or moves the frame (control), also when a cover has gone', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openGuardedAction(page, host, sandbox);
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fffe';
    cover.id = 'attack';
    document.documentElement.append(cover);
  });
  await untilReported(page, agree(pane), { isVisible: false });
  await page.evaluate(() => document.getElementById('attack')?.remove());
  await untilReported(page, agree(pane), { isVisible: true });
  await clickUntilItActs(page, agree(pane));
  await expect(refusal(pane)).toHaveCount(0);
});

test('a guarded action is inert when the page moves it under the pointer', { tag: '@core' }, async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await openGuardedAction(page, host, sandbox);
  const before = await agree(pane).boundingBox();
  if (!before) throw new Error('the button is not drawn');
  const rest = { x: before.x + before.width / 2, y: before.y + before.height / 2 - 120 };
  await page.mouse.move(rest.x, rest.y);
  await page.waitForTimeout(armedMs);
  await host.iframe().evaluate((frame: HTMLElement) => {
    frame.style.translate = '0 -120px';
  });
  await page.mouse.click(rest.x, rest.y);
  // Chromium itself may drop the click, because the frame asks for reports of its visibility. Then nothing is said.
  await expect(agree(pane)).toHaveCount(1);
  await untilReported(page, agree(pane), { isVisible: true });
  await clickUntilItActs(page, agree(pane));
});

test('a guarded action ignores clicks for half a second after its pane is shown, also a prepared one', async ({
  page,
  host,
  sandbox,
}) => {
  await openPageThatAsks(page, host, sandbox);
  await expect(host.pill()).toBeVisible();
  await host.hoverPill();
  const frame = await host.frameHandle();
  await expect(agree(host.frame())).toBeAttached();
  // The button has been there for longer than the arm delay.
  await page.waitForTimeout(armedMs);
  await page.mouse.move(0, 0);
  await frame.evaluate((label) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
      // As soon as `inert` is removed, so less than half a second later.
      button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    });
    observer.observe(document, { attributeFilter: ['inert'], subtree: true });
  }, agreeLabel);
  await page.evaluate(() => window.postMessage('cm-open', location.origin));
  const pane = host.frame();
  await expect(refusal(pane)).toBeAttached();
  // The notice may be partly below the edge, and is scrolled into view by a press.
  await pressGuarded(agree(pane));
  await expect(agree(pane)).toHaveCount(0);
});

test('a guarded action acts without its protection when the download of it fails or hangs', async ({
  page,
  host,
  sandbox,
}) => {
  for (const [what, answer] of [
    ['fails', (route: Route) => route.abort()],
    ['hangs', () => {}],
  ] as const) {
    await test.step(`a guarded action acts without its protection when the download of it ${what}`, async () => {
      await page.route('**/assets/arming-*.js', answer);
      await openPageThatAsks(page, host, sandbox);
      const pane = await host.openPane();
      // Chromium reports no visibility here, so a click is not dropped. The hint goes away when a press counts.
      await pressGuarded(agree(pane));
      await expect(agree(pane)).toHaveCount(0);
      await host.forgetVisitor();
    });
  }
});
