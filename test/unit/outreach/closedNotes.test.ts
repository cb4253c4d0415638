import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fakeClock.ts';
import { startOutreach } from '../../support/fakeOutreach.ts';
import { createFakeBrowser, createFakeStorage } from '../../support/fakeStorage.ts';
// Outreach downloads this module on demand. Imported up front, so that only the fake clock matters.
import '../../../frame/outreach/nurture.ts';

const rule = (bodyText: string) => ({ condition: [], action: [{ notification: { type: 'note', bodyText } }] });
const pageRules = [rule('Ask us about databases')];

async function open(storage?: ReturnType<typeof startOutreach>['storage'], rules = pageRules) {
  const page = startOutreach({ deployment: { proactive: false }, pageRules: rules, ...(storage && { storage }) });
  await new Promise((resolve) => setImmediate(resolve));
  await settle();
  return page;
}

describe('a notification of the page’s rules', () => {
  it('[F-SH33][SH-137] that was closed does not return on the next page, and that of another rule does', async () => {
    const first = await open();
    expect(JSON.stringify(first.card())).toContain('databases');
    first.outreach.opened()?.stage.close();
    expect(first.card()).toBeUndefined();
    expect((await open(first.storage)).card()).toBeUndefined();
    expect((await open(first.storage, [rule('Something new'), ...pageRules])).card()).toBeDefined();
  });

  it('[F-SH33][SH-137] returns if the visitor has left the page without closing it', async () => {
    const first = await open();
    expect((await open(first.storage)).card()).toBeDefined();
  });

  it('[F-SH33] that was never shown, because the pane was opened, returns', async () => {
    const first = await open(undefined, [rule('one'), rule('two')]);
    first.outreach.paneShown();
    expect(JSON.stringify((await open(first.storage, [rule('one'), rule('two')])).card())).toContain('two');
  });

  it('[F-SH33][SH-137][SH-111] that is withdrawn with the consent is not kept as closed, and nothing is kept of others', async () => {
    const first = await open(undefined, [rule('one'), rule('two')]);
    first.outreach.opened()?.stage.close();
    await settle();
    expect(JSON.stringify(first.card())).toContain('two');
    expect(first.storage.read('cm-closed')).toHaveLength(1);
    first.refused.add('proactive');
    first.outreach.consentChanged();
    await settle();
    expect([first.card(), first.storage.read('cm-closed')]).toEqual([undefined, undefined]);
  });

  it('[F-SH33][SH-137][CH-014] whose visitor leaves is not kept as closed for the next one', async () => {
    const first = await open(undefined, [rule('one'), rule('two')]);
    expect(first.card()).toBeDefined();
    first.outreach.visitorLeft();
    await settle();
    expect([first.card(), first.storage.read('cm-closed')]).toEqual([undefined, undefined]);
  });

  it.each([
    ['no id', {}],
    ['an id of its own', { id: 'welcome' }],
  ])('[F-SH33][SH-137] with %s closes in the other tab when the visitor closes it in one', async (_, own) => {
    const rules = [{ condition: [], action: [{ notification: { type: 'note', bodyText: 'Hello', ...own } }] }];
    const browser = createFakeBrowser();
    const first = await open(createFakeStorage(browser), rules);
    const second = await open(createFakeStorage(browser), rules);
    expect([first.card(), second.card()].map(Boolean)).toEqual([true, true]);
    first.outreach.opened()?.stage.close();
    await settle();
    expect([first.card(), second.card()]).toEqual([undefined, undefined]);
  });

  it('[F-SH33] returns to the next visitor of this browser', async () => {
    const first = await open();
    first.outreach.opened()?.stage.close();
    first.storage.clear('cm-closed');
    expect((await open(first.storage)).card()).toBeDefined();
  });
});

it('[F-SH33] a tab that goes to the background with a card lets another tab show one, and keeps its own', async () => {
  let turns = 0;
  const page = startOutreach({
    deployment: { proactive: false },
    takeTurn: async () => {
      turns += 1;
      return () => {
        turns -= 1;
      };
    },
  });
  await page.outreach.notify({ type: 'note', bodyText: 'Hello' });
  await settle();
  expect([turns, page.card() !== undefined]).toEqual([1, true]);
  page.facts.isTabVisible = false;
  page.outreach.opened()?.stage.giveUpTurn();
  expect([turns, page.card() !== undefined]).toEqual([0, true]);
  page.outreach.opened()?.stage.close();
  expect(turns).toBe(0);
});
