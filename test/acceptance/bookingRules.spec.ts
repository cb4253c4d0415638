import { expect, test } from '../browser/fixtures.ts';
import { pressGuarded } from '../browser/guardedSteps.ts';
import { field, proceed, slots, submit } from '../browser/schedulerSteps.ts';
import {
  bookBefore,
  callsOf,
  cloud,
  entryOf,
  fillDetails,
  headings,
  offer,
  openCalendar,
  openFromMenu,
  section,
  shownTimes,
  slotAt,
  workingDay,
} from './scheduler.ts';
import { answerContact, given, sees, when } from './steps.ts';

test.use({ timezoneId: 'Asia/Kolkata' });

test('scheduler 28, 31, 33, 38, 66, 67, 68, 69, 70, 83, 84: days and times in the chosen zone, of the hours from 9 to 17, and the time of the call that is changed in its own zone only', async ({
  host,
  page,
  sandbox,
}) => {
  const day = workingDay();
  const at = (time: string) => slotAt(`${day}T${time}:00-05:00`);
  const late = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  await given('zones, of which none is preferred, provinces, and times before, in and after these hours', async () => {
    await answerContact(page, (bundle) =>
      Object.assign(entryOf(bundle), {
        appointmentTimeZones: 'America/New_York, America/Denver',
        appointmentTimeZonePreferred: 'NONE',
        stateOrProvinceNames: 'Ohio,Texas',
      }),
    );
    await offer(sandbox, at('08:30'), at('09:00'), at('17:30'), at('18:00'), slotAt(`${late}T07:00:00-05:00`));
  });
  await host.open('/plain', cloud);
  await when('a visitor opens the calendar', async () => {
    await openFromMenu(host);
    await openCalendar(host);
  });
  const pane = host.frame();
  await sees('the first zone, and the times from 9 to 17', async () => {
    await expect(pane.getByRole('button', { name: /Time zone/ })).toContainText('New York');
    expect(await shownTimes(pane)).toEqual(['9:00 AM', '5:30 PM']);
    await expect(pane.locator('td button[aria-disabled=false]')).toHaveCount(1);
  });
  await sees('what was asked of the service', async () => {
    const [first] = await callsOf(sandbox, 'GET', '/v2/scheduler/availability');
    const names = { regionCode: 'US', languageCode: 'en', focusArea: 'cloud', purpose: '(default)' };
    expect(first?.query).toEqual(names);
    const [lookup] = await callsOf(sandbox, 'POST', '/v2/availability/lookup/');
    expect(lookup?.body).toEqual({ ...names, clientTimezone: 'America/New_York', expertId: '' });
  });
  await when('they choose Denver', async () => {
    await pane.getByRole('button', { name: /Time zone/ }).click();
    await pane.getByRole('option', { name: /Denver/ }).click();
  });
  await sees('the same times two hours earlier', async () =>
    expect.poll(() => shownTimes(pane)).toEqual(['7:00 AM', '3:30 PM']),
  );
  await when('they open their details', () => section(pane, 'CONTACT_INFO').click());
  await sees('the first province', () =>
    expect(pane.getByRole('button', { name: /State or province/ })).toContainText('Ohio'),
  );
  await page.unrouteAll({ behavior: 'wait' });
  await sandbox.forgetRules();
  await given('a call at 7:00 in New York, and a time at 9:00', async () => {
    await answerContact(page, (bundle) =>
      Object.assign(entryOf(bundle), { appointmentTimeZones: 'America/New_York,America/Denver' }),
    );
    await offer(sandbox, slotAt(`${day}T09:00:00-05:00`));
  });
  const number = await bookBefore(sandbox, {
    startDateTime: `${day}T07:00:00-05:00`,
    endDateTime: `${day}T07:30:00-05:00`,
  });
  await host.open('/plain', { ...cloud, query: { 'cm-scheduler-confirmation': number } });
  await when('the visitor changes it', async () => {
    await pane.getByRole('button', { name: 'Change', exact: true }).click();
    await openCalendar(host);
  });
  await sees('both times', async () => expect.poll(() => shownTimes(pane)).toEqual(['7:00 AM', '9:00 AM']));
  await when('they choose another zone', async () => {
    await pane.getByRole('button', { name: /Time zone/ }).click();
    await pane.getByRole('option', { name: /Denver/ }).click();
  });
  await sees('the offered time alone', async () => expect.poll(() => shownTimes(pane)).toEqual(['7:00 AM']));
});

