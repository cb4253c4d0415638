import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { everyNth, sampleOf } from './sample.ts';
import {
  askAndSuggest,
  callsOf,
  entryOf,
  field,
  openFromMenu,
  pickAndFill,
  proceed,
  readNotice,
  slots,
  submit,
  texts,
} from './schedulerSteps.ts';

/** What follows the press of the button that books: errors, a time that is gone, a booked call, a moved one, a cancelled one. */

const { attrs } = texts.en;
const summary = (pane: FrameLocator) => pane.getByRole('status').filter({ hasText: 'Please check these fields:' });

async function bookOne(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await askAndSuggest(pane, texts.en);
  await pickAndFill(pane, texts.en);
  await pressGuarded(submit(pane));
  await expect(pane.getByRole('heading', { name: texts.en.booked })).toBeFocused();
  return pane;
}

const sizes = [
  [375, 740],
  [1280, 800],
] as const;
const contact = [
  ['phoneNumber', texts.en.phone],
  ['email', 'amelie@fjordfreight.com'],
  ['company', 'Fjord Freight'],
  ['lastName', 'Okonkwo'],
  ['firstName', 'Amélie'],
] as const;

for (const [width, height] of sampleOf(sizes, everyNth(4))) {
  test(`[SC-089][SC-090][SC-145][SC-160][F-SC28] leads from the name of each error to its field, which no alert covers, from ${width} px on`, async ({
    page,
    host,
    sandbox,
    checkAxe,
  }) => {
    await page.setViewportSize({ width, height });
    await host.open('/plain', { attrs });
    const pane = await openFromMenu(host);
    await askAndSuggest(pane, texts.en);
    await slots(pane).nth(1).check();
    await proceed(pane).click();
    await readNotice(pane);
    await test.step('[SC-089][SC-090][F-SC28] names every error beside the button, and each name leads to its field', async () => {
      await expect(summary(pane)).toHaveCount(0);
      await pressGuarded(submit(pane));
      await expect(field(pane, 'firstName')).toBeFocused();
      await expect(summary(pane)).toBeInViewport({ ratio: 1 });
      await expect(submit(pane)).toBeInViewport({ ratio: 1 });
      const names = ['First name', 'Last name', 'Company', 'Email', 'Phone number'];
      await expect(summary(pane).getByRole('button')).toHaveText(names);
      expect(await checkAxe()).toEqual([]);
      for (const [name, value] of contact) {
        await summary(pane).getByRole('button').last().press('Enter');
        const input = field(pane, name);
        await expect(input).toBeFocused();
        // The field is in view, and not behind the bar.
        await expect.poll(() => input.evaluate(isOnTop)).toBe(true);
        await page.keyboard.type(value);
        names.pop();
        await expect(summary(pane).getByRole('button')).toHaveText(names);
      }
      await expect(summary(pane)).toHaveCount(0);
    });
    await test.step('[SC-145][SC-160] shows the focused field beside the alert of a failed booking and the names of wrong fields, at 375 and 320 px', async () => {
      await sandbox.rules({ method: 'POST', path: '/v2/appointments/', status: 500, times: 1 });
      await pressGuarded(submit(pane));
      await expect(pane.getByRole('alert')).toContainText('(SCH02)');
      const backThroughFields = async (): Promise<void> => {
        for (const [narrow, low] of [
          [375, 740],
          [320, 568],
        ] as const) {
          await page.setViewportSize({ width: narrow, height: low });
          await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(narrow);
          await submit(pane).focus();
          for (const [name] of contact) {
            const input = field(pane, name);
            for (let presses = 0; presses < 9 && !(await input.evaluate((one) => one.matches(':focus'))); presses += 1)
              await page.keyboard.press('Shift+Tab');
            await expect(input).toBeFocused();
            expect.soft(await input.evaluate(isOnTop), `${name} at ${narrow} px`).toBe(true);
          }
        }
      };
      await backThroughFields();
      for (const [name] of contact) await field(pane, name).fill('');
      await submit(pane).press('Enter');
      await expect(summary(pane)).toBeVisible();
      await backThroughFields();
    });
    await test.step('[SC-090] books once the fields are right', async () => {
      for (const [name, value] of contact) await field(pane, name).fill(value);
      await expect(summary(pane)).toHaveCount(0);
      await readNotice(pane);
      await pressGuarded(submit(pane));
      await expect(pane.getByRole('heading', { name: texts.en.booked })).toBeFocused();
    });
  });
}

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}

