import { reopen } from '../../browser/chatSteps.ts';
import { expect, hold } from '../../browser/fixtures.ts';
import { desk } from '../../browser/liveSteps.ts';
import {
  button,
  disableTimeouts,
  type Journey,
  messages,
  openChat,
  openMenu,
  says,
  send,
  startChat,
  type Visit,
  word,
} from './visit.ts';

/** Waits until the chat is at the agents' desk, and lets the agent say something. */
export async function agentSays(visit: Visit, text: string, isShown = true): Promise<void> {
  await expect.poll(async () => (await desk(visit.sandbox)).length).toBeGreaterThan(0);
  await visit.sandbox.command('agent', { action: 'say', text });
  if (isShown) await expect(messages(visit, 'agent').last()).toContainText(text);
}

const act = (visit: Visit, action: string, fields = {}) => visit.sandbox.command('agent', { action, ...fields });

async function askForAgent(visit: Visit, focusArea: string): Promise<void> {
  await openChat(visit, focusArea);
  await expect(messages(visit, 'bot').first()).toBeVisible();
  await send(visit, 'agent now');
  await expect.poll(async () => (await desk(visit.sandbox)).length).toBe(1);
}

async function messageId(visit: Visit, text: string): Promise<string> {
  const found = (await desk(visit.sandbox)).flatMap((one) => one.messages).find((message) => message.text === text);
  return (found as { readonly id?: string } | undefined)?.id ?? '';
}

/** The service knows the visitor when it is asked for a new token. Nobody who is new there is welcomed back. */
const becomeKnown = ({ sandbox }: Visit) => sandbox.command('identity', { expireTokens: true });

/** From the bot to an agent in messaging. */
async function* messaging(visit: Visit): ReturnType<Journey> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await visit.page.route('https://pictures.northwind.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
  );
  await visit.sandbox.rules({
    path: '/api/account/4711/configuration/le-users/users/25025413',
    body: { nickname: 'Natalie', pictureUrl: 'https://pictures.northwind.example/natalie.png' },
  });
  const ada = { signedin: true, iui: 'nw-ada', firstName: 'Ada' };
  await openChat(visit, 'cloud', { globals: { contactWidgetUser: ada } });
  await expect(messages(visit, 'bot').first()).toBeVisible();
  await visit.sandbox.rules({ path: '/ws', frame: 'cm.ConsumerRequestConversation', action: 'cut', times: 1 });
  await send(visit, 'agent now');
  yield { name: 'chat: no agent was reached', shows: messages(visit, 'error') };
  await send(visit, 'agent now');
  await expect.poll(async () => (await desk(visit.sandbox)).length).toBe(1);
  yield { name: 'chat: waiting for an agent', shows: says(visit, 'chat', 'headerWaitingTop') };
  await act(visit, 'join');
  await agentSays(visit, 'Hello, this is Natalie. Our address is https://northwind.example/cloud/plans.');
  yield { name: 'chat: agent with a picture', shows: visit.host.frame().locator('header img') };
  await becomeKnown(visit);
  await reopen(visit.page, visit.host);
  yield { name: 'chat: the visitor is back, by name', shows: says(visit, 'chat', 'welcomeBackNamed') };
  const typing = setInterval(() => void act(visit, 'typing').catch(() => {}), 700);
  try {
    yield { name: 'chat: agent types', shows: says(visit, 'chat', 'isTyping') };
  } finally {
    clearInterval(typing);
  }
  await act(visit, 'leave');
  await expect(says(visit, 'chat', 'agentLeft')).toBeVisible();
  await agentSays(visit, 'Call us at 5.');
  await agentSays(visit, 'This is not for you.');
  await act(visit, 'edit', { messageId: await messageId(visit, 'Call us at 5.'), text: 'Call us at 6.' });
  await act(visit, 'remove', { messageId: await messageId(visit, 'This is not for you.') });
  await send(visit, 'What does a server cost?');
  await expect.poll(() => messageId(visit, 'What does a server cost?')).not.toBe('');
  await act(visit, 'read');
  await expect(says(visit, 'chat', 'messageRemoved')).toBeVisible();
  await expect(messages(visit).getByText(word(visit, 'chat', 'edited'), { exact: true })).toBeVisible();
  // What is announced stays for a second.
  await expect(visit.host.frame().locator('[data-live-region]')).toBeEmpty();
  yield {
    name: 'chat: edited, removed and read messages',
    shows: messages(visit, 'visitor').getByText(word(visit, 'chat', 'read'), { exact: true }),
  };
  await agentSays(
    visit,
    `A long answer. ${'Every region has three zones with their own power. '.repeat(450)}`.trim(),
    false,
  );
  yield { name: 'chat: long message', shows: button(visit, 'chat', 'showMore').first() };
  await button(visit, 'header', 'close').click();
  yield { name: 'chat: question before the end', shows: visit.host.frame().locator('dialog[open]') };
  await button(visit, 'chat', 'keepChatting').click();
  await act(visit, 'survey');
  yield { name: 'chat: survey in messages', shows: visit.host.frame().getByRole('button', { name: '5', exact: true }) };
}

