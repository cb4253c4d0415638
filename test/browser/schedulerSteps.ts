import type { Download, FrameLocator, Locator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { openEntry } from './menuSteps.ts';

/** Steps shared by the scheduler's tests, and the texts they click in each language. */
export const texts = {
  en: {
    attrs: { 'data-focus-area': 'cloud' },
    question: 'We plan a migration of forty servers.',
    yes: 'Yes',
    phone: '415 555 2671',
    edit: 'Change',
    cancel: 'Cancel call',
    update: 'Change this call',
    reason: 'The time no longer works',
    bookNew: 'Book a new call',
    title: 'Book a call',
    booked: 'Your call is booked',
    change: 'Change your call',
    moved: 'Your call has been moved',
    cancelled: 'Your call is cancelled',
    close: 'Close',
    lastNameMissing: 'Enter your last name.',
  },
  ar: {
    attrs: { 'data-focus-area': 'cloud', 'data-language-code': 'ar', 'data-region-code': 'SA' },
    question: 'نريد الترحيل إلى السحابة',
    yes: 'نعم',
    phone: '50 123 4567',
    edit: 'تعديل',
    cancel: 'إلغاء المكالمة',
    update: 'تعديل هذه المكالمة',
    reason: 'لم يعد الوقت مناسبًا',
    bookNew: 'حجز مكالمة جديدة',
    title: 'حجز مكالمة',
    booked: 'تم حجز مكالمتك',
    change: 'تعديل مكالمتك',
    moved: 'تم تغيير موعد مكالمتك',
    cancelled: 'تم إلغاء مكالمتك',
    close: 'إغلاق',
    lastNameMissing: 'أدخل اسم عائلتك.',
  },
} as const;
export type Texts = {
  readonly [Key in keyof typeof texts.en]: Key extends 'attrs' ? Readonly<Record<string, string>> : string;
};

export async function openFromMenu(host: HostPageHelper): Promise<FrameLocator> {
  const pane = await host.openPane();
  await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
  await expect(pane.locator('textarea')).toBeVisible();
  return pane;
}

export const field = (pane: FrameLocator, name: string): Locator => pane.locator(`[data-field=${name}] input`);
export const slots = (pane: FrameLocator): Locator => pane.locator('input[name=scheduler-slot]');
export const submit = (pane: FrameLocator): Locator => pane.locator('button[type=submit]');
export const proceed = (pane: FrameLocator): Locator => pane.locator('[data-next] button').first();

export async function askAndSuggest(pane: FrameLocator, text: Texts): Promise<void> {
  await pane.locator('textarea').fill(text.question);
  await proceed(pane).click();
  await pane.getByRole('button', { name: text.yes, exact: true }).click();
  await expect(pane.getByRole('grid')).toBeVisible();
}

export async function pickAndFill(pane: FrameLocator, text: Texts, index = 1): Promise<void> {
  await slots(pane).nth(index).check();
  await proceed(pane).click();
  await fillContact(pane, text);
}

async function fillContact(pane: FrameLocator, text: Texts): Promise<void> {
  await field(pane, 'firstName').fill('Amélie');
  await field(pane, 'lastName').fill('Okonkwo');
  await field(pane, 'company').fill('Fjord Freight');
  await field(pane, 'email').fill('amelie@fjordfreight.com');
  await field(pane, 'phoneNumber').fill(text.phone);
  await readNotice(pane);
}

/** Brings the privacy notice into view, and waits until it counts as viewed. */
export async function readNotice(pane: FrameLocator): Promise<void> {
  const notice = pane.locator('[data-field=privacyViewed]');
  await notice.scrollIntoViewIfNeeded();
  // Observers are told in the order in which they were made, so the form's own is told before this one.
  await notice.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(
          (entries) => {
            if (!entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)) return;
            observer.disconnect();
            resolve();
          },
          { threshold: 0.5 },
        );
        observer.observe(element);
      }),
  );
}

export async function book(pane: FrameLocator, text: Texts): Promise<string> {
  await askAndSuggest(pane, text);
  await slots(pane).nth(1).check();
  await proceed(pane).click();
  await pressGuarded(submit(pane));
  // The invalid field and its label scroll into view, however far down the button is.
  await expect(field(pane, 'firstName')).toBeFocused();
  await expect(pane.locator('[data-field=firstName] label')).toBeInViewport({ ratio: 1 });
  await fillContact(pane, text);
  await pressGuarded(submit(pane));
  const number = pane.getByText(/^NW-\d+$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

export const callsOf = async (sandbox: SandboxControl, path: string, method: string) =>
  (await sandbox.requests(path)).filter((request) => request.method === method);

/** The properties of the entry in the file that a press downloads. The file has the number for its name. */
export async function entryOf(
  page: Page,
  number: string,
  press: () => Promise<void>,
): Promise<Readonly<Record<string, string>>> {
  // SEQUENCE counts seconds.
  const second = Math.floor(Date.now() / 1_000);
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(second);
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toBe(`${number}.ics`);
  const lines = (await textOf(download)).replaceAll('\r\n ', '').split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(/[:;]/)[0], line.slice(line.indexOf(':') + 1)]));
}

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
