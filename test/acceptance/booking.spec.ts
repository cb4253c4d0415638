import { expect, hold, test } from '../browser/fixtures.ts';
import { pressGuarded } from '../browser/guardedSteps.ts';
import { field, proceed, slots, submit } from '../browser/schedulerSteps.ts';
import {
  addressOf,
  bookBefore,
  callsOf,
  cloud,
  fillDetails,
  headings,
  openCalendar,
  openFromMenu,
  section,
} from './scheduler.ts';
import { given, sees, when } from './steps.ts';

const bookedFields = [
  ...['cognitiveFilterIntent', 'expertId', 'clientTimezone', 'selectedExpert', 'startDateTime', 'endDateTime'],
  ...['clientFirstName', 'clientLastName', 'clientQuestion', 'clientCompany', 'clientPhone', 'clientEmail'],
  ...['stateOrProvince', 'focusArea', 'languageCode', 'regionCode', 'purpose', 'url', 'clientDialingCountryCode'],
  ...['productName', 'topic', 'ibmId', 'bluemixAnonId', 'uniquePageId', 'numberOfAttendees'],
];

test('[SC-093] scheduler 1, 2, 3, 5, 11, 14, 20, 21, 22, 23, 27, 37, 41, 43, 50, 52, 53, 74, 77, 85, 87, 90, 91, 102: a visitor books a call from the menu', async ({
  host,
  page,
  sandbox,
}) => {
  await given('a page', () => host.open('/plain', cloud));
  const address = await addressOf(page);
  const pane = await when('the visitor opens the scheduler from the menu', () => openFromMenu(host));
  await sees('a free call, and three sections with the question open', async () => {
    await expect(pane.getByText('Schedule a free 30-minute call to discuss your business needs.')).toBeVisible();
    expect(await headings(pane)).toEqual(['Your question (open)', 'Day and time', 'Your details']);
  });
  const message = await hold(page, /\/classifier\/v2\/message/);
  await when('they ask about a migration', async () => {
    await pane.locator('textarea').fill('We plan a migration of forty servers.');
    await proceed(pane).click();
  });
  message.release();
  await sees('a suggested topic, and the call that asked for it', async () => {
    await expect(pane.locator('[id$=COGNITIVE]')).toContainText('Migration');
    expect(await headings(pane)).toContain('Suggested topic (open)');
    const [call] = await callsOf(sandbox, 'POST', '/classifier/v2/message');
    expect(call?.body).toEqual({
      context: { product: 'cloud' },
      input: { text: 'We plan a migration of forty servers.' },
    });
  });
  await when('they agree', () => pane.getByRole('button', { name: 'Yes', exact: true }).click());
  await sees('the calendar, and the feedback sent', async () => {
    expect((await headings(pane)).filter((heading) => heading.includes('(open)'))).toEqual(['Day and time (open)']);
    await expect
      .poll(async () => (await callsOf(sandbox, 'POST', '/classifier/v2/feedback'))[0]?.body)
      .toMatchObject({
        isValid: true,
      });
  });
  await when('they choose a time and give their details', async () => {
    await slots(pane).nth(1).check();
    await proceed(pane).click();
    await fillDetails(pane);
  });
  const booking = await hold(page, /\/v2\/appointments\/$/);
  await when('they submit, with a double click', () => pressGuarded(submit(pane), 'dblclick'));
  await sees('that it is awaited', () =>
    expect(pane.getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible(),
  );
  booking.release();
  await sees('the details of the booked call', async () => {
    const number = (await pane.getByText(/^NW-\d+$/).textContent()) ?? '';
    for (const text of ['Amélie Okonkwo', 'Fjord Freight', 'amelie@fjordfreight.com', '+1 415 555 2671'])
      await expect(pane.getByText(text).first()).toBeVisible();
    await expect(pane.getByText('We plan a migration of forty servers.')).toBeVisible();
    await expect(pane.getByText(/\d:\d\d\s[AP]M\s–\s\d+:\d\d\s[AP]M/).first()).toBeVisible();
    await expect(pane.getByText(/Eastern Time/).first()).toBeVisible();
    const calls = await callsOf(sandbox, 'POST', '/v2/appointments/');
    expect(calls).toHaveLength(1);
    expect(Object.keys(calls[0]?.body as object).sort()).toEqual(bookedFields.toSorted());
    expect(calls[0]?.body).toMatchObject({ numberOfAttendees: 1, topic: 'Migration', clientCompany: 'Fjord Freight' });
    const [fetched] = await callsOf(sandbox, 'GET', `/v2/appointments/lookup/${number}`);
    expect(fetched?.body ?? '').toBe('');
    expect(await addressOf(page)).toEqual(address);
  });
});

test('[SC-122] scheduler 4, 16, 24, 42, 44, 49, 55, 56, 73, 75, 86, 88, 89, 93: a visitor returns with the number, changes the call and cancels it', async ({
  host,
  sandbox,
}) => {
  const number = await given('a call that is booked, with a phone as an older form wrote it', () =>
    bookBefore(sandbox, { clientPhone: '+49 (171) 234-5678' }),
  );
  await given('an address with its number', () =>
    host.open('/plain', { ...cloud, query: { 'cm-scheduler-confirmation': number } }),
  );
  const pane = host.frame();
  await sees('its details', async () => {
    await expect(pane.getByText(number, { exact: true })).toBeVisible();
    await expect(pane.getByText('Forty servers')).toBeVisible();
    await expect(pane.getByText('Mara Lindqvist')).toBeVisible();
  });
  await when('they change it', async () => {
    await pane.getByRole('button', { name: 'Change', exact: true }).click();
    await section(pane, 'CONTACT_INFO').click();
  });
  await sees('the code in its list, and the digits alone in the field', async () => {
    await expect(field(pane, 'phoneNumber')).toHaveValue('171 234-5678');
    await expect(pane.getByRole('button', { name: /Country code/ })).toContainText('+49');
  });
  await when('they choose another time, and submit', async () => {
    await openCalendar(host);
    await slots(pane).last().check();
    await proceed(pane).click();
    await fillDetails(pane, { phoneNumber: '171 2345678' });
    await pressGuarded(submit(pane));
  });
  await sees(
    'that it has moved, by an update and no second booking, with the same expert or that of the time',
    async () => {
      await expect(pane.getByRole('heading', { name: 'Your call has been moved' })).toBeVisible();
      const [update] = await callsOf(sandbox, 'PUT', `/v2/appointments/${number}`);
      expect(update?.body).toMatchObject({ clientQuestion: 'Forty servers', clientPhone: '+49 171 2345678' });
      expect(JSON.stringify(update?.body)).toMatch(/"expertId":"[a-z-]+"/);
    },
  );
  await when('they cancel', () => pane.getByRole('button', { name: 'Cancel call' }).click());
  await sees('a question for the reason, and one that can stay empty', async () => {
    await expect(pane.getByRole('group', { name: 'Why do you want to cancel?' })).toBeVisible();
    await expect(pane.getByRole('textbox', { name: /optional/ })).toBeVisible();
  });
  await when('they give a reason and a comment', async () => {
    await pane.getByText('The time no longer works').click();
    await pane.getByRole('textbox', { name: /optional/ }).fill('Sorry');
    await pressGuarded(submit(pane));
  });
  await sees('that it is cancelled, by a deletion and then the survey', async () => {
    await expect(pane.getByRole('heading', { name: 'Your call is cancelled' })).toBeVisible();
    expect(await callsOf(sandbox, 'DELETE', `/v2/appointments/${number}`)).toHaveLength(1);
    const [survey] = await callsOf(sandbox, 'POST', '/v2/appointments/cancel/survey');
    const reason = 'The time no longer works';
    expect(survey?.body).toEqual({ confirmationNumber: number, reason, comment: 'Sorry' });
  });
  await when('they close the pane, and open the scheduler again', async () => {
    await pane.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(host.iframe()).toBeHidden();
    await openFromMenu(host);
  });
  await sees('the form', () => expect(pane.locator('textarea')).toBeVisible());
});

test('scheduler 17, 25, 26: on a landing page the scheduler is the page, and confirms there what was cancelled', async ({
  host,
  sandbox,
}) => {
  const number = await given('a call that is booked', () => bookBefore(sandbox));
  await given('an address with its number, for a landing page', () =>
    host.open('/plain', {
      ...cloud,
      query: { 'cm-scheduler-confirmation': number, 'cm-scheduler-landing': 'true' },
    }),
  );
  const pane = host.frame();
  await sees('its details without a pill', async () => {
    await expect(pane.getByText(number, { exact: true })).toBeVisible();
    await expect(host.pill()).toBeHidden();
  });
  await when('they cancel it', async () => {
    await pane.getByRole('button', { name: 'Cancel call' }).click();
    await pane.getByText('The time no longer works').click();
    await pressGuarded(submit(pane));
  });
  await sees('the confirmation in its place', async () => {
    await expect(pane.getByRole('heading', { name: 'Your call is cancelled' })).toBeVisible();
    await expect(pane.getByRole('button', { name: 'Book a new call' })).toBeVisible();
  });
});