test('[SC-106][F-SC29] returns to the calendar, offers the free times next to one that was taken, and one press returns to the button that books', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await askAndSuggest(pane, texts.en);
  // Somebody else books the time a moment earlier.
  let taken = '';
  await page.route(`${sandbox.servicesUrl}/v2/appointments/`, async (route) => {
    if (taken === '' && route.request().method() === 'POST') {
      taken = (route.request().postDataJSON() as { startDateTime: string }).startDateTime;
      await sandbox.command('scheduler', { taken: [taken] });
    }
    await route.continue();
  });
  await pickAndFill(pane, texts.en, 2);
  const wanted = (await pane.locator('[data-next]').textContent())?.replaceAll('\u00a0', ' ').split(' · ')[1];
  await pressGuarded(submit(pane));
  // Nothing else is wrong: the visitor has not forgotten to choose a time.
  await expect(pane.getByRole('alert')).toHaveText(/^That time was just taken\. Please choose another\./);
  await expect(pane.getByRole('alert')).toBeInViewport();
  await expect(pane.getByRole('grid')).toBeVisible();
  await expect(pane.locator('input[name=scheduler-slot]:checked')).toHaveCount(0);
  await expect(pane.getByRole('button', { name: 'Day and time' })).toBeFocused();
  const near = pane.getByRole('group', { name: 'Free times nearby' }).getByRole('button');
  await expect(near).toHaveCount(4);
  await expect(near.first()).toBeInViewport({ ratio: 1 });
  const labels = (await near.allTextContents()).map((label) => label.replaceAll('\u00a0', ' '));
  expect(new Set(labels).size).toBe(4);
  for (const label of labels) {
    expect(label).toMatch(/^\w+, \w+ \d+ · \d+:\d\d [AP]M – \d+:\d\d [AP]M · GMT-\d$/);
    expect(label.split(' · ')[1]).not.toBe(wanted);
  }
  await near.nth(1).press('Enter');
  await expect(pane.getByRole('button', { name: 'Your details' })).toBeFocused();
  await expect(field(pane, 'company')).toHaveValue('Fjord Freight');
  await expect(pane.locator('[data-next]')).toContainText(labels[1] ?? '');
  await pressGuarded(submit(pane));
  await expect(pane.getByRole('heading', { name: texts.en.booked })).toBeFocused();
  const starts = (await callsOf(sandbox, '/v2/appointments/', 'POST')).map(
    ({ body }) => (body as { startDateTime: string }).startDateTime,
  );
  expect(starts).toHaveLength(2);
  expect(starts[0]).toBe(taken);
  expect(starts[1]).not.toBe(taken);
});

