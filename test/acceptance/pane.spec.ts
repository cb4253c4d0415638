import { log } from '../browser/chatSteps.ts';
import { expect, hold, test } from '../browser/fixtures.ts';
import { agentSays, desk, openChat, talkToAgent } from '../browser/liveSteps.ts';
import { answerContact, block, configure, entries, given, minimize, noteEvents, sees, tell, when } from './steps.ts';

test('shell 27, 28, 30, 226: the pane is 320 px wide at the bottom right, 620 px high with a chat, and otherwise as high as its menu', async ({
  host,
  page,
  sandbox,
}) => {
  const box = async () => (await host.iframe().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await given('a page with a chat', () => host.open('/plain'));
  await when('the visitor opens the pane', () => host.openPane());
  await sees('the full size', async () => {
    const { x, y, width, height } = await box();
    expect([1_280 - x - width, 800 - y - height, width, height]).toEqual([16, 16, 320, 620]);
  });
  await given('a page without a chat', async () => {
    await sandbox.command('contact', { without: ['chat', 'sms', 'links'] });
    await host.open('/plain');
    await host.hoverPill();
    await expect.poll(async () => (await box()).height).toBeLessThan(620);
  });
  await when('the visitor opens the pane', () => host.openPane());
  await sees('a pane that is as high as its menu, from 332 px on', async () => {
    expect((await box()).height).toBeGreaterThanOrEqual(332);
    expect((await box()).height).toBeLessThan(620);
    await expect(host.frame().getByRole('button', { name: 'Change' })).toBeInViewport({ ratio: 1 });
  });
  expect(page.viewportSize()).toEqual({ width: 1_280, height: 800 });
});

test('[SH-035][SH-037] shell 29, 31; chat 216: at 768 px the pane fills the screen, and the page behind it does not scroll until it is hidden', async ({
  host,
  page,
}) => {
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
  const width = async () => (await host.iframe().boundingBox())?.width;
  const before = await given('a page that is 768 px wide', async () => {
    await page.setViewportSize({ width: 768, height: 800 });
    await host.open('/plain');
    return overflow();
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the pane over everything, and a page that does not scroll', async () => {
    await expect.poll(width).toBe(768);
    expect((await host.iframe().boundingBox())?.height).toBe(800);
    await expect.poll(overflow).toBe('hidden');
  });
  await when('the visitor hides it', () => minimize(pane));
  await sees('the page that scrolls as before', () => expect.poll(overflow).toBe(before));
  await when('the page is a pixel wider', async () => {
    await page.setViewportSize({ width: 769, height: 800 });
    await host.openPane();
  });
  const box = () => host.iframe().boundingBox();
  await sees('the pane beside the page', async () => {
    await expect.poll(width).toBe(320);
    const { x = 0, y = 0, height = 0 } = (await box()) ?? {};
    expect([769 - x - 320, 800 - y - height]).toEqual([16, 16]);
  });
  await when('the page is a phone', () => page.setViewportSize({ width: 375, height: 812 }));
  await sees('the pane over everything', () => expect.poll(box).toEqual({ x: 0, y: 0, width: 375, height: 812 }));
  await when('the page is wide and low', () => page.setViewportSize({ width: 1_280, height: 400 }));
  await sees('the pane 32 px lower than the page', () =>
    expect.poll(box).toMatchObject({ y: 16, width: 320, height: 368 }),
  );
});

test('[SH-044][SH-045][SH-114][F-SH7][F-SH16][F-UX21] shell 34, 36, 94, 187, 227: title and subtitle come from the bundle, lead where it says, and a long title is smaller; a deployment for sales without one says "Contact Sales"', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const open = async (header: Record<string, string>) => {
    await page.unrouteAll({ behavior: 'wait' });
    await answerContact(page, (_, { contactModuleTranslations: [first] }) => {
      if (first) first.textFragments.header = header;
    });
    await host.open('/plain');
    return (await host.openPane()).getByRole('heading', { level: 1, name: header.title ?? '' });
  };
  const size = (title: Awaited<ReturnType<typeof open>>) =>
    title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const title = await given('a title of 25 characters with an address, and a subtitle whose address is none', () =>
    open({
      title: 'Northwind Cloud Sales 123',
      titleLink: `${sandbox.hostUrl}/about`,
      subtitle: 'We answer within a day',
      subtitleLink: 'not an address',
    }),
  );
  const usual = await size(title);
  await sees('a link that opens in a new tab, and a subtitle that is text', async () => {
    await expect(host.frame().getByText('We answer within a day')).toBeVisible();
    await expect(host.frame().getByRole('banner').getByRole('link')).toHaveCount(1);
    await expect(title.getByRole('link')).toHaveAccessibleName('Northwind Cloud Sales 123 (opens in a new tab)');
    const opened = context.waitForEvent('page');
    await title.getByRole('link').click();
    expect((await opened).url()).toBe(`${sandbox.hostUrl}/about`);
  });
  await given('a title of 26 characters', async () =>
    expect(await size(await open({ title: 'Northwind Cloud Sales 1234' }))).toBeLessThan(usual),
  );
  await page.unrouteAll({ behavior: 'wait' });
  await given('such a deployment, and a bundle without texts', async () => {
    await configure(page, { contact: { isForSales: true } });
    await answerContact(page, (_, answer) => {
      answer.contactModuleTranslations = [];
    });
    await host.open('/plain');
  });
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('that title', () => expect(pane.getByRole('heading', { level: 1 })).toHaveText('Contact Sales'));
});

