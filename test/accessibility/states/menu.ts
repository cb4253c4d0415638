import type { Locator } from 'playwright/test';
import { crashFirstView } from '../../browser/crashSteps.ts';
import { changeDeployment } from '../../browser/deploymentSteps.ts';
import { expect, hold } from '../../browser/fixtures.ts';
import { bundleParts } from '../../sandbox/data/bundles.ts';
import {
  button,
  changeLookup,
  disableTimeouts,
  type Journey,
  messages,
  openChat,
  openMenu,
  openPage,
  pressCovered,
  refuseLookups,
  says,
  type Visit,
  word,
} from './visit.ts';

const defaults = {
  'data-default-contact': 'https://northwind.example/contact',
  'data-default-chat': 'https://northwind.example/chat',
  'data-default-email': 'mailto:sales@northwind.example',
  'data-default-phone': 'tel:+18005550100',
  'data-default-scheduler': 'https://northwind.example/calls',
};

export async function* blocks(visit: Visit): ReturnType<Journey> {
  const frame = visit.host.frame();
  await giveTextNumber(visit);
  await openMenu(visit);
  yield { name: 'menu', shows: frame.locator('[data-block]').first() };
  for (const kind of ['phone', 'sms', 'scheduler', 'chat']) {
    const block = frame.locator(`[data-block=${kind}]`).first();
    const opener = block.locator('[aria-expanded=false]');
    if (await opener.count()) await opener.click();
    yield { name: `menu: ${kind}`, shows: block.locator('[aria-expanded=true]') };
    if (kind !== 'sms') continue;
    await button(visit, 'menu', 'copy').press('Enter');
    // In a window that becomes small, a link takes the place of the button.
    const link = block.getByRole('link', { name: word(visit, 'menu', 'sms') });
    const status = block.locator('[aria-live]').filter({ hasText: word(visit, 'menu', 'copied') });
    yield { name: 'menu: copied number', shows: status.or(link) };
  }
}

/** In some languages the company has no number for text messages. */
function giveTextNumber(visit: Visit): Promise<void> {
  const number = '"smsInformation":[{"purpose":"(default)","phoneNumber":{"phoneNumber":"+18005550199"}}]';
  return changeLookup(visit, (answer) => answer.replaceAll('"smsInformation":[]', number));
}