test('[SC-114][SC-115][SC-117][SC-123][SC-125][SC-150][F-SC6][F-SC24][F-SC25] a booked call is found by its copied link or its number, moved, cancelled with a reason, and kept up to date in the visitor’s own calendar', async ({
  page,
  host,
  sandbox,
}) => {
  const pane = await bookOne(host);
  const number = (await pane.getByText(/^NW-\d+$/).textContent()) ?? '';
  const timeOf = async (): Promise<string> =>
    (await pane.getByRole('term').filter({ hasText: 'When' }).locator('+ dd span').allTextContents()).join(' · ');
  await expect(pane.getByText(/^We sent a confirmation to .*amelie@fjordfreight\.com/)).toBeVisible();
  const first = await timeOf();
  const booked = await entryOf(page, number, () => pane.getByRole('button', { name: 'Add to calendar' }).click());
  expect(booked).toMatchObject({ METHOD: 'PUBLISH', STATUS: 'CONFIRMED' });

  await expect(pane.getByRole('link', { name: /Add to calendar: Google/ })).toHaveAttribute(
    'href',
    /dates=\d{8}T\d{6}Z/,
  );
  await test.step('[SC-115][SC-150][F-SC6] comes back by the link that was copied, and corrects a number that was not found', async () => {
    const frame = await host.frameHandle();
    await test.step('a link that cannot be copied is shown, selected and with the focus', async () => {
      await frame.evaluate(() => {
        document.execCommand = () => false;
      });
      const shown = pane.getByRole('textbox', { name: 'Copy link' });
      for (const _press of [1, 2]) {
        await pane.getByRole('button', { name: 'Copy link' }).click();
        await expect(shown).toBeFocused();
        await expect(shown).toHaveValue(/cm-scheduler-confirmation=NW-/);
        expect(await frame.evaluate(() => getSelection()?.toString())).toBe(await shown.inputValue());
      }
      await frame.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
    });
    await pane.getByRole('button', { name: 'Copy link' }).click();
    await pane.getByRole('button', { name: 'Book another call' }).click();
    // Paste shows what was copied.
    await pane.locator('textarea').fill('');
    await page.keyboard.press('ControlOrMeta+V');
    const link = await pane.locator('textarea').inputValue();
    expect(new URL(link).searchParams.get('cm-scheduler-confirmation')).toBe(number);

    await pane.getByRole('button', { name: 'Already booked?' }).click();
    const input = pane.getByRole('textbox', { name: 'Confirmation number' });
    await expect(input).toBeFocused();
    await input.fill('NW-000000');
    await input.press('Enter');
    await expect(pane.getByText('We could not find this call.')).toBeVisible();
    await expect(input).toHaveValue('NW-000000');
    await expect(input).not.toBeFocused();
    await input.fill(number);
    await input.press('Enter');
    await expect(pane.getByText(number, { exact: true })).toBeVisible();

    await page.goto(link);
    await expect(host.frame().getByText(number, { exact: true })).toBeVisible();
    await expect(host.frame().getByText('amelie@fjordfreight.com', { exact: true })).toBeVisible();
  });
  let second = '';
  let moved = booked;
  await test.step('[SC-123][F-SC24][F-SC25] announces a moved call with its times, and updates the calendar', async () => {
    await pane.getByRole('button', { name: texts.en.edit, exact: true }).click();
    await pane.getByRole('button', { name: /^Day and time/ }).click();
    await expect(pane.getByText('Current time', { exact: true })).toHaveCount(1);
    await slots(pane).last().check();
    await proceed(pane).click();
    await readNotice(pane);
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('heading', { name: texts.en.moved })).toBeFocused();
    await expect(pane.getByRole('status').filter({ hasText: /\S/ })).toHaveText(`Before: ${first}`);
    second = await timeOf();
    expect(second).not.toBe(first);
    moved = await entryOf(page, number, () => pane.getByRole('button', { name: 'Add to calendar' }).click());
    // The same entry, newer, at another time.
    expect(moved).toMatchObject({ METHOD: 'PUBLISH', STATUS: 'CONFIRMED', UID: booked.UID });
    expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(booked.SEQUENCE));
    expect(moved.DTSTART).not.toBe(booked.DTSTART);
  });
  await test.step('[SC-117][SC-123][SC-125] cancelling requires a reason and shows a failure; a cancelled call is announced with its time', async () => {
    await pane.getByRole('button', { name: texts.en.cancel }).click();
    await expect(pane.getByText(second)).toBeVisible();
    await pressGuarded(submit(pane));
    await expect(pane.getByText('Choose a reason.')).toBeVisible();
    await sandbox.rules({ method: 'DELETE', path: '/v2/appointments/', status: 500 });
    await pane.getByText('Other', { exact: true }).click();
    await pressGuarded(submit(pane));
    await expect(pane.getByText('Your call was not cancelled. Please try again.')).toBeVisible();
    expect(await callsOf(sandbox, '/v2/appointments/cancel/survey', 'POST')).toHaveLength(0);
    await pane.getByRole('button', { name: 'Never mind' }).click();
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    await sandbox.forgetRules();
    await pane.getByRole('button', { name: texts.en.cancel }).click();
    await pane.getByText(texts.en.reason).click();
    await pressGuarded(submit(pane));
    await expect(pane.getByRole('heading', { name: texts.en.cancelled })).toBeFocused();
    await expect(pane.getByRole('status').filter({ hasText: /\S/ })).toHaveText(`It was booked for ${second}.`);
    const cancelled = await entryOf(page, number, () =>
      pane.getByRole('button', { name: 'Remove it from your calendar' }).click(),
    );
    expect(cancelled).toMatchObject({
      METHOD: 'CANCEL',
      STATUS: 'CANCELLED',
      UID: booked.UID,
      DTSTART: moved.DTSTART,
    });
    expect(Number(cancelled.SEQUENCE)).toBeGreaterThan(Number(moved.SEQUENCE));
  });
});

test('[SC-018][SC-037][SH-104] a known visitor books a call in five actions, with five fields fewer than an unknown one', async ({
  page,
  host,
}) => {
  const known = {
    iui: 'u-1',
    signedin: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    company: 'Engines Ltd',
    email: 'ada@engines.com',
    phone: '+1 415 555 2671',
  };
  const ofKnown = await countActions(page, host, { contactWidgetUser: known });
  const ofStranger = await countActions(page, host, {});
  expect(ofKnown).toEqual({ presses: 4, typed: ['question'] });
  expect(ofStranger).toEqual({
    presses: 4,
    typed: ['question', 'firstName', 'lastName', 'company', 'email', 'phoneNumber'],
  });
});

