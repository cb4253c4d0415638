import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const link = (page: Page, kind: string) => page.locator(`a[data-contact-link="${kind}"]`);

test('[SH-052][SH-092][SH-086][SH-012] moves the focus from a contact link into the pane and back, ignores links in shadow roots, and restores all texts at the end', {
  tag: '@core',
}, async ({ host, page }) => {
  await host.open('/plain');
  await test.step('[SH-052][SH-092] moves the focus from a contact link into the pane, and back afterwards', async () => {
    await expect(host.pill()).toBeVisible();
    await link(page, 'contact').press('Enter');
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    await expect(host.frame().locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(host.iframe()).toBeHidden();
    await expect(link(page, 'contact')).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/plain');
  });
  await test.step('[SH-052] moves the focus to the pill if the menu around the link has closed, or the page has removed the link', async () => {
    await page.evaluate(() => {
      const menu = document.createElement('nav');
      menu.innerHTML = '<a id="in-menu" href="/chat" data-contact-link="contact">Ask</a>';
      menu.addEventListener('click', () => {
        menu.style.display = 'none';
      });
      document.body.append(menu);
    });
    await page.locator('#in-menu').press('Enter');
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    await expect(host.frame().locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(host.iframe()).toBeHidden();
    await expect(host.pill()).toBeFocused();
    await page.locator('#in-menu').evaluate((inMenu) => inMenu.parentElement?.remove());
  });
  await test.step('[SH-086][SH-012] ignores links in the page’s shadow roots, and restores all texts at the end', async () => {
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

test('[SH-086][SH-087][SH-092][SH-089][F-SH1] handles a link as what the page has made of it, and a text inside another element as its own', async ({
  host,
  page,
}) => {
  await host.open('/plain');
  await test.step('[SH-086][SH-087][SH-092] handles a link as what the page has made of it', async () => {
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
      await page.evaluate(() => window.postMessage('cm-close', location.origin));
      await expect(host.iframe()).toBeHidden();
    });
    await test.step('a link that the page has removed and put back', async () => {
      await handle?.evaluate((removed: HTMLAnchorElement) => {
        removed.href = '/booking';
        removed.remove();
      });
      // By now, the widget has seen the page without it.
      await page.evaluate(() => {
        const second = Object.assign(document.createElement('a'), { href: '/booking', textContent: 'Second' });
        second.dataset.contactLink = 'phone';
        document.querySelector('h1')?.after(second);
      });
      await expect(link(page, 'phone')).toHaveText('Call us');
      await handle?.evaluate((removed) => document.querySelector('h1')?.after(removed));
      await link(page, 'contact').click();
      await expect(host.frame().getByRole('dialog').first()).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/plain');
    });
  });
  await test.step('[SH-089][F-SH1] words a text inside another element: a click stays the page’s in an ordinary link or button, and is a click on a contact link', async () => {
    await page.evaluate(() => window.postMessage('cm-close', location.origin));
    await expect(host.iframe()).toBeHidden();
    await addText(page, 'in-a', 'contact-text', 'a');
    await addText(page, 'in-button', 'contact-text', 'button');
    for (const id of ['#in-button', '#in-a']) await expect(page.locator(id)).toHaveText("Let's talk");
    await page.locator('#in-button').click();
    await expect(page.locator('body')).toHaveAttribute('data-pressed');
    await host.changeAddress();
    // The click may have scrolled the page, and then there is a card.
    await expect(host.frame().getByRole('dialog')).toBeHidden();
    await addText(page, 'in-contact', 'chat-text', 'a', 'contact');
    await expect(page.locator('#in-contact')).toHaveText('Chat with us');
    await page.locator('#in-contact').click();
    await expect(host.frame().getByRole('dialog', { name: 'Contact' })).toBeVisible();
    await expect(page).not.toHaveURL(/\/pricing$/);
    await page.evaluate(() => window.postMessage('cm-close', location.origin));
    await expect(host.iframe()).toBeHidden();
    await page.locator('#in-a').click();
    await expect(page).toHaveURL(/\/pricing$/);
  });
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
