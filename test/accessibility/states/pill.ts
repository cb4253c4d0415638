import { expect } from '../../browser/fixtures.ts';
import { agentSays } from './agents.ts';
import { button, type Journey, openChat, openPage, word } from './visit.ts';

async function* text(visit: Parameters<Journey>[0]): ReturnType<Journey> {
  await openPage(visit);
  yield { name: 'pill: text', shows: visit.host.pill(), isOnPage: true };
}

async function* icon(visit: Parameters<Journey>[0]): ReturnType<Journey> {
  await openPage(visit, 'cloud', { attrs: { 'data-collapse': '' } });
  // Before the frame draws it, the pill has neither text nor name.
  await expect(visit.host.pill()).toHaveAccessibleName(/./);
  await expect(visit.host.pill()).toHaveText('');
  yield { name: 'pill: icon', shows: visit.host.pill(), isOnPage: true };
}

async function* unread(visit: Parameters<Journey>[0]): ReturnType<Journey> {
  await openChat(visit, 'data');
  await agentSays(visit, 'Good morning');
  await button(visit, 'header', 'minimize').click();
  await agentSays(visit, 'Are you there?', false);
  // In Arabic, one message and two are words.
  await expect(visit.host.pill()).not.toHaveAccessibleName(word(visit, 'pill', 'label'));
  yield { name: 'pill: unread messages', shows: visit.host.pill(), isOnPage: true };
}

export const pillJourneys: readonly Journey[] = [text, icon, unread];