/** Books a call, and types only what is empty. Counts the presses and the fields that were typed into, as the frame sees them. */
async function countActions(page: Page, host: HostPageHelper, globals: Readonly<Record<string, unknown>>) {
  await host.open('/plain', { attrs, globals });
  const pane = await openFromMenu(host);
  const html = pane.locator('html');
  await html.evaluate((root) => {
    root.dataset.presses = '0';
    root.dataset.typed = '';
    // A label passes its press on to the control that it names, which is one press.
    root.addEventListener('pointerdown', () => {
      root.dataset.presses = String(Number(root.dataset.presses) + 1);
    });
    root.addEventListener('change', ({ target }) => {
      const control = target as HTMLInputElement;
      const name = control.closest<HTMLElement>('[data-field]')?.dataset.field ?? '';
      if (name !== '' && control.type !== 'radio') root.dataset.typed += ` ${name}`;
    });
  });
  const type = async (name: string, value: string): Promise<void> => {
    const control = pane.locator(`[data-field=${name}] :is(input, textarea)`);
    await control.focus();
    if ((await control.inputValue()) === '') await page.keyboard.type(value);
  };
  await type('question', 'We have a question about nothing in particular.');
  await proceed(pane).click();
  await slots(pane).nth(1).check();
  await proceed(pane).click();
  await type('firstName', 'Ada');
  await type('lastName', 'Lovelace');
  await type('company', 'Engines Ltd');
  await type('email', 'ada@engines.com');
  await type('phoneNumber', '415 555 2671');
  await readNotice(pane);
  const { presses } = await html.evaluate((root) => ({ ...root.dataset }));
  // No person is as fast as the test, whose press may come too early and is then repeated. It counts as one.
  await pressGuarded(submit(pane));
  await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
  const { typed = '' } = await html.evaluate((root) => ({ ...root.dataset }));
  return { presses: Number(presses) + 1, typed: typed.trim().split(' ') };
}

test('[SC-072][SC-107][SC-115][SC-129][REL-29] outlives answers that are 30 s late: times, a booking and an appointment', async ({
  page,
  host,
  sandbox,
}) => {
  await page.clock.install();
  /** The service does what it is asked, and its answer does not come while the widget waits for it. */
  const isLate = (method: string, path: string) => sandbox.rules({ method, path, hang: 'after', times: 1 });
  const wait = async (method: string, path: string, before = 0): Promise<void> => {
    await expect.poll(async () => (await callsOf(sandbox, path, method)).length).toBeGreaterThan(before);
    await page.clock.fastForward(30_000);
  };
  // Without the times that come before the calendar opens.
  await sandbox.rules({ path: '/v2/scheduler/availability', status: 500 });
  await isLate('POST', '/v2/availability/lookup/');
  await host.open('/plain', { attrs });
  const pane = await openFromMenu(host);
  await pane.locator('textarea').fill('A question');
  await pane.locator('button[aria-controls$=CALENDAR]').click();
  await wait('POST', '/v2/availability/lookup/');
  await expect(pane.getByText('We could not load available times.')).toBeVisible();
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(slots(pane).first()).toBeVisible();

  await isLate('POST', '/v2/appointments/');
  await pickAndFill(pane, texts.en);
  await pressGuarded(submit(pane));
  await wait('POST', '/v2/appointments/');
  await expect(pane.getByRole('alert')).toContainText('We did not get an answer in time.');
  await pressGuarded(submit(pane));
  const number = (await pane.getByText(/^NW-\d+$/).textContent()) ?? '';
  const keys = (await callsOf(sandbox, '/v2/appointments/', 'POST')).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);

  await pane.getByRole('button', { name: 'Book another call' }).click();
  await pane.getByRole('button', { name: 'Already booked?' }).click();
  const details = `/v2/appointments/lookup/${number}`;
  const before = (await callsOf(sandbox, details, 'GET')).length;
  await isLate('GET', details);
  await pane.getByRole('textbox', { name: 'Confirmation number' }).fill(number);
  await page.keyboard.press('Enter');
  await wait('GET', details, before);
  await expect(pane.getByText('We cannot show this call right now.')).toBeVisible();
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(pane.getByText(number, { exact: true })).toBeVisible();
});