const dayMs = 86_400_000;

async function* ended(visit: Visit): ReturnType<Journey> {
  await openChat(visit);
  await expect(messages(visit, 'bot').first()).toBeVisible();
  // The bot does not come back after this agent.
  await send(visit, 'no way back');
  await visit.host.frame().getByRole('log').getByRole('button', { name: 'Chat with an agent' }).click();
  await agentSays(visit, 'Goodbye');
  await act(visit, 'end');
  yield { name: 'chat: ended', shows: button(visit, 'chat', 'startNewChat') };
}

/** A survey without a title of its own, with a question of every kind. */
export const exitSurvey = {
  survey: {
    id: 361348,
    header: '',
    questions: {
      question: [
        {
          ...{ id: 1, order: 0, mandatory: true, type: 'Radio Button (side by side)', label: 'Is it solved?' },
          entry: [{ value: 'yes' }, { value: 'no' }],
        },
        {
          ...{ id: 2, order: 1, type: 'Radio Button', label: 'How long did it take?' },
          entry: [{ value: 'a minute' }, { value: 'longer' }],
        },
        {
          ...{ id: 3, order: 2, type: 'Checkbox', label: 'What was it about?' },
          entry: [{ value: 'prices' }, { value: 'regions' }],
        },
        {
          ...{ id: 4, order: 3, type: 'Dropdown Box', label: 'Where do you work?' },
          entry: [{ value: 'in a company' }, { value: 'at a university' }],
        },
        { id: 5, order: 4, type: 'Text Field', validationType: 'email', label: 'Where can we reach you?' },
        { id: 6, order: 5, type: 'Text Area', label: 'What else?' },
      ],
    },
  },
};

async function* survey(visit: Visit): ReturnType<Journey> {
  await openChat(visit, 'data');
  await agentSays(visit, 'Anything else?');
  await send(visit, 'No, thank you.');
  await expect.poll(async () => JSON.stringify(await desk(visit.sandbox))).toContain('No, thank you.');
  const [chat] = await desk(visit.sandbox);
  await visit.sandbox.rules({ path: `/api/account/4711/chat/${chat?.id}/exitSurvey`, method: 'GET', body: exitSurvey });
  await act(visit, 'survey');
  const form = visit.host
    .frame()
    .locator('form')
    .filter({ has: button(visit, 'chat', 'surveySend') });
  yield { name: 'survey', shows: form.getByRole('combobox') };
  await button(visit, 'chat', 'surveySend').click();
  yield { name: 'survey: answers are missing', shows: says(visit, 'chat', 'surveyMissing') };
  await form.getByRole('radio').first().check();
  await visit.sandbox.rules({ path: '/api/account/4711/chat/', method: 'POST', status: 500, body: {}, times: 1 });
  await button(visit, 'chat', 'surveySend').click();
  yield { name: 'survey: not sent', shows: says(visit, 'chat', 'surveyFailed') };
  await button(visit, 'chat', 'retry').click();
  yield { name: 'survey: thanks and transcript', shows: button(visit, 'chat', 'downloadTranscript') };
}

