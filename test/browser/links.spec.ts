import type { Page } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';

const link = (page: Page, kind: string) => page.locator(`a[data-contact-link="${kind}"]`);
const kinds = ['chat', 'contact', 'email', 'phone', 'scheduler'];

test('[SH-086][SH-087][F-SH21] sets the text of every link kind on a German page, and leaves other links alone', {
  tag: '@core',
}, async ({ host, page }) => {
  await host.open('/all-link-kinds', { page: { lang: 'de-DE' } });
  const texts = Object.entries({
    ...{ chat: 'Chat starten', contact: 'Sprechen Sie mit uns', email: 'E-Mail schreiben' },
    ...{ phone: 'Anrufen', scheduler: 'Termin buchen' },
  });
  for (const [kind, text] of texts)
    for (const name of [kind, `${kind}-link`, `${kind}-text`]) await expect(link(page, name).first()).toHaveText(text);
  const others = page.locator(
    `a[data-contact-link]:not(${kinds.flatMap((one) => [one, `${one}-link`, `${one}-text`].map((kind) => `[data-contact-link="${kind}"]`)).join(',')})`,
  );
  for (const text of await others.allTextContents()) expect(texts.map(([, own]) => own)).not.toContain(text);
});

test('[SH-087] sets a contact link’s text in the language of the page', async ({ host, page }) => {
  for (const [lang, text] of [
    ['ja-JP', 'お問い合わせ'],
    ['ar-SA', 'تواصل معنا'],
    ['en-US', "Let's talk"],
  ] as const) {
    await host.open('/plain', { page: { lang } });
    await expect(link(page, 'contact')).toHaveText(text);
  }
});

test('[SH-089] sets the text of a text-only link and keeps its navigation', async ({ host, page }) => {
  await host.open('/all-link-kinds');
  await expect(link(page, 'chat-text')).toHaveText('Chat with us');
  await link(page, 'chat-text').click();
  await expect(page).toHaveURL(/\/contact\?kind=chat-text/);
});

test('[SH-052][SH-092] moves the focus from a contact link into the pane, and back afterwards', {
  tag: '@core',
}, async ({ host, page }) => {
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

test('[SH-090] a link is the page’s own before the widget has started', async ({ host, page }) => {
  const document = await hold(page, /\/frame\/index\.html/);
  await host.open('/plain');
  await document.asked;
  await link(page, 'contact').click();
  await expect(page).toHaveURL(/\/contact$/);
  document.release();
});

/** Adds a text link inside another element, which may be a contact link itself. */
async function addText(page: Page, id: string, kind: string, tag: 'a' | 'button', outerKind?: string): Promise<void> {
  await page.evaluate(
    (link) => {
      const inner = Object.assign(document.createElement('span'), { textContent: 'own words', id: link.id });
      inner.dataset.contactLink = link.kind;
      const outer = document.createElement(link.tag);
      if (outer instanceof HTMLAnchorElement) outer.href = '/pricing';
      else outer.onclick = () => document.body.setAttribute('data-pressed', '');
      if (link.outerKind) outer.dataset.contactLink = link.outerKind;
      outer.append(inner);
      document.querySelector('main')?.append(outer);
    },
    { id, kind, tag, outerKind },
  );
}

test('[SH-089] words a text inside an ordinary link or button, whose clicks stay the page’s', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await addText(page, 'in-a', 'contact-text', 'a');
  await addText(page, 'in-button', 'contact-text', 'button');
  for (const id of ['#in-button', '#in-a']) await expect(page.locator(id)).toHaveText("Let's talk");
  await page.locator('#in-button').click();
  await expect(page.locator('body')).toHaveAttribute('data-pressed');
  await host.changeAddress();
  // The click may have scrolled the page, and then there is a card.
  await expect(host.frame().getByRole('dialog')).toBeHidden();
  await page.locator('#in-a').click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('[SH-089][F-SH1] words a text inside a contact link, and a click on it is a click on that link', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await addText(page, 'words', 'chat-text', 'a', 'contact');
  await expect(page.locator('#words')).toHaveText('Chat with us');
  await page.locator('#words').click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-091] opens the pane once after the lookup for clicks during it', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    document.addEventListener('cm-pane-shown', ({ type }) => shown.push(type));
  });
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
  await host.open('/plain');
  await lookup.asked;
  await link(page, 'contact').click();
  await link(page, 'contact').click();
  await expect(host.iframe()).toBeHidden();
  lookup.release();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/plain');
  await page.keyboard.press('Escape');
  await host.changeAddress();
  // The click may have scrolled the page, and then there is a card.
  await expect(host.frame().getByRole('dialog')).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toHaveLength(1);
});

