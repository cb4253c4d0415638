import { expect } from '../../browser/fixtures.ts';
import { type Journey, openPage, type State, type Visit } from './visit.ts';

/** The card holds while the focus is in it. */
async function reached({ host }: Visit, name: string): Promise<State> {
  const card = host.frame().getByRole('complementary');
  await expect(card).toBeVisible();
  await expect.poll(async () => (await host.iframe().boundingBox())?.height ?? 0).toBeGreaterThan(80);
  await card.getByRole('button').first().focus();
  return { name, shows: card };
}

const rules = (action: Readonly<Record<string, unknown>>) => ({
  globals: { contactWidgetConfig: { rules: [{ condition: [], action: [action] }] } },
});

async function* welcome(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await openPage(visit);
  yield await reached(visit, 'pop-up: welcome');
}

async function* welcomeLink(visit: Visit): ReturnType<Journey> {
  const items = [
    { type: 'text', text: 'Our prices have changed.' },
    { type: 'link', text: '', href: 'https://www.northwind.example/prices' },
  ];
  await visit.sandbox.rules({ path: '/bot/v2/message', body: { output: { values: [{ items }] } } });
  await visit.sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await openPage(visit);
  yield await reached(visit, 'pop-up: link of a welcome');
}

/** Only a bot has a welcome. */
async function* chatInvitation(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await openPage(visit, 'data');
  yield await reached(visit, 'pop-up: invitation to chat');
}

async function* invitation(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { without: ['chat'] });
  await visit.sandbox.command('outreach', { popUpTimeMs: 1_500 });
  await openPage(visit);
  yield await reached(visit, 'pop-up: invitation');
}

async function* offer(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('outreach', { offer: 'trial' });
  await openPage(visit);
  yield await reached(visit, 'notification: offer');
}

async function* inApp(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('outreach', { inApp: 'message' });
  await openPage(visit);
  yield await reached(visit, 'notification: in-app message');
}

async function* chat(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('outreach', { inApp: 'chat' });
  await openPage(visit);
  yield await reached(visit, 'notification: invitation to chat');
}

async function* post(visit: Visit): ReturnType<Journey> {
  const bodyText = 'Every database on a paid plan. '.repeat(60);
  await openPage(visit, 'cloud', rules({ type: 'post', headingText: 'Backups now keep 35 days', bodyText }));
  yield await reached(visit, 'notification: long post');
}

async function* link(visit: Visit): ReturnType<Journey> {
  const content = { headingText: 'Backups now keep 35 days', url: 'https://www.northwind.example/backups' };
  await openPage(visit, 'cloud', rules({ type: 'note', ...content }));
  yield await reached(visit, 'notification: link');
}

export const cardJourneys: readonly Journey[] = [
  welcome,
  welcomeLink,
  chatInvitation,
  invitation,
  offer,
  inApp,
  chat,
  post,
  link,
];