async function* lost(visit: Visit): ReturnType<Journey> {
  await visit.page.clock.install();
  await openChat(visit, 'data');
  await agentSays(visit, 'Good morning');
  // The next day begins for the visitor and for the service.
  await visit.page.clock.setSystemTime(Date.now() + dayMs);
  await visit.sandbox.command('liveChat', { skewMs: dayMs });
  await agentSays(visit, 'Good morning again');
  yield { name: 'chat: messages of two days', shows: says(visit, 'chat', 'yesterday') };
  await visit.sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
  yield { name: 'chat: connection lost', shows: says(visit, 'chat', 'connectionLost') };
  await visit.sandbox.forgetRules();
  await expect(says(visit, 'chat', 'connectionLost')).toBeHidden();
  const failed = { chat: { link: [], events: { link: [] }, info: { state: 'error' } } };
  await visit.sandbox.rules({ path: '/api/account/4711/chat/', method: 'GET', status: 200, body: failed });
  yield { name: 'chat: failed', shows: says(visit, 'chat', 'chatFailed') };
}

async function* notStarted(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.rules({ path: '/api/account/4711/chat/request', status: 500, body: {} });
  await openMenu(visit, 'data');
  await startChat(visit);
  yield { name: 'chat: not started', shows: says(visit, 'chat', 'startFailed') };
}

async function* starting(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  await openMenu(visit, 'data');
  const request = await hold(visit.page, /\/api\/account\/4711\/chat\/request/);
  await startChat(visit);
  yield {
    name: 'chat: opening',
    shows: visit.host.frame().getByText(word(visit, 'chat', 'loading')),
  };
  request.release();
}

async function* outdated(visit: Visit): ReturnType<Journey> {
  await askForAgent(visit, 'cloud');
  await agentSays(visit, 'Hello.');
  await visit.sandbox.command('messaging', { versionRefusal: 4426 });
  await visit.sandbox.rules({ path: '/ws', action: 'cut', times: 1 });
  await agentSays(visit, 'cut', false);
  const reload = button(visit, 'chat', 'reload');
  yield { name: 'chat: outdated', shows: reload };
  const document = new URL((await visit.host.frameHandle()).url()).pathname;
  const isDocument = ({ pathname }: URL): boolean => pathname === document;
  await visit.page.route(isDocument, (route) => route.abort());
  await reload.press('Enter');
  yield { name: 'chat: not loaded again', shows: says(visit, 'chat', 'reloadFailed') };
  await visit.page.unroute(isDocument);
  await visit.sandbox.command('messaging', { versionRefusal: null });
  await becomeKnown(visit);
  await reload.press('Enter');
  yield { name: 'chat: the visitor is back', shows: says(visit, 'chat', 'welcomeBack') };
}

async function* offline(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('contact', { chat: 'messaging' });
  await visit.sandbox.command('identity', { agentStatus: 'unavailable' });
  await openMenu(visit, 'data');
  await startChat(visit);
  const signIn = visit.host.frame().getByRole('link', { name: word(visit, 'chat', 'signIn'), exact: true });
  yield { name: 'chat: no agent is available', shows: signIn };
  await (await visit.host.frameHandle()).evaluate(() => {
    window.open = () => null;
  });
  await signIn.click();
  yield { name: 'chat: not signed in', shows: says(visit, 'chat', 'signInFailed') };
}

export const agentJourneys: readonly Journey[] = [
  messaging,
  ended,
  survey,
  lost,
  notStarted,
  starting,
  outdated,
  offline,
];