test('shell 32, 33, 40, 41, 42, 43, 47; chat 8, 9: menu, chat and the menu over a chat each have their buttons', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  const button = (name: RegExp) => host.frame().getByRole('banner').getByRole('button', { name });
  const [back, hide, close] = [button(/^Back/), button(/Minimize/), button(/Close chat/)];
  await given('a page with live chat', () => host.open('/plain', { attrs: { 'data-focus-area': 'data' } }));
  const pane = await when('the visitor opens the pane', () => host.openPane());
  await sees('the menu, which can be hidden', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(hide).toBeVisible();
    await expect(back).toHaveCount(0);
    await expect(close).toHaveCount(0);
  });
  await when('the visitor starts a chat and an agent answers', async () => {
    await block(pane, 'chat').getByRole('button').first().click();
    await pane.getByRole('button', { name: 'Start chat' }).click();
    await agentSays(pane, sandbox, 'Hello.');
  });
  await sees('the chat, which can be hidden, closed and left for the menu', async () => {
    for (const one of [back, hide, close]) await expect(one).toBeVisible();
    await expect(block(pane, 'phone')).toHaveCount(0);
  });
  await when('the visitor goes back to the menu', () => back.click());
  await sees('the menu with a way back to the chat, which comes first', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    expect((await entries(pane))[0]).toBe('chat');
    await expect(back).toBeVisible();
    await expect(close).toHaveCount(0);
  });
  await when('the visitor returns', () => back.click());
  await sees('the chat', () => expect(log(pane)).toContainText('Hello.'));
});

test('shell 3, 35, 37, 38, 39, 64, 137, 138, 139; chat 11, 12, 15: a live chat says that an agent will join, who it is, and thanks at the end, which the visitor confirms', async ({
  host,
  sandbox,
}) => {
  const header = host.frame().getByRole('banner');
  const question = host.frame().locator('dialog[open]');
  const pane = await given('a chat that waits for an agent', () => openChat(host, 'data'));
  await sees('that an agent will join', () => expect(header).toContainText('An agent will join'));
  await when('an agent joins', async () => {
    await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
    await sandbox.command('agent', { action: 'join' });
    await agentSays(pane, sandbox, 'Hello.');
  });
  await sees('the agent’s name and role, and that they are online', async () => {
    await expect(header.getByRole('heading')).toHaveText(/\w+/);
    await expect(header).toContainText('Agent');
    await expect(header).toContainText('Online now');
  });
  await when('the visitor presses Close and then No', async () => {
    await header.getByRole('button', { name: 'Close chat' }).click();
    await question.getByRole('button', { name: 'Keep chatting' }).click();
  });
  await sees('the chat as before', async () => {
    await expect(question).toHaveCount(0);
    await expect(pane.getByRole('textbox')).toBeEnabled();
  });
  await when('the visitor presses Close and then Yes', async () => {
    await header.getByRole('button', { name: 'Close chat' }).click();
    await question.getByRole('button', { name: 'End chat' }).click();
  });
  await sees('that the chat has ended, and thanks', async () => {
    await expect(header).toContainText(/ended/i);
    await expect(header).toContainText(/thank/i);
  });
  await when('the visitor presses Close once more', () => header.getByRole('button', { name: 'Close chat' }).click());
  await sees('no pane, and the menu in the next one', async () => {
    await expect(host.iframe()).toBeHidden();
    await host.openPane();
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(log(pane)).toHaveCount(0);
  });
});

