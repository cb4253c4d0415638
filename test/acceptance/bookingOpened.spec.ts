import { expect, test } from '../browser/fixtures.ts';
import { openEntry } from '../browser/menuSteps.ts';
import { callsOf, cloud, headings, openFromMenu, questionOf } from './scheduler.ts';
import { answerContact, block, bodyOf, card, configure, given, sees, when } from './steps.ts';

test('[SC-002][SC-016][SC-159] scheduler 6, 12, 13, 18, 34: a page link opens the scheduler that it names, with its own texts and input', async ({
  host,
  page,
  sandbox,
}) => {
  await given('texts of the service for the default purpose only', () =>
    answerContact(page, (_, answer) => {
      const key = { purpose: '(default)', focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
      const textFragments = { scheduler: { title: 'Talk to an engineer' } };
      Object.assign(answer, { schedulerTextTranslations: [{ key, textFragments }] });
    }),
  );
  await given('a page with links to two schedulers', () => host.open('/all-link-kinds', cloud));
  await expect(host.pill()).toBeVisible();
  const link = page.locator('a[data-contact-link=scheduler]').first();
  const named = page.locator('a[data-contact-link=scheduler][data-purpose=demo]');
  const lookups = async () => (await sandbox.requests('/contact/lookup')).map((call) => bodyOf(call));
  const address = page.url();
  await when('the visitor presses the plain link', () => link.click());
  await sees('the configured scheduler with those texts, on the same page', async () => {
    await expect(questionOf(host)).toBeVisible();
    expect(page.url()).toBe(address);
    await expect(host.frame().getByRole('heading', { name: 'Talk to an engineer' })).toBeVisible();
    expect(JSON.stringify(await lookups())).not.toContain('demo');
  });
  await questionOf(host).fill('For the first');
  await when('they close it, and press the link with names', async () => {
    await host.frame().getByRole('button', { name: 'Close', exact: true }).click();
    await expect(host.iframe()).toBeHidden();
    await expect(link).toBeFocused();
    await named.click();
  });
  await sees('another scheduler, asked for by these names, without the input of the first', async () => {
    await expect(questionOf(host)).toHaveValue('');
    const asked = (await lookups()).find(({ schedulingInformationKey: key }) => JSON.stringify(key)?.includes('demo'));
    expect(JSON.stringify(asked)).toContain('"focusArea":"data"');
  });
  await when('they return to the first', async () => {
    await host.frame().getByRole('button', { name: 'Close', exact: true }).click();
    await link.click();
  });
  await sees('its input', () => expect(questionOf(host)).toHaveValue('For the first'));
  await given('an address that names the purpose', () =>
    host.open('/plain', { ...cloud, query: { 'cm-scheduler-form': 'true', 'cm-scheduler-purpose': 'demo' } }),
  );
  await sees('the form, asked for by that purpose', async () => {
    await expect(questionOf(host)).toBeVisible();
    expect((await lookups()).at(-1)?.schedulingInformationKey).toMatchObject({ purpose: 'demo' });
  });
});

test('[SC-001][SC-012] scheduler 5, 12: two menu entries open two schedulers, each with its own texts and input', async ({
  host,
  page,
}) => {
  await given('a company with two kinds of call', async () => {
    await answerContact(page, (bundle, answer) => {
      const [first = {}] = bundle.schedulingInformation as Record<string, unknown>[];
      bundle.schedulingInformation = [first, { ...first, purpose: 'training' }];
      const key = { focusArea: 'cloud', languageCode: 'en', regionCode: 'US' };
      const textsFor = (purpose: string, title: string) => ({
        key: { ...key, purpose },
        textFragments: { scheduler: { title } },
      });
      const schedulerTextTranslations = [
        textsFor('(default)', 'Talk to sales'),
        textsFor('training', 'Plan a training'),
      ];
      Object.assign(answer, { schedulerTextTranslations });
    });
    await host.open('/plain', cloud);
  });
  const pane = await host.openPane();
  const entries = block(pane, 'scheduler');
  const openScheduler = async (at: number) =>
    (await openEntry(pane, 'scheduler', at)).getByRole('button').last().click();
  await sees('both in the menu', () => expect(entries).toHaveCount(2));
  await when('the visitor opens the second', () => openScheduler(1));
  await sees('the scheduler for a training', async () => {
    await expect(pane.getByRole('heading', { name: 'Plan a training' })).toBeVisible();
    await questionOf(host).fill('Twelve people');
  });
  await when('they go back, and open the first', async () => {
    await pane.getByRole('button', { name: 'Back to all contact options' }).click();
    await openScheduler(0);
  });
  await sees('the scheduler of sales, without that input', async () => {
    await expect(pane.getByRole('heading', { name: 'Talk to sales' })).toBeVisible();
    await expect(questionOf(host)).toHaveValue('');
  });
  await when('they return to the second', async () => {
    await pane.getByRole('button', { name: 'Back to all contact options' }).click();
    await openScheduler(1);
  });
  await sees('its input', () => expect(questionOf(host)).toHaveValue('Twelve people'));
});

test('[SC-006] scheduler 8, 59: when no chat can start, the invitation is for a call, and a click opens the form', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await given('a bot and a desk that do not answer', async () => {
    await sandbox.rules({ path: '/bot', status: 503 }, { path: '/api/account', status: 503 });
    await sandbox.command('outreach', { popUpTimeMs: 1_500 });
  });
  await given('a page', () => host.open('/plain', cloud));
  await sees('an invitation with the words of the scheduler', () =>
    expect(card(host)).toContainText('Book a free 30-minute call with an expert.'),
  );
  await when('the visitor presses it', () => card(host).getByRole('button', { name: 'Find a time' }).click());
  await sees('the form, and no invitation', async () => {
    await expect(card(host)).toBeHidden();
    await expect(questionOf(host)).toBeVisible();
  });
});

