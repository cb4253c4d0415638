import { expect, hold } from '../../browser/fixtures.ts';
import { openEntry } from '../../browser/menuSteps.ts';
import { agentSays } from './agents.ts';
import {
  attrsOf,
  button,
  disableTimeouts,
  type Journey,
  messages,
  openChat,
  openMenu,
  queryOf,
  says,
  send,
  startChat,
  type Visit,
  word,
} from './visit.ts';

export async function* answers(visit: Visit): ReturnType<Journey> {
  const frame = visit.host.frame();
  await openChat(visit);
  yield { name: 'chat', shows: messages(visit, 'bot').getByRole('button').first() };
  await send(visit, 'everything');
  await expect(frame.locator('blockquote')).toBeAttached();
  yield { name: 'chat: every kind of answer', shows: frame.locator('blockquote') };
  await button(visit, 'chat', 'showMore').click();
  await button(visit, 'chat', 'ratingUp').last().click();
  yield { name: 'chat: opened text and rating', shows: says(visit, 'chat', 'ratingThanks') };
  await frame.getByRole('log').getByRole('button', { name: 'Small' }).click();
  yield { name: 'chat: a chosen answer', shows: frame.locator('[data-chosen]').first() };
  await send(visit, 'unnamed');
  yield {
    name: 'chat: links without a text of their own',
    shows: frame.getByRole('link', { name: word(visit, 'chat', 'lineTrial') }),
  };
  await send(visit, 'products');
  await expect(button(visit, 'chat', 'ratingDown').last()).toBeVisible();
  await frame.getByRole('log').evaluate((area) => area.scrollTo({ top: 0 }));
  await frame.getByRole('textbox').focus();
  await frame.getByRole('log').evaluate((area) => area.scrollTo({ top: 0 }));
  await button(visit, 'chat', 'ratingDown')
    .last()
    .evaluate((element) => (element as HTMLElement).click());
  yield { name: 'chat: new messages below', shows: button(visit, 'chat', 'newMessages') };
}

async function* undelivered(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await openChat(visit);
  await expect(messages(visit, 'bot').first()).toBeVisible();
  const message = await hold(visit.page, /\/bot\/v2\/message(\?|$)/);
  await send(visit, 'thank you');
  yield { name: 'chat: sending', shows: messages(visit, 'visitor').getByText(word(visit, 'chat', 'sending')) };
  message.release({ status: 503 });
  yield { name: 'chat: not sent', shows: button(visit, 'chat', 'tryAgain').first() };
}

async function* undeliveredTwice(visit: Visit): ReturnType<Journey> {
  await openChat(visit, 'data');
  await agentSays(visit, 'Good morning');
  await visit.sandbox.rules({ path: '/api/account/4711/chat/', method: 'POST', status: 400, body: {} });
  await send(visit, 'one');
  await send(visit, 'two');
  yield { name: 'chat: two messages not sent', shows: button(visit, 'chat', 'tryAllAgain') };
}

async function* assistant(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { chat: 'assistant' });
  await openMenu(visit);
  await startChat(visit);
  yield { name: 'chat: hosted assistant', shows: messages(visit, 'bot').getByRole('button').first() };
}

async function* support(visit: Visit): ReturnType<Journey> {
  await openMenu(visit, 'security');
  const block = visit.host.frame().locator('[data-block=support]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  const popup = visit.page.waitForEvent('popup');
  await button(visit, 'menu', 'supportAction').click();
  await popup;
  await visit.page.bringToFront();
  yield { name: 'chat: in the provider’s window', shows: button(visit, 'chat', 'externalAgain') };
}

async function* noSupport(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.rules({ path: '/support-chat/deployment.js', status: 404, body: {} });
  await openMenu(visit, 'security');
  const block = visit.host.frame().locator('[data-block=support]');
  const opener = block.locator('[aria-expanded=false]');
  if (await opener.count()) await opener.click();
  await button(visit, 'menu', 'supportAction').click();
  yield { name: 'chat: not available', shows: says(visit, 'chat', 'notAvailable') };
}

async function* older(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { chat: 'older' });
  await visit.host.open('/older-chat', { attrs: attrsOf(visit), query: queryOf(visit) });
  await visit.host.openPane();
  await openEntry(visit.host.frame(), 'chat');
  yield { name: 'menu: chat of the page', shows: button(visit, 'menu', 'chatAction') };
}

export const botJourneys: readonly Journey[] = [
  answers,
  undelivered,
  undeliveredTwice,
  assistant,
  support,
  noSupport,
  older,
];
