import type { Page } from 'playwright/test';
import { english } from '../../frame/compose/english.ts';
import { agentSays } from '../accessibility/states/agents.ts';
import { journeys } from '../accessibility/states/all.ts';
import { button, type Journey, messages, openChat, says, type Visit } from '../accessibility/states/visit.ts';
import { expect, type Problems, test } from './fixtures.ts';
import { sampleOf } from './sample.ts';

/** Every surface under a translator, which replaces each text node of the frame by an element with a text of its own. */

/** What Chromium's translation does to each text, at once and to every later one. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window === window.parent) return;
    const isOurs = ({ parentElement }: Node): boolean =>
      parentElement?.closest('font, script, style, textarea, option, title') == null;
    const wrap = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
      for (const text of texts) {
        if (text.data.trim() === '' || !isOurs(text)) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) wrap(node);
    });
    document.addEventListener('DOMContentLoaded', () => {
      wrap(document.body);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
}

/** An agent joins, leaves and is back, the connection is lost, and the language changes. */
async function* changes(visit: Visit): ReturnType<Journey> {
  const { sandbox, host } = visit;
  const frame = host.frame();
  const act = (action: string) => sandbox.command('agent', { action });
  await openChat(visit, 'data');
  yield { name: 'waiting', shows: says(visit, 'chat', 'headerWaitingTop') };
  await act('join');
  await agentSays(visit, 'Read https://northwind.example/plans first.');
  yield { name: 'joined', shows: frame.locator('header').getByText('Online now') };
  await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
  yield { name: 'lost', shows: says(visit, 'chat', 'connectionLost') };
  await expect(frame.locator('header').getByText('Online now')).toBeHidden();
  await sandbox.forgetRules();
  await expect(says(visit, 'chat', 'connectionLost')).toBeHidden();
  yield { name: 'back', shows: frame.locator('header').getByText('Online now') };
  await button(visit, 'header', 'backToMenu').click();
  await frame.locator('[aria-haspopup=listbox]').click();
  await frame.getByRole('combobox').fill('germ');
  await expect(frame.getByRole('option')).toHaveCount(1);
  await frame.getByRole('combobox').press('Enter');
  yield {
    name: 'German menu',
    shows: frame.locator('[data-block=chat]').getByText('Zurück', { exact: false }).first(),
  };
  await frame.locator('header button').first().click();
  yield { name: 'German chat', shows: frame.getByRole('log', { name: 'Nachrichten' }) };
  await act('end');
  yield { name: 'ended', shows: frame.locator('header').getByText('beendet', { exact: false }) };
  await expect(messages(visit, 'agent')).toContainText('Read https://northwind.example/plans first.');
}

/** No view has failed: neither in the console nor for the visitor. */
async function expectWhole(visit: Visit, problems: Problems, state: string): Promise<void> {
  expect(
    problems.consoleErrors.filter((line) => /a view failed|removeChild|insertBefore/i.test(line)),
    state,
  ).toEqual([]);
  await expect(visit.host.frame().getByText(english.pane.crashed), state).toHaveCount(0);
}

const all = Object.entries(journeys)
  .flatMap(([surface, ofSurface]) => ofSurface.map((journey) => ({ name: `${surface}, ${journey.name}`, journey })))
  // What fails on purpose.
  .filter(({ name }) => !/crashed|noApp|notDownloaded/.test(name));
const sample = ['menu, blocks', 'bots, answers', 'agents, survey', 'scheduler, booking', 'inquiry, form'];

test.describe('under a translator', () => {
  test('[F-PG12] a chat shows each change of its agent, connection and language', { tag: '@core' }, async ({
    page,
    host,
    sandbox,
    problems,
  }) => {
    await translate(page);
    const visit: Visit = { page, host, sandbox, language: 'en' };
    for await (const state of changes(visit)) {
      await expect(state.shows, state.name).toBeVisible();
      await expectWhole(visit, problems, state.name);
    }
    expect(await host.frame().locator('font').count()).toBeGreaterThan(10);
  });

  for (const { name, journey } of sampleOf(all, (one) => sample.includes(one.name))) {
    test(`[F-PG12] shows every state of ${name}`, async ({ page, host, sandbox, problems }) => {
      test.setTimeout(120_000);
      await translate(page);
      const visit: Visit = { page, host, sandbox, language: 'en' };
      for await (const state of journey(visit)) {
        await expect(state.shows, state.name).toBeVisible();
        await expectWhole(visit, problems, state.name);
      }
    });
  }
});