test('[SH-025][F-AD7] shell 23, 133; chat 80, 81: messages that come while the pane is hidden are counted on the pill, until the chat is shown', async ({
  host,
  page,
  sandbox,
}) => {
  const events = await noteEvents(page, 'cm-unread');
  const pane = await given(
    'a page that counts in its title, with a chat whose pane the visitor has hidden',
    async () => {
      const open = await talkToAgent(host, sandbox);
      await page.addScriptTag({ url: '/unreadTitle.js' });
      await minimize(open);
      return open;
    },
  );
  const title = await page.title();
  await when('the agent writes twice', async () => {
    await sandbox.command('agent', { action: 'say', text: 'One more thing' });
    await sandbox.command('agent', { action: 'say', text: 'And another' });
  });
  await sees('the number on the pill', async () => {
    await expect(host.pill()).toHaveAccessibleName("Let's talk, 2 unread");
    await expect.poll(async () => (await events()).at(-1)).toEqual({ type: 'cm-unread', count: 2 });
    expect(await page.title()).toBe(`(2) ${title}`);
  });
  await when('the visitor opens the chat and hides it again', async () => {
    await host.openPane();
    await expect(log(pane)).toContainText('And another');
    await expect.poll(async () => (await events()).at(-1)).toEqual({ type: 'cm-unread', count: 0 });
    await minimize(pane);
  });
  await sees('no number, and the page has learned nothing but numbers', async () => {
    await expect(host.pill()).toHaveAccessibleName("Let's talk");
    expect(await page.title()).toBe(title);
    for (const event of await events()) expect(event).toEqual({ type: 'cm-unread', count: expect.any(Number) });
  });
});

test('[SH-033][SH-038][SH-058][F-SH9] shell 88, 130, 140: the page opens and closes the pane by messages, and the pill that it hides is back once the pane was shown', async ({
  host,
  page,
}) => {
  const events = await noteEvents(page, 'cm-app-ready', 'cm-pane-shown', 'cm-pane-hidden');
  await given('a support page that hides its pill', async () => {
    await configure(page, { nonSalesHosts: ['localhost', '127.0.0.1'] });
    await page.addInitScript(() => {
      if (self === top) history.replaceState(null, '', '/unifiedsupport');
    });
    await host.open('/plain', { globals: { contactWidgetConfig: { hidePill: true } } });
    await expect.poll(events).toContain('cm-app-ready');
    await expect(host.pill()).toBeHidden();
  });
  await when('the page says cm-open', () => tell(page, 'cm-open'));
  await sees('the pane', () => expect(host.frame().getByRole('dialog')).toBeVisible());
  await when('the page says cm-close', () => tell(page, 'cm-close'));
  await sees('the page with its pill, and an event for each', async () => {
    await expect(host.iframe()).toBeHidden();
    await expect(host.pill()).toBeVisible();
    await expect.poll(events).toEqual(['cm-app-ready', 'cm-pane-shown', 'cm-pane-hidden']);
  });
});