test('scheduler 29, 30, 36, 62, 63, 64, 65: a call is booked only with every field, and with addresses and numbers that can be', async ({
  host,
  page,
  sandbox,
}) => {
  await given('dialing codes, one with a translated name and one that is no country', () =>
    answerContact(page, (_, answer) => {
      const code = (internationalDialingCode: string, regionCode: string, regionName: string, more = {}) => ({
        ...{ type: 'Country', internationalDialingCode, regionCode, regionName, ...more },
      });
      Object.assign(answer, {
        internationalDialing: {
          internationalDialingCodes: [
            code('1', 'US', 'United States'),
            code('49', 'DE', 'Deutschland', { regionNameTranslation: 'Germany' }),
            code('43', 'AT', 'Austria'),
            code('881', 'XX', 'Satellite', { type: 'Network' }),
          ],
        },
      });
    }),
  );
  await host.open('/plain', cloud);
  const pane = await openFromMenu(host);
  const refused = async (name: string) => {
    await pressGuarded(submit(pane));
    await expect(field(pane, name)).toHaveAttribute('aria-invalid', 'true');
  };
  await when('a visitor fills in everything but spaces for the company', async () => {
    await pane.locator('textarea').fill('Forty servers');
    await openCalendar(host);
    await slots(pane).first().check();
    await proceed(pane).click();
    await fillDetails(pane, { company: '  ' });
  });
  await sees('that it is refused', () => refused('company'));
  await field(pane, 'company').fill('Fjord Freight');
  for (const address of ['amelie', 'amelie@fjord', 'amelie@fjord.zzzz', 'amelie@300.1.1.1']) {
    await when(`they write ${address}`, () => field(pane, 'email').fill(address));
    await sees('that it is refused', () => refused('email'));
  }
  await field(pane, 'email').fill('amelie@192.168.1.1:8080');
  for (const phone of ['115 555 2671', '415 155 2671', '415 555 267']) {
    await when(`they write ${phone} for the US`, () => field(pane, 'phoneNumber').fill(phone));
    await sees('that it is refused', () => refused('phoneNumber'));
  }
  await when('they open the dialing codes', () => pane.getByRole('button', { name: /Country code/ }).click());
  await sees('the countries in order, with code, name and region', async () => {
    await expect(pane.getByRole('option').first()).toBeVisible();
    const options = (await pane.getByRole('option').allTextContents()).map((text) => text.replace(/[⁦-⁩]/g, ''));
    expect(options.map((text) => text.match(/[A-Z][a-z]+/)?.[0])).toEqual(['Austria', 'Germany', 'United']);
    for (const part of ['+43', 'Austria', 'AT']) expect(options[0]).toContain(part);
  });
  await when('they choose Germany, and write letters', async () => {
    await pane.getByRole('option', { name: /Germany/ }).click();
    await field(pane, 'phoneNumber').fill('171 call');
  });
  await sees('that it is refused', () => refused('phoneNumber'));
  expect(await callsOf(sandbox, 'POST', '/v2/appointments/')).toEqual([]);
  await when('they write a number with spaces and hyphens', async () => {
    await field(pane, 'phoneNumber').fill('171 234-5678');
    await pressGuarded(submit(pane));
  });
  await sees('the booked call', async () => {
    await expect(pane.getByText(/^NW-\d+$/)).toBeVisible();
    const [call] = await callsOf(sandbox, 'POST', '/v2/appointments/');
    expect(call?.body).toMatchObject({ clientEmail: 'amelie@192.168.1.1:8080', clientDialingCountryCode: '+49' });
  });
});

test('[SC-157] scheduler 32, 103, 104: right to left and in its digits in Arabic, German in German, and English with its dates without a language', async ({
  host,
}) => {
  await given('a page in Arabic', () => host.open('/plain', { ...cloud, page: { lang: 'ar-SA' } }));
  await openFromMenu(host);
  const pane = await openCalendar(host);
  await sees('a calendar from right to left', async () => {
    await expect(pane.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(pane.getByRole('grid')).toContainText('١');
  });
  await when('the visitor opens their details', () => section(pane, 'CONTACT_INFO').click());
  await sees('address and number from left to right', async () => {
    for (const name of ['email', 'phoneNumber']) await expect(field(pane, name)).toHaveAttribute('dir', 'ltr');
  });
  await given('a page in German', () => host.open('/plain', { ...cloud, page: { lang: 'de-DE' } }));
  await openFromMenu(host);
  await openCalendar(host);
  await sees('German days', async () => {
    await expect(pane.locator('html')).toHaveAttribute('lang', 'de-DE');
    await expect(pane.getByRole('columnheader', { name: 'Mo' })).toBeVisible();
  });
  await given('a page in English', () => host.open('/plain', cloud));
  await openFromMenu(host);
  await openCalendar(host);
  await when('the visitor chooses a time', () => slots(pane).first().check());
  await sees('the day in short, the times with AM and PM, and the code +1', async () => {
    await expect(pane.locator('[data-next]').last()).toContainText(/^\w{3}, \w{3} \d+\s· \d+:\d\d\s[AP]M/);
    await section(pane, 'CONTACT_INFO').click();
    expect((await headings(pane)).join()).toMatch(/\w+day, \w+ \d+, \d{4}\s· \d+:\d\d\s[AP]M/);
    await expect(pane.getByRole('button', { name: /Country code/ })).toContainText('+1');
  });
});
