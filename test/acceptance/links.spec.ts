import { log } from '../browser/chatSteps.ts';
import { expect, hold, test } from '../browser/fixtures.ts';
import { answerContact, block, given, noteEvents, sees, when } from './steps.ts';

test('[SC-002][SH-086][SH-087][SH-089][F-SC4][F-SH21] shell 15, 89, 90, 91, 92: contact links of each kind get their words in the page’s language, and other links keep theirs', async ({
  host,
  page,
}) => {
  await given('a German page with links of all kinds', () => host.open('/all-link-kinds', { page: { lang: 'de-DE' } }));
  await sees('the German words, also of the text-only kinds', async () => {
    for (const [kind, words] of [
      ['chat', 'Chat starten'],
      ['contact', 'Sprechen Sie mit uns'],
      ['email', 'E-Mail schreiben'],
      ['phone', 'Anrufen'],
      ['scheduler', 'Termin buchen'],
    ] as const)
      for (const name of [kind, `${kind}-link`, `${kind}-text`])
        await expect(page.locator(`a[data-contact-link="${name}"]`).first()).toHaveText(words);
    const known = /^(chat|contact|email|phone|scheduler)(-link|-text)?$/;
    const all = await page
      .locator('a[data-contact-link]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('data-contact-link') ?? '', link.textContent]));
    const others = all.filter(([kind]) => !known.test(kind ?? ''));
    expect(others.length).toBeGreaterThan(0);
    const german = /^(Chat starten|Sprechen Sie mit uns|E-Mail schreiben|Anrufen|Termin buchen)$/;
    expect(others.filter(([, words]) => german.test(words ?? ''))).toEqual([]);
  });
  for (const kind of ['contact-text', 'scheduler-text']) {
    const link = page.locator(`a[data-contact-link=${kind}]`).first();
    const address = await link.getAttribute('href');
    await when(`the visitor presses the ${kind} link`, () => link.click());
    await sees('the page where it leads', () =>
      expect(page).toHaveURL(new RegExp(`${address?.replace(/[?.]/g, '\\$&')}$`)),
    );
    await given('the page with the links again', async () => {
      await page.goBack();
      await expect(host.pill()).toBeVisible();
    });
  }
});

test('[CH-206][SH-064][SH-088] shell 93, 242; chat 67: an experiment gives links, header and scheduler their sales words', async ({
  host,
  page,
}) => {
  const names = 'header_sales_wording:sales,scheduler_first_question:expert,button_sales_wording:sales';
  await given('a page whose address names the variations', () =>
    host.open('/all-link-kinds', { query: { 'cm-experiments': names } }),
  );
  await host.hoverPill();
  await sees('"Call sales", "Email sales" and "Chat with sales"', async () => {
    for (const [kind, words] of [
      ['phone', 'Call sales'],
      ['email', 'Email sales'],
      ['chat', 'Chat with sales'],
    ] as const)
      await expect(page.locator(`a[data-contact-link="${kind}"]`).first()).toHaveText(words);
  });
  const pane = await when('the visitor opens the scheduler’s entry', async () => {
    const open = await host.openPane();
    await block(open, 'scheduler').getByRole('button').first().click();
    return open;
  });
  await sees('the other header and the other question', async () => {
    await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Talk to sales');
    await expect(block(pane, 'scheduler')).toContainText('Pick a time to talk with an expert');
  });
  await when('they choose German', async () => {
    await pane.getByRole('button', { name: 'Change' }).click();
    await expect(pane.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('GERM');
    await expect(pane.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
  });
  await sees('the German words of the same variations', async () => {
    await expect(pane.getByRole('heading', { level: 1 })).toHaveText('Mit dem Vertrieb sprechen');
    await expect(pane.getByText('Pick a time to talk with an expert')).toHaveCount(0);
  });
});

test('[SH-091] shell 142: a press during the lookup opens the pane once it has answered', async ({
  host,
  page,
  sandbox,
}) => {
  const shown = await noteEvents(page, 'cm-pane-shown');
  const lookup = await hold(page, `${sandbox.servicesUrl}/contact/lookup/*`);
  await given('a page whose lookup takes its time', async () => {
    await host.open('/plain');
    await lookup.asked;
  });
  await when('the visitor presses a contact link twice', async () => {
    await page.locator('a[data-contact-link=contact]').click();
    await page.locator('a[data-contact-link=contact]').click();
  });
  await sees('nothing yet', () => expect(host.iframe()).toBeHidden());
  await when('the lookup answers', () => lookup.release());
  await sees('the pane, and the same page', async () => {
    await expect(host.frame().getByRole('dialog').first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/plain');
    await expect.poll(shown).toHaveLength(1);
  });
  await when('the visitor presses Escape', async () => {
    await page.keyboard.press('Escape');
    await host.changeAddress();
  });
  await sees('no pane, which was shown once', async () => {
    // The press may have scrolled the page, and then there is a card.
    await expect(host.frame().getByRole('dialog')).toBeHidden();
    expect(await shown()).toHaveLength(1);
  });
});

test('[SH-094] shell 149, 234: a chat link opens the pane 400 ms after the press, with the chat', async ({
  host,
  page,
}) => {
  await given('a page with a chat link, whose pane was open before', async () => {
    await host.open('/all-link-kinds');
    await host.openPane();
    await expect(block(host.frame(), 'chat')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(host.iframe()).toBeHidden();
  });
  const waited = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressedMs = 0;
        document.addEventListener('click', () => (pressedMs = performance.now()), true);
        document.addEventListener('cm-pane-shown', () => resolve(performance.now() - pressedMs));
      }),
  );
  await when('the visitor presses it', () => page.locator('a[data-contact-link=chat]').click());
  await sees('the pane after 400 ms, and the chat in it', async () => {
    expect(await waited).toBeGreaterThan(390);
    await expect(log(host.frame())).toBeVisible();
  });
});

test('shell 144, 146, 147, 148: an email link opens the bundle’s address, a scheduler link the scheduler that it names, a contact link the pane, and so does a link for which there is nothing', async ({
  host,
  page,
  sandbox,
}) => {
  const pressed = (kind: string) => async () => {
    await expect(page.locator(`a[data-contact-link=${kind}]`)).not.toHaveText(/^(email|contact|phone)$/);
    await page.locator(`a[data-contact-link=${kind}]`).click();
  };
  const answer = (url: string) => async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await answerContact(page, (bundle) => {
      bundle.emailInformation = url ? [{ purpose: '(default)', url, linkText: 'Write' }] : [];
      bundle.phoneInformation = [];
    });
    await host.open('/all-link-kinds');
    await expect(host.pill()).toBeVisible();
  };
  await given('a bundle with the address of a page for emails', answer(`${sandbox.hostUrl}/contact?by=email`));
  await when('the visitor presses an email link', pressed('email'));
  await sees('that page', () => expect(page).toHaveURL(/\/contact\?by=email$/));
  await given('a bundle without email and phone', answer(''));
  for (const kind of ['contact', 'email', 'phone']) {
    await when(`the visitor presses the ${kind} link`, pressed(kind));
    await sees('the pane, on the same page', async () => {
      await expect(host.frame().getByRole('dialog').first()).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/all-link-kinds');
      await host.frame().getByRole('button', { name: 'Minimize' }).click();
      await expect(host.iframe()).toBeHidden();
    });
  }
  await page.unrouteAll({ behavior: 'wait' });
  const back = host.frame().getByRole('button', { name: 'Back to all contact options' });
  await given('a page with scheduler links', () => host.open('/all-link-kinds'));
  const link = page.locator('a[data-contact-link=scheduler]').first();
  await expect(link).toHaveText('Book a call');
  await when('the visitor presses one without a name', () => link.click());
  await sees('the scheduler', async () => {
    await expect(back).toBeVisible();
    await host.frame().getByRole('button', { name: 'Minimize' }).click();
    await expect(host.iframe()).toBeHidden();
  });
  await when('they press one that names focus area, purpose and expert', () =>
    page.locator('a[data-contact-link=scheduler][data-resource=expert-1]').click(),
  );
  await sees('a lookup with all three, and the scheduler', async () => {
    const bodies = async () => (await sandbox.requests('/contact/lookup')).map(({ query }) => String(query.body));
    await expect
      .poll(async () =>
        (await bodies()).some((body) => ['"data"', 'demo', 'expert-1'].every((part) => body.includes(part))),
      )
      .toBe(true);
    await expect(back).toBeVisible();
  });
});