test('[SH-159] shell 70, 71: Enter and Space press what has the focus, but in a field they are text; Tab shows where the focus is, and a click does not', async ({
  host,
  page,
}) => {
  const pane = await given('a pane with its menu', async () => {
    await host.open('/plain');
    return host.openPane();
  });
  const trigger = (kind: string) => block(pane, kind).getByRole('button').first();
  const ring = () =>
    pane.locator(':focus').evaluate((element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    });
  await when('the visitor presses Enter on one entry and Space on another', async () => {
    await trigger('phone').focus();
    await page.keyboard.press('Enter');
    await expect(trigger('phone')).toHaveAttribute('aria-expanded', 'true');
    await trigger('scheduler').focus();
    await page.keyboard.press('Space');
  });
  await sees('both opened, one after the other', () =>
    expect(trigger('scheduler')).toHaveAttribute('aria-expanded', 'true'),
  );
  await when('the visitor presses Tab', () => page.keyboard.press('Tab'));
  await sees('a ring around what has the focus', () => expect.poll(ring).toBe(true));
  await when('the visitor types a space in the search field', async () => {
    await pane.getByRole('button', { name: 'Change' }).click();
    await pane.getByRole('combobox').pressSequentially('united s');
  });
  await sees('the text', () => expect(pane.getByRole('combobox')).toHaveValue('united s'));
  await when('they close it, and click on an entry', async () => {
    await page.keyboard.press('Escape');
    await trigger('phone').click();
    await expect(trigger('phone')).toBeFocused();
  });
  await sees('no ring', () => expect(trigger('phone')).toHaveCSS('outline-style', 'none'));
  await when('they press Space on the button that hides the pane', async () => {
    await pane.getByRole('button', { name: 'Minimize' }).focus();
    await page.keyboard.press('Space');
  });
  await sees('no pane', () => expect(host.iframe()).toBeHidden());
});

test('[CH-206][SH-153] shell 73, 74, 75, 241: the button is blue, and yellow, grey or red by the page or by an experiment', async ({
  host,
  page,
  sandbox,
}) => {
  const colour = async (rgb: string) => expect(host.pill()).toHaveCSS('background-color', rgb);
  await given('a page that names no theme', () => host.open('/plain'));
  // Its style sheet has arrived.
  await expect(host.pill()).toBeVisible();
  const blue = await host.pill().evaluate((pill) => getComputedStyle(pill).backgroundColor);
  await sees('a blue button', () => {
    const [red = 0, green = 0, blueness = 0] = (blue.match(/\d+/g) ?? []).map(Number);
    expect(blueness).toBeGreaterThan(Math.max(red, green));
  });
  for (const [theme, rgb] of [
    ['yellow', 'rgb(255, 221, 51)'],
    ['grey', 'rgb(68, 68, 68)'],
    ['red-brand', 'rgb(204, 0, 0)'],
    ['blue', blue],
  ] as const) {
    await given(`a page with the theme ${theme}`, () => host.open('/plain', { attrs: { 'data-theme': theme } }));
    await sees('its colour', () => colour(rgb));
  }
  await given('an experiment with a yellow button that is known late, and a page that names none', async () => {
    await sandbox.command('experiments', { button_color: 'yellow' });
    await host.open('/plain');
    await colour(blue);
    const code = await hold(page, /\/assets\/experiments-/);
    await host.openPane();
    await code.asked;
    // The start waits for 1.5 s.
    await page.waitForTimeout(2_000);
    code.release();
    const stored = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-variations'));
    await expect.poll(stored).toContain('yellow');
    await host.open('/plain');
  });
  await sees('a yellow button on the next page', () => colour('rgb(255, 221, 51)'));
  await given('a page that names a theme', () => host.open('/plain', { attrs: { 'data-theme': 'red-brand' } }));
  await sees('its colour', () => colour('rgb(204, 0, 0)'));
});

test('[F-SH32] shell 134: showing the pane closes the feedback window that the page names, once', async ({
  host,
  page,
}) => {
  const presses = () => page.evaluate(() => (window as unknown as { presses: number }).presses);
  await given('a page with an open feedback window, which it names', async () => {
    await host.open('/plain', { attrs: { 'data-feedback-close': '#feedback .close' } });
    await expect(host.pill()).toBeVisible();
    await page.evaluate(() => {
      const feedback = document.createElement('div');
      feedback.id = 'feedback';
      const close = Object.assign(document.createElement('button'), { className: 'close', textContent: 'Close' });
      Object.assign(window, { presses: 0 });
      close.addEventListener('click', () => {
        (window as unknown as { presses: number }).presses += 1;
      });
      feedback.append(close);
      document.body.append(feedback);
    });
    expect(await presses()).toBe(0);
  });
  await when('the visitor opens the pane', () => host.openPane());
  await sees('the feedback window closed, by one press', async () => {
    await expect.poll(presses).toBe(1);
    await page.waitForTimeout(500);
    expect(await presses()).toBe(1);
  });
});