/** The company names none of its blocks, so they have our names. */
async function* support(visit: Visit): ReturnType<Journey> {
  await changeLookup(visit, (answer) => answer.replaceAll(/,"linkText":"[^"]*"/g, ''));
  await openMenu(visit, 'security');
  const block = visit.host.frame().locator('[data-block=support]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  yield { name: 'menu: support', shows: button(visit, 'menu', 'supportAction') };
}

async function* loading(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const lookup = await hold(visit.page, /\/contact\/lookup/);
  await openPage(visit);
  await lookup.asked;
  await visit.page.evaluate(() => window.postMessage({ type: 'cm-open' }, location.origin));
  yield {
    name: 'menu: loading',
    shows: visit.host.frame().getByRole('status').locator('visible=true').first(),
    isInEnglish: true,
  };
  lookup.release();
}

async function* failed(visit: Visit): ReturnType<Journey> {
  await refuseLookups(visit, 500);
  await openPage(visit, 'cloud', { attrs: defaults });
  await visit.host.openPane();
  yield { name: 'menu: lookup failed', shows: visit.host.frame().getByRole('alert'), isInEnglish: true };
  await openPage(visit);
  await visit.host.openPane();
  yield { name: 'menu: lookup failed, without links', shows: visit.host.frame().getByRole('alert'), isInEnglish: true };
}

async function* invalid(visit: Visit): ReturnType<Journey> {
  await refuseLookups(visit, 404);
  await openPage(visit, 'cloud', { attrs: defaults });
  await visit.host.openPane();
  yield { name: 'menu: not on this page', shows: visit.host.frame().getByRole('alert'), isInEnglish: true };
}

async function* empty(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { without: bundleParts });
  await openPage(visit, 'cloud', { attrs: defaults });
  await visit.host.openPane();
  yield { name: 'menu: empty', shows: says(visit, 'pane', 'empty') };
}

async function* noApp(visit: Visit): ReturnType<Journey> {
  await visit.page.route(/\/frame\/assets\/app-/, (route) => route.abort());
  await openPage(visit);
  await visit.host.pressPill();
  yield { name: 'pane: the app cannot be downloaded', shows: says(visit, 'pane', 'chunkFailed') };
}

async function* crashed(visit: Visit): ReturnType<Journey> {
  await crashFirstView(visit.page);
  await openPage(visit, 'cloud', { attrs: defaults });
  await visit.host.pressPill();
  yield { name: 'pane: a view failed', shows: visit.host.frame().getByRole('alert') };
  await visit.page.route(/\/frame\/assets\/ChatPane-/, (route) => route.abort());
  await button(visit, 'pane', 'reload').click();
  await button(visit, 'menu', 'chat').click();
  await button(visit, 'menu', 'chatAction').click();
  yield { name: 'pane: the chat cannot be downloaded', shows: visit.host.frame().getByRole('alert') };
}

async function* blockedTab(visit: Visit): ReturnType<Journey> {
  await visit.page.addInitScript(() => {
    window.open = () => null;
  });
  await openMenu(visit);
  const link = visit.host.frame().locator('[data-block=link]').last();
  await link.getByRole('link').click();
  yield { name: 'pane: blocked tab', shows: says(visit, 'pane', 'tabBlocked') };
}

const locationButton = ({ host }: Visit): Locator => host.frame().locator('[aria-haspopup=listbox]');

async function* locations(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const frame = visit.host.frame();
  await openMenu(visit);
  await locationButton(visit).click();
  await expect(frame.getByRole('combobox')).toBeFocused();
  yield { name: 'location: list', shows: frame.getByRole('option').first() };
  await frame.getByRole('combobox').fill('zzzz');
  yield { name: 'location: no result', shows: says(visit, 'location', 'none') };
  await frame.getByRole('combobox').press('Escape');
  await locationButton(visit).click();
  await expect(frame.getByRole('combobox')).toBeFocused();
  const lookup = await hold(visit.page, /\/contact\/|\/older/);
  await frame.getByRole('option').nth(1).click();
  yield { name: 'location: changing', shows: says(visit, 'location', 'changing') };
  lookup.release({ status: 500 });
  yield { name: 'location: failed', shows: says(visit, 'location', 'failed') };
}

async function* noLocations(visit: Visit): ReturnType<Journey> {
  // Before the pane is open: a pointer that happens to rest on the button starts the download.
  await visit.page.route(/\/SearchableDropdown-/, (route) => route.abort());
  await openMenu(visit);
  await locationButton(visit).click();
  yield { name: 'location: no list', shows: says(visit, 'location', 'listFailed') };
}

async function* consent(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('geo', { country: 'DE' });
  await openMenu(visit, 'security');
  yield { name: 'consent: missing', shows: says(visit, 'menu', 'consentElsewhere') };
  await changeDeployment(visit.page, visit.sandbox, (deployment) => ({ ...deployment, consent: { mayAsk: true } }));
  await openMenu(visit, 'security');
  const agree = button(visit, 'menu', 'consentAgree');
  yield { name: 'consent: asked for', shows: agree };
  const refused = says(visit, 'menu', 'pressAgain');
  await pressCovered(visit, agree, refused);
  yield { name: 'consent: refused press', shows: refused };
}

export async function* yourData(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await openMenu(visit);
  await button(visit, 'menu', 'yourData').click();
  yield { name: 'your data', shows: button(visit, 'privacy', 'copy') };
  await visit.page.route(/\/privacy\/export/, (route) => route.fulfill({ status: 503 }));
  await button(visit, 'privacy', 'copy').click();
  yield { name: 'your data: copied in part', shows: says(visit, 'privacy', 'copiedInPart') };
  await button(visit, 'privacy', 'delete').click();
  yield { name: 'your data: question', shows: button(visit, 'privacy', 'no') };
  const refused = says(visit, 'privacy', 'pressAgain');
  await pressCovered(visit, button(visit, 'privacy', 'yes'), refused);
  yield { name: 'your data: refused press', shows: refused };
  const deletion = await hold(visit.page, /\/privacy\/delete/);
  // By keyboard: a press follows no pointer into the frame.
  await button(visit, 'privacy', 'yes').press('Enter');
  yield { name: 'your data: working', shows: says(visit, 'privacy', 'working') };
  deletion.release({ status: 503 });
  yield { name: 'your data: not deleted', shows: button(visit, 'privacy', 'onlyHere') };
  await button(visit, 'privacy', 'onlyHere').press('Enter');
  yield { name: 'your data: deleted in this browser', shows: says(visit, 'privacy', 'here') };
  await visit.page.unroute(/\/privacy\/delete/);
  await openMenu(visit);
  await button(visit, 'menu', 'yourData').click();
  await button(visit, 'privacy', 'delete').press('Enter');
  await button(visit, 'privacy', 'yes').press('Enter');
  yield { name: 'your data: deleted', shows: says(visit, 'privacy', 'deleted') };
}

async function* noChat(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { without: ['chat'] });
  await openPage(visit, 'cloud', { query: { 'cm-start-chat': '' } });
  yield { name: 'menu: nobody can chat', shows: says(visit, 'pane', 'noChat') };
}