/** From now on, the code that draws this part of the chat fails, until the frame's `repair` is called. */
const breakPart: Readonly<Record<'header' | 'list' | 'composer', () => void>> = {
  header() {
    const { join } = Array.prototype;
    Array.prototype.join = function (separator) {
      if (separator === ' · ') throw new Error('the header failed');
      return join.call(this, separator);
    };
    Object.assign(window, { repair: () => Object.assign(Array.prototype, { join }) });
  },
  list() {
    const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') as PropertyDescriptor;
    const get = (): never => {
      throw new Error('the list failed');
    };
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { configurable: true, get });
    Object.assign(window, { repair: () => Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format) });
  },
  composer() {
    const { prototype } = HTMLTextAreaElement;
    const get = (): never => {
      throw new Error('the composer failed');
    };
    Object.defineProperty(prototype, 'scrollHeight', { configurable: true, get });
    Object.assign(window, { repair: () => Reflect.deleteProperty(prototype, 'scrollHeight') });
  },
};

test('[F-PG12] a composer, a list and a header that fail leave the rest of the chat', async ({
  page,
  host,
  sandbox,
}) => {
  const visit: Visit = { page, host, sandbox, language: 'en' };
  const frame = host.frame();
  await openChat(visit, 'data');
  await sandbox.command('agent', { action: 'join' });
  await agentSays(visit, 'Hello');
  await frame.getByRole('textbox').fill('My draft');
  const handle = await host.frameHandle();
  const expectRest = async (shown: { messages: number; textboxes: number }): Promise<void> => {
    await expect(messages(visit, 'agent')).toHaveCount(shown.messages);
    await expect(frame.getByRole('textbox')).toHaveCount(shown.textboxes);
    await expect(button(visit, 'header', 'close')).toBeVisible();
    await expect(button(visit, 'header', 'backToMenu')).toBeVisible();
    await expect(frame.locator('header h1')).toBeVisible();
  };
  const repair = () => handle.evaluate(() => (window as unknown as { repair: () => void }).repair());
  await test.step('[F-PG12] a composer that fails', async () => {
    await handle.evaluate(breakPart.composer);
    await frame.getByRole('textbox').press('!');
    await expect(frame.getByText(english.pane.crashed)).toBeVisible();
    await expectRest({ messages: 1, textboxes: 0 });
    await repair();
    await button(visit, 'pane', 'reload').click();
    await expect(messages(visit, 'agent')).toHaveCount(1);
    await expect(frame.getByRole('textbox')).toHaveValue('My draft!');
  });
  await test.step('[F-PG12] a list that fails', async () => {
    await handle.evaluate(breakPart.list);
    await sandbox.command('agent', { action: 'say', text: 'Are you there?' });
    await expect(frame.getByText(english.pane.crashed)).toBeVisible();
    await expectRest({ messages: 0, textboxes: 1 });
    await repair();
    await button(visit, 'pane', 'reload').click();
    await expect(messages(visit, 'agent')).toHaveCount(2);
    await expect(frame.getByRole('textbox')).toHaveValue('My draft!');
  });
  await test.step('[F-PG12] a header that fails', async () => {
    await handle.evaluate(breakPart.header);
    await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
    await expect(frame.getByText('Online now')).toHaveCount(0);
    await expectRest({ messages: 2, textboxes: 1 });
    await repair();
    // The chat is drawn again when the visitor is back from the menu.
    await sandbox.forgetRules();
    await button(visit, 'header', 'backToMenu').click();
    await button(visit, 'header', 'backToChat').click();
    await expect(frame.getByText('Online now')).toBeVisible();
    await expect(messages(visit, 'agent')).toHaveCount(2);
    await expect(frame.getByRole('textbox')).toHaveValue('My draft!');
  });
});
