import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';

const link = (page: Page, kind: string) => page.locator(`a[data-contact-link="${kind}"]`);
const kinds = ['chat', 'contact', 'email', 'phone', 'scheduler'];

test('[SH-086][SH-087] every kind is worded for a German page, links of other kinds keep their words', async ({
  host,
  page,
}) => {
  await host.open('/all-link-kinds', { query: { lang: 'de-DE' } });
  for (const kind of kinds.flatMap((one) => [one, `${one}-link`, `${one}-text`])) {
    await expect(link(page, kind).first()).toHaveText('Sprechen Sie mit uns');
  }
  const others = page.locator(
    `a[data-contact-link]:not(${kinds.flatMap((one) => [one, `${one}-link`, `${one}-text`].map((kind) => `[data-contact-link="${kind}"]`)).join(',')})`,
  );
  for (const text of await others.allTextContents()) expect(text).not.toBe('Sprechen Sie mit uns');
});

for (const [lang, text] of [
  ['ja-JP', 'お問い合わせ'],
  ['ar-SA', 'تواصل معنا'],
  ['en-US', "Let's talk"],
]) {
  test(`[SH-087] a contact link of a ${lang} page says so in its language`, async ({ host, page }) => {
    await host.open('/plain', { query: { lang: lang ?? '' } });
    await expect(link(page, 'contact')).toHaveText(text ?? '');
  });
}

test('[SH-089] a text-only link is worded and keeps its own navigation', async ({ host, page }) => {
  await host.open('/all-link-kinds');
  await expect(link(page, 'chat-text')).toHaveText("Let's talk");
  await link(page, 'chat-text').click();
  await expect(page).toHaveURL(/\/contact\?kind=chat-text/);
});

test('[SH-052][SH-092] a contact link shows the pane with the focus in it, and has the focus again afterwards', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await link(page, 'contact').press('Enter');
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  await expect(host.frame().locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(host.iframe()).toBeHidden();
  await expect(link(page, 'contact')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-094] a chat link opens the pane 400 ms after the click', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/bot', delayMs: 300 });
  await host.open('/all-link-kinds');
  await expect(link(page, 'chat')).toHaveText("Let's talk");
  await host.openPane();
  await expect(host.frame().locator('[data-block=chat]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(host.pill()).toBeVisible();
  const waitedMs = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clickedMs = 0;
        document.addEventListener('click', () => (clickedMs = performance.now()), true);
        document.addEventListener('cm-pane-shown', () => resolve(performance.now() - clickedMs));
      }),
  );
  await link(page, 'chat').click();
  expect(await waitedMs).toBeGreaterThan(390);
  await expect(host.frame().getByRole('textbox')).toBeVisible();
});

test('[SH-090] while the lookup is failed a link goes where it always went', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/contact', status: 500 }, { path: '/older', status: 500 });
  const failed = page.waitForResponse(/\/older\/contact\/lookup/);
  await host.open('/plain');
  await failed;
  await expect(host.pill()).toBeVisible();
  await link(page, 'contact').click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('[SH-091] clicks while the lookup is under way open the pane once, after it', async ({ host, page, sandbox }) => {
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup*`);
  await host.open('/plain');
  await lookup.asked;
  await link(page, 'contact').click();
  await link(page, 'contact').click();
  await expect(host.iframe()).toBeHidden();
  lookup.release();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-091] a click under way follows the default link when the lookup fails', async ({ host, page, sandbox }) => {
  await sandbox.rules({ path: '/older', status: 500 });
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup*`);
  await host.open('/plain');
  await lookup.asked;
  await link(page, 'contact').click();
  expect(new URL(page.url()).pathname).toBe('/plain');
  lookup.release({ status: 500 });
  await expect(page).toHaveURL(/\/contact$/);
});

test('[SH-095] a click with a modifier stays the browser’s', async ({ host, page, context }) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  const opened = context.waitForEvent('page');
  await link(page, 'contact').click({ modifiers: ['ControlOrMeta'] });
  await (await opened).waitForURL(/\/contact$/);
  await expect(host.iframe()).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-095][SH-087] a link added later is worded and wired soon', async ({ host, page }) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => {
    const added = document.createElement('a');
    added.href = '/booking';
    added.dataset.contactLink = 'contact-link';
    added.textContent = 'Added';
    document.querySelector('h1')?.after(added);
  });
  await expect(link(page, 'contact-link')).toHaveText("Let's talk", { timeout: 2_000 });
  await link(page, 'contact-link').click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
});

test('[SH-086][SH-012] links inside other people’s shadow roots are left alone, and all words come back', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await page.evaluate(() => {
    const box = document.createElement('div');
    document.body.append(box);
    const inner = document.createElement('a');
    inner.dataset.contactLink = 'contact';
    inner.textContent = 'Inner';
    box.attachShadow({ mode: 'open' }).append(inner);
    box.id = 'shadow-box';
  });
  await expect(link(page, 'contact').first()).toHaveText("Let's talk");
  // A link of the page itself that came later has been worded: the other one has been passed over.
  await page.evaluate(() => {
    const later = Object.assign(document.createElement('a'), { textContent: 'Later' });
    later.dataset.contactLink = 'contact-text';
    document.body.append(later);
  });
  await expect(link(page, 'contact-text')).toHaveText("Let's talk");
  const inner = () => page.evaluate(() => document.querySelector('#shadow-box')?.shadowRoot?.textContent);
  expect(await inner()).toBe('Inner');
  await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
  await expect(host.element()).toHaveCount(0);
  await expect(link(page, 'contact').first()).toHaveText('Contact us');
});

test('[SH-016][SH-086] a page may keep its links in an attribute of its own', async ({ host, page }) => {
  await host.open('/plain', { attrs: { 'data-link-attribute': 'data-company-contact' } });
  await page.evaluate(() => {
    const own = document.querySelector('[data-contact-link]');
    own?.setAttribute('data-company-contact', 'contact-link');
    own?.removeAttribute('data-contact-link');
  });
  const own = page.locator('[data-company-contact]');
  await expect(host.pill()).toBeVisible();
  await expect(own).toHaveText("Let's talk");
  await own.click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
});

test('[SH-077] a page that wants no contact module gets no lookup, no pill and its links as they are', async ({
  host,
  page,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'no-contact-module' } });
  await expect(host.iframe()).toBeAttached();
  // Nor a pane without anything to show, when the page asks for one.
  await page.evaluate(() => window.postMessage('cm-open', location.origin));
  // The frame has seen what the page did after that.
  await page.evaluate(() => history.replaceState(null, '', '?utm_source=mail'));
  const seen = async () => (await host.frameHandle()).evaluate(() => sessionStorage.getItem('cm-marketing'));
  await expect.poll(seen).toContain('mail');
  await expect(host.iframe()).toBeHidden();
  await expect(host.pill()).toBeHidden();
  expect(await sandbox.requests('/contact')).toHaveLength(0);
  await expect(link(page, 'contact')).toHaveText('Contact us');
  await link(page, 'contact').click();
  await expect(page).toHaveURL(/\/contact$/);
});