async function* noCopy(visit: Visit): ReturnType<Journey> {
  await openMenu(visit);
  await button(visit, 'menu', 'yourData').click();
  // The panel is downloaded too, when its button is pressed.
  await button(visit, 'privacy', 'copy').waitFor();
  await visit.page.route(/\/frame\/assets\//, (route) => route.abort());
  await button(visit, 'privacy', 'copy').click();
  yield { name: 'your data: no copy', shows: says(visit, 'privacy', 'copyFailed') };
  await button(visit, 'privacy', 'delete').click();
  await button(visit, 'privacy', 'yes').press('Enter');
  yield { name: 'your data: the deletion did not begin', shows: says(visit, 'privacy', 'deleteFailed') };
}

async function* returning(visit: Visit): ReturnType<Journey> {
  await openChat(visit);
  await expect(messages(visit, 'bot').first()).toBeVisible();
  await button(visit, 'header', 'backToMenu').click();
  yield {
    name: 'menu: return to the chat',
    shows: visit.host
      .frame()
      .getByText(word(visit, 'menu', 'return'))
      .first(),
  };
  await visit.sandbox.command('privacy', { takesDays: true });
  await button(visit, 'menu', 'yourData').press('Enter');
  await button(visit, 'privacy', 'copy').press('Enter');
  yield { name: 'your data: copied', shows: says(visit, 'privacy', 'copied') };
  await button(visit, 'privacy', 'delete').press('Enter');
  await button(visit, 'privacy', 'yes').press('Enter');
  yield { name: 'your data: the services delete later', shows: says(visit, 'privacy', 'accepted') };
}

async function* debug(visit: Visit): ReturnType<Journey> {
  const frame = visit.host.frame();
  await openPage(visit, 'cloud', { query: { 'cm-debug': 'true' } });
  await expect(frame.getByRole('complementary').getByRole('list').first()).toContainText('button_color');
  yield { name: 'debug window: alone', shows: frame.getByRole('complementary') };
  await visit.host.pressPill();
  const opener = frame.locator('body > :not(script) button').filter({ hasText: 'Debug' });
  yield { name: 'debug window: closed beside the pane', shows: opener.first() };
  await opener.first().click();
  yield { name: 'debug window: beside the pane', shows: frame.getByRole('complementary') };
}

export const menuJourneys: readonly Journey[] = [
  blocks,
  support,
  loading,
  failed,
  invalid,
  empty,
  noApp,
  crashed,
  blockedTab,
  locations,
  noLocations,
  consent,
  yourData,
  noChat,
  noCopy,
  returning,
  debug,
];