test('[SC-141][SC-142][SC-146][SC-149][SC-159] scheduler 9, 15, 19, 58, 96, 97: parameters of the address show the form, force an error, and name a missing scheduler', async ({
  host,
  page,
  sandbox,
}) => {
  const pane = host.frame();
  const query = { 'cm-scheduler-form': 'true', 'cm-scheduler-error': 'SCH05' };
  await given('an address with the form and an error code', () => host.open('/plain', { ...cloud, query }));
  await sees('the form with that code', async () => {
    await expect(questionOf(host)).toBeVisible();
    await expect(pane.getByRole('alert')).toContainText('(SCH05)');
  });
  await when('the visitor dismisses it', () => pane.getByRole('button', { name: 'Dismiss' }).click());
  await sees('the form alone', () => expect(pane.getByRole('alert')).toHaveCount(0));
  await given('the same address once more', () => host.open('/plain', { ...cloud, query }));
  await sees('the form without the focus', async () => {
    await expect(questionOf(host)).toBeVisible();
    await expect(pane.getByRole('alert')).toContainText('(SCH05)');
    await expect(pane.getByRole('heading', { name: 'Book a call' })).not.toBeFocused();
  });
  await when('the visitor writes', async () => {
    await questionOf(host).click();
    await page.keyboard.type('Typed where the focus is');
  });
  await sees('the text', async () => {
    await expect(questionOf(host)).toHaveValue('Typed where the focus is');
    await expect(questionOf(host)).toBeFocused();
  });
  await sandbox.command('contact', { without: ['scheduling'] });
  await given('a page without a scheduler', () =>
    host.open('/plain', { ...cloud, query: { 'cm-scheduler-form': 'true' } }),
  );
  await sees('that booking is not available, and no form', async () => {
    await expect(pane.getByText('Booking is not available on this page.')).toBeVisible();
    await expect(questionOf(host)).toHaveCount(0);
  });
});

