import { expect, test } from '../browser/fixtures.ts';
import { askAndSuggest, field, openFromMenu, proceed, slots, texts } from '../browser/schedulerSteps.ts';
import { answerContact, block, bodyOf, given, sees, tell, when } from './steps.ts';

test('[SH-066][SH-068][SH-070][SH-071][SH-072][SH-073] shell 13, 51, 52, 53, 54, 56, 57, 58, 59, 60, 61: the visitor finds another location in a list that can be searched, by keyboard', async ({
  checkAxe,
  host,
  page,
  sandbox,
}) => {
  const lookups = async () =>
    (await sandbox.requests('/contact/lookup')).filter(({ path }) => !path.includes('focus')).length;
  const pane = await given('a pane', async () => {
    await host.open('/plain');
    return host.openPane();
  });
  const change = pane.getByRole('button', { name: 'Change' });
  const search = pane.getByRole('combobox', { name: 'Search Dropdown Options' });
  const options = pane.getByRole('option');
  await sees('the current location', () => expect(pane.getByRole('dialog').first()).toContainText('United States'));
  await when('the visitor presses Change', () => change.click());
  await sees('a search field and the locations, the current one first', async () => {
    await expect(search).toBeFocused();
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(options.first()).toContainText('United States');
    await expect(options.first()).toContainText('English');
  });
  const highlighted = () => options.evaluateAll((all) => all.findIndex((one) => one.matches('[data-focused]')));
  await when('they press Down twice and Up once', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(highlighted).toBe(1);
    await page.keyboard.press('ArrowUp');
  });
  await sees('the highlight moving', () => expect.poll(highlighted).toBe(0));
  await when('they type, and press outside', async () => {
    await page.keyboard.type('jap');
    await expect(options).toHaveCount(1);
    await pane.getByRole('heading').first().click();
    await expect(options).toHaveCount(0);
    await change.click();
  });
  await sees('an empty search', () => expect(search).toHaveValue(''));
  await when('they search for what there is not', () => page.keyboard.type('zzzz'));
  await sees('that there is no match, and the list again without the text', async () => {
    await expect(pane.getByText('No results')).toBeVisible();
    expect(await checkAxe()).toEqual([]);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await expect(options.first()).toBeVisible();
    expect(await checkAxe()).toEqual([]);
  });
  await when('they press on the page', () => page.locator('h1').click({ position: { x: 5, y: 5 } }));
  await sees('the pane without the list', () => expect(options).toHaveCount(0));
  await change.press('Enter');
  await expect(search).toBeFocused();
  await when('they press Escape', () => page.keyboard.press('Escape'));
  await sees('the pane without the list', async () => {
    await expect(options).toHaveCount(0);
    await expect(change).toBeFocused();
  });
  const before = await lookups();
  await when('they choose the location that is selected already', async () => {
    await change.click();
    await expect(search).toBeFocused();
    await page.keyboard.type('United States');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(options).toHaveCount(0);
  });
  await when('they type a part of a name in capitals, and press Enter', async () => {
    await change.click();
    await page.keyboard.type('GERM');
    await expect(options).toHaveCount(1);
    await expect(search).toHaveAttribute('aria-activedescendant', /.+/);
    await page.keyboard.press('Enter');
  });
  await sees('the other location and its language, after one lookup', async () => {
    await expect(pane.getByRole('listbox')).toHaveCount(0);
    await expect(pane.locator('html')).toHaveAttribute('lang', 'de-DE');
    await expect(pane.getByRole('dialog').first()).toContainText('Deutschland');
    expect(await lookups()).toBe(before + 1);
  });
  await when('they open the list, and press Escape twice', async () => {
    await pane.getByRole('button', { name: 'Ändern' }).click();
    await expect(pane.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(pane.getByRole('dialog').first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await sees('no pane', () => expect(host.iframe()).toBeHidden());
});

test('shell 55, 63, 97, 104, 214: a location that the list does not have is not shown, and logged', async ({
  host,
  page,
  problems,
}) => {
  await given('a list without the bundle’s location', async () => {
    await page.route('**/contact/lookup/focus-area**', (route) => route.abort());
    await answerContact(page, (_, answer) => {
      answer.regionsAndLanguages = answer.regionsAndLanguages.filter(({ regionCode }) => regionCode !== 'US');
    });
    await host.open('/plain');
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the menu without a location, and an error in the console', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(pane.getByRole('button', { name: 'Change' })).toHaveCount(0);
    expect(problems.consoleErrors.some((line) => /location|region/i.test(line))).toBe(true);
  });
});

test('[SH-077] shell 98, 99, 100, 102, 206, 237; chat 217: the lookup names focus area and locale: that of the page, zh for zh-Hans, and en-US by default; the focus area of no contact module leaves page and links alone', async ({
  host,
  page,
  sandbox,
}) => {
  const keys = async () => {
    await expect(host.pill()).toBeVisible();
    const { contactInformationBundleKey, contactModuleTranslationKey } = bodyOf(
      (await sandbox.requests('/contact/lookup')).at(0),
    );
    return [contactInformationBundleKey, contactModuleTranslationKey];
  };
  for (const [lang, languageCode, regionCode] of [
    ['', 'en', 'US'],
    ['de-DE', 'de', 'DE'],
    ['zh-Hans', 'zh', 'CN'],
  ] as const) {
    await given(`a page in ${lang || 'no language'}`, async () => {
      await sandbox.reset();
      await host.open('/plain', { page: { lang }, attrs: { 'data-focus-area': 'data' } });
    });
    await sees('its key in the lookup, and keys that were asked for', async () => {
      const key = { focusArea: 'data', languageCode, regionCode };
      await expect.poll(async () => (await keys())[1]).toEqual(key);
      await expect.poll(async () => (await sandbox.requests('/contact/keys')).length).toBe(1);
    });
  }
  await page.goto('about:blank');
  await sandbox.reset();
  await given('a page with it', () => host.open('/plain', { attrs: { 'data-focus-area': 'no-contact-module' } }));
  await when('the page asks for a pane', async () => {
    await expect(host.iframe()).toBeAttached();
    await tell(page, 'cm-open');
    await page.waitForTimeout(1_500);
  });
  await sees('no pane, no pill, no lookup, and links that lead where they say', async () => {
    await expect(host.pill()).toBeHidden();
    await expect(host.iframe()).toBeHidden();
    expect(await sandbox.requests('/contact')).toEqual([]);
    await expect(page.locator('[data-contact-link=contact]')).toHaveText('Contact us');
    await page.locator('[data-contact-link=contact]').click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

test('[SH-084] shell 127, 128, 129, 141, 216: without an answer for the page, the visitor gets the page’s default links', async ({
  host,
  page,
  sandbox,
}) => {
  for (const [name, answer, sentence] of [
    [
      'an answer without a bundle',
      { body: { contactInformationBundles: [], regionsAndLanguages: [] } },
      'Contact options are not available for this page.',
    ],
    ['the answer 404', { status: 404, body: {} }, 'Contact options are not available for this page.'],
    ['no answer', { status: 503 }, 'We could not load our contact options. Use a link below or try again.'],
  ] as const) {
    await given(`a page with a default link, and ${name}`, async () => {
      await sandbox.forgetRules();
      await sandbox.rules({ path: '/contact/lookup', ...answer }, { path: '/older', ...answer });
      await host.open('/plain', { attrs: { 'data-default-contact': `${sandbox.hostUrl}/contact` } });
    });
    const pane = await when('the visitor opens the pane', () => host.openPane());
    await sees('why, and the link', async () => {
      await expect(pane.getByRole('alert')).toHaveText(sentence);
      await expect(pane.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
        'href',
        `${sandbox.hostUrl}/contact`,
      );
    });
    await when('the visitor presses a contact link of the page', () =>
      page.locator('[data-contact-link=contact]').click(),
    );
    await sees('where the link itself leads', () => expect(page).toHaveURL(/\/contact/));
  }
});

test('shell 238: a phone number has the country code +1 where the list of codes lacks the page’s country', async ({
  host,
  page,
}) => {
  const pane = await given('a list of country codes without that of the page', async () => {
    await answerContact(page, (_, answer) => {
      const { internationalDialing } = answer as {
        internationalDialing?: { internationalDialingCodes: DialingCode[] };
      };
      if (!internationalDialing) return;
      const codes = internationalDialing.internationalDialingCodes.filter(({ regionCode }) => regionCode !== 'GB');
      expect(codes.length).toBeGreaterThan(2);
      Object.assign(internationalDialing, { internationalDialingCodes: codes });
    });
    await host.open('/plain', { attrs: { ...texts.en.attrs, 'data-region-code': 'GB' } });
    return openFromMenu(host);
  });
  await when('the visitor comes to the form and types a number', async () => {
    await askAndSuggest(pane, texts.en);
    await slots(pane).nth(1).check();
    await proceed(pane).click();
    await field(pane, 'phoneNumber').fill('415 555 2671');
  });
  await sees('+1 before the number, and not +44', async () => {
    await expect(pane.getByText('We will call you at')).toContainText('+1');
    await expect(pane.locator('form')).not.toContainText('+44');
  });
});

interface DialingCode {
  readonly regionCode: string;
}