test('[SH-095] leaves a click with a modifier key to the browser', async ({ host, page, context }) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  const opened = context.waitForEvent('page');
  await link(page, 'contact').click({ modifiers: ['ControlOrMeta'] });
  await (await opened).waitForURL(/\/contact$/);
  // A pop-up may be there on a slow machine.
  await expect(host.frame().getByRole('dialog', { name: 'Contact' })).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-095][SH-087] handles a link that is added later', async ({ host, page }) => {
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => {
    const added = document.createElement('a');
    added.href = '/booking';
    added.dataset.contactLink = 'contact-link';
    added.textContent = 'Added';
    document.querySelector('h1')?.after(added);
  });
  await expect(link(page, 'contact-link')).toHaveText("Let's talk");
  await link(page, 'contact-link').click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
});

test('[SH-086][SH-090] leaves the click to the page when it has used the element of a link for another one', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await expect(link(page, 'contact')).toHaveText("Let's talk");
  await link(page, 'contact').evaluate((element: HTMLAnchorElement) => {
    element.href = '/pricing';
    element.textContent = 'Pricing';
    delete element.dataset.contactLink;
  });
  await page.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('[SH-086][SH-087][SH-092] handles a link as what the page has made of it', async ({ host, page }) => {
  await host.open('/plain');
  await expect(link(page, 'contact')).toHaveText("Let's talk");
  const element = page.locator('a').filter({ hasText: "Let's talk" });
  const handle = await element.elementHandle();
  await test.step('another kind', async () => {
    await handle?.evaluate((changed) => changed.setAttribute('data-contact-link', 'phone'));
    await expect(link(page, 'phone')).toHaveText('Call us');
  });
  await test.step('an ordinary link', async () => {
    await handle?.evaluate((changed: HTMLAnchorElement) => {
      delete changed.dataset.contactLink;
      changed.href = '#top';
      changed.textContent = 'Top';
    });
    await page.getByRole('link', { name: 'Top' }).click();
    await expect(page).toHaveURL(/#top$/);
    await expect(host.iframe()).toBeHidden();
  });
  await test.step('a contact link again', async () => {
    await handle?.evaluate((changed) => changed.setAttribute('data-contact-link', 'contact'));
    await expect(link(page, 'contact')).toHaveText("Let's talk");
    await link(page, 'contact').click();
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  });
});

test('[SH-086][SH-092] takes the click on a link that the page has removed and put back', async ({ host, page }) => {
  await host.open('/plain');
  await expect(link(page, 'contact')).toHaveText("Let's talk");
  const element = await link(page, 'contact').elementHandle();
  await element?.evaluate((removed) => removed.remove());
  // By now, the widget has seen the page without it.
  await page.evaluate(() => {
    const second = Object.assign(document.createElement('a'), { href: '/booking', textContent: 'Second' });
    second.dataset.contactLink = 'phone';
    document.querySelector('h1')?.after(second);
  });
  await expect(link(page, 'phone')).toHaveText('Call us');
  await element?.evaluate((removed) => document.querySelector('h1')?.after(removed));
  await link(page, 'contact').click();
  await expect(host.frame().getByRole('dialog').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/plain');
});

test('[SH-086][SH-012] ignores links in the page’s shadow roots, and restores all texts at the end', {
  tag: '@core',
}, async ({ host, page }) => {
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
  // A later link of the page has its text, so the other one was skipped.
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

test('[SH-016][SH-086] reads links from an attribute that the page chooses', async ({ host, page }) => {
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

test('[SH-077] makes no lookup, shows no pill and changes no links for the focus area no-contact-module', async ({
  host,
  page,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'no-contact-module' } });
  await expect(host.iframe()).toBeAttached();
  // Nor does it open an empty pane when the page asks for one.
  await page.evaluate(() => window.postMessage('cm-open', location.origin));
  // By now, the frame has handled what the page did after that.
  await host.changeAddress();
  await expect(host.iframe()).toBeHidden();
  await expect(host.pill()).toBeHidden();
  expect(await sandbox.requests('/contact')).toHaveLength(0);
  await expect(link(page, 'contact')).toHaveText('Contact us');
  await link(page, 'contact').click();
  await expect(page).toHaveURL(/\/contact$/);
});