test('[SC-003][SC-007][SC-008] scheduler 10: an entry with a clientURL opens it in a new tab, and no screen', async ({
  host,
  page,
}) => {
  await given('an area that books elsewhere', () => host.open('/plain', { attrs: { 'data-focus-area': 'security' } }));
  const pane = await host.openPane();
  const entry = await openEntry(pane, 'scheduler');
  const popup = page.waitForEvent('popup');
  await when('the visitor opens the scheduler', () => entry.getByRole('button').last().click());
  await sees('that address in a tab, and no form', async () => {
    expect((await popup).url()).toContain('/booking?about=security');
    expect(await (await popup).evaluate(() => window.opener)).toBeNull();
    await expect(questionOf(host)).toHaveCount(0);
  });
  const link = page.locator('[data-contact-link=scheduler]').first();
  await given('a link that names the area from the start', async () => {
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        document.querySelector('[data-contact-link=scheduler]')?.setAttribute('data-focus-area', 'security'),
      ),
    );
    await host.open('/all-link-kinds', cloud);
    // The page's own pill is there before the frame: the widget takes the link once it has its text and the frame the page's language.
    await expect(link).not.toHaveText('scheduler default');
    await expect(host.frame().locator('html')).toHaveAttribute('lang', 'en-US');
  });
  for (const press of ['once', 'a second time']) {
    const again = page.waitForEvent('popup');
    await when(`the visitor presses it ${press}`, () => link.click());
    await sees('that address in a tab, and no pane', async () => {
      expect((await again).url()).toContain('/booking?about=security');
      await page.bringToFront();
      await expect(host.iframe()).toBeHidden();
    });
  }
});

test('[SC-015] scheduler 76, 98: a page that is not for sales switches the scheduler off, and a missing one is only logged', async ({
  host,
  page,
  sandbox,
  problems,
}) => {
  await configure(page, { nonSalesHosts: [new URL(sandbox.hostUrl).hostname] });
  await given('a support page that switches it off', () =>
    host.open('/all-link-kinds', { ...cloud, globals: { contactWidgetConfig: { switchOff: { scheduler: true } } } }),
  );
  await expect(host.pill()).toBeVisible();
  await when('the visitor presses a link to it', () => page.locator('[data-contact-link=scheduler]').first().click());
  await sees('the menu without it', async () => {
    await expect(block(host.frame(), 'email')).toBeVisible();
    await expect(block(host.frame(), 'scheduler')).toHaveCount(0);
    await expect(questionOf(host)).toHaveCount(0);
    expect(problems.consoleErrors).toEqual([]);
  });
  // What the address asks for is opened before the experiments are set up.
  const isSetUp = page.waitForRequest(/\/experiments\/datafile/);
  await given('an address that asks for the form', () =>
    host.open('/all-link-kinds', {
      ...cloud,
      globals: { contactWidgetConfig: { switchOff: { scheduler: true } } },
      query: { 'cm-scheduler-form': 'true' },
    }),
  );
  await when('the visitor opens the pane', () => host.openPane());
  await sees('the menu', async () => {
    await expect(block(host.frame(), 'email')).toBeVisible();
    await isSetUp;
    await expect(questionOf(host)).toHaveCount(0);
  });
});

test('[SC-158] scheduler 2, 105, 106: a signed-in visitor on a phone has the same form, in full size, with the words of an experiment', async ({
  host,
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await given('a signed-in visitor, and an address that names the variation', () =>
    host.open('/plain', {
      ...cloud,
      query: { 'cm-experiments': 'scheduler_first_question:expert' },
      globals: { contactWidgetUser: { signedin: true, iui: 'nw-ada', firstName: 'Ada' } },
    }),
  );
  await host.hoverPill();
  const pane = await when('they open the scheduler', () => openFromMenu(host));
  await sees('the other prompt, the same sections, and the whole window', async () => {
    await expect(pane.getByText('Pick a time to talk with an expert').last()).toBeVisible();
    expect(await headings(pane)).toEqual(['Your question (open)', 'Day and time', 'Your detailsAda']);
    await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(768);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    expect(await callsOf(sandbox, 'POST', '/v2/appointments/')).toEqual([]);
  });
  await when('the page is a pixel wider', () => page.setViewportSize({ width: 769, height: 800 }));
  await sees('the scheduler beside the page', () =>
    expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(737),
  );
});
