import { log } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { block, card, given, minimize, place, sees, showing, when } from './steps.ts';

test('[SH-131] shell 10, 112, 113, 135, 169, 170, 228: notifications of the page come one at a time, 58 px above the pill, and opening the pane closes all', async ({
  host,
  page,
}) => {
  const note = (headingText: string) => ({
    type: 'note',
    greetingText: 'News',
    headingText,
    bodyText: 'For paid plans.',
  });
  await given('a page with two notifications', () => host.open('/plain', showing(note('Backups'), note('Prices'))));
  await sees('the first, 272 px wide, with its greeting, heading and text', async () => {
    for (const text of ['News', 'Backups', 'For paid plans.']) await expect(card(host)).toContainText(text);
    await expect(card(host)).toHaveCount(1);
    expect(await place(host)).toEqual({ width: 272, rise: 58 });
  });
  await sees('the same on a narrow page', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await expect.poll(() => place(host)).toEqual({ width: 272, rise: 58 });
    expect((await card(host).boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 1_280, height: 800 });
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('no card', () => expect(card(host)).toBeHidden());
  await when('they hide the pane', async () => {
    await minimize(pane);
    await page.waitForTimeout(1_000);
  });
  await sees('neither the first nor the second', () => expect(card(host)).toHaveCount(0));
  await given('a post', () => host.open('/plain', showing({ type: 'post', bodyText: 'Every database. '.repeat(80) })));
  await sees('a card of 700 px whose text is at most 300 px high', async () => {
    expect((await place(host)).width).toBe(700);
    expect((await card(host).locator('p').last().boundingBox())?.height).toBe(300);
    // It scrolls by keyboard, too.
    await expect(card(host).locator('p').last()).toHaveAttribute('tabindex', '0');
    await page.setViewportSize({ width: 375, height: 800 });
    await expect.poll(async () => (await place(host)).width).toBe(343);
  });
});

test('shell 121, 171, 172: a notification goes by its button, by its own action, with time, or after a button was accepted, and leads elsewhere in the same window, unless it says otherwise', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const url = `${sandbox.hostUrl}/about`;
  const opens = (note: Record<string, unknown>) => async () => {
    await page.goto('about:blank');
    await host.open('/plain', showing({ type: 'note', bodyText: 'Backups', ...note }));
    await expect(card(host)).toBeVisible();
  };
  const gone = () => expect(card(host)).toBeHidden();
  await given('a notification', opens({ url }));
  await when('the visitor presses Close', () => card(host).getByRole('button', { name: 'Close' }).click());
  await sees('no card', gone);
  await given('one whose action is to close', opens({ clickAction: 'close' }));
  await when('the visitor presses it', () => card(host).getByText('Backups').click());
  await sees('no card', gone);
  await given('one that fades after two seconds', opens({ isAutoFadeOut: true, fadeOutTime: 2_000 }));
  await sees('no card after a while', gone);
  await given(
    'one with a button that leads elsewhere',
    opens({ buttons: [{ buttonText: 'Read more', buttonHref: url }], openURLinNewTab: true }),
  );
  const opened = context.waitForEvent('page');
  await when('the visitor presses the button', () => card(host).getByRole('button', { name: 'Read more' }).click());
  await sees('that page in a new tab, and no card', async () => {
    expect((await opened).url()).toBe(url);
    await gone();
  });
  await given('one that leads elsewhere itself', opens({ bodyText: 'Prices', url }));
  await when('the visitor presses it', () => card(host).getByText('Prices').click());
  await sees('that page in the same window', () => expect(page).toHaveURL(/\/about$/));
  await given('one for a chat', opens({ type: 'chat note' }));
  await when('the visitor presses it', () => card(host).getByText('Backups').click());
  await sees('the chat', () => expect(log(host.frame())).toBeVisible());
});

test('shell 192, 193, 196: a heading greets by the first name or is dropped, and a picture is shown if it is one', async ({
  host,
  page,
}) => {
  const open = (imageSrc: string, contactWidgetUser: Record<string, unknown>) => async () => {
    const { globals } = showing({ type: 'note', headingText: 'Hello [name]', bodyText: 'Backups', imageSrc });
    await page.goto('about:blank');
    await host.open('/plain', { globals: { ...globals, contactWidgetUser } });
    await expect(card(host)).toContainText('Backups');
  };
  await page.route('https://pictures.northwind.example/**', (route) =>
    route.request().url().endsWith('.svg')
      ? route.fulfill({
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>',
          headers: { 'cross-origin-resource-policy': 'cross-origin' },
          contentType: 'image/svg+xml',
        })
      : route.fulfill({ status: 404 }),
  );
  await given(
    'a visitor whom the page names, and a picture',
    open('https://pictures.northwind.example/a.svg', { firstName: 'Ada' }),
  );
  await sees('the name and the picture', async () => {
    await expect(card(host)).toContainText('Hello Ada');
    await expect(card(host).locator('img')).toBeVisible();
  });
  for (const source of ['javascript:alert(1)', 'https://pictures.northwind.example/missing']) {
    await given(`nobody whom the page names, and the picture ${source}`, open(source, {}));
    await sees('neither heading nor picture', async () => {
      await expect(card(host)).not.toContainText('Hello');
      await expect(card(host).locator('img')).toHaveCount(0);
    });
  }
});

test('shell 198, 215, 221: rules without their arrays or of an unknown type say so in the console only, and the others hold', async ({
  host,
  problems,
}) => {
  const action = [{ type: 'note', bodyText: 'Backups' }];
  const unknown = [{ type: 'banner', bodyText: 'Prices' }];
  const rules = [{ action }, { condition: [], action: unknown }, { condition: [], action }];
  await given('a page with a wrong rule, one of a type that nobody knows, and a right one', () =>
    host.open('/plain', { globals: { contactWidgetConfig: { rules } } }),
  );
  await sees('the card of the right one, and one warning', async () => {
    await expect(card(host)).toContainText('Backups');
    await expect(card(host)).toHaveCount(1);
    await expect(card(host)).not.toContainText('Prices');
    expect(problems.warnings.filter((line) => line.includes('Page rule 1 needs a condition array'))).toHaveLength(1);
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the menu, nothing about a rule, and no other card', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(pane.getByRole('alert')).toHaveCount(0);
    await minimize(pane);
    await expect(card(host)).toHaveCount(0);
    expect(problems.uncaught).toEqual([]);
  });
});
