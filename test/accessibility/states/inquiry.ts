import { createControl, createHost, expect, fromRoot, hold } from '../../browser/fixtures.ts';
import { openForm } from '../../browser/inquirySteps.ts';
import { isolatedDeployment, withContactFile } from '../../sandbox/deployment.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { attrsOf, button, disableTimeouts, type Journey, queryOf, says, type Visit, word } from './visit.ts';

/** The form of a small company with a static contact file and a server of its own. */

async function* withFile(visit: Visit, journey: Journey): ReturnType<Journey> {
  const server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => withContactFile(isolatedDeployment(urls)),
  });
  try {
    const sandbox = createControl(server);
    yield* journey({ ...visit, sandbox, host: createHost(visit.page, sandbox) });
  } finally {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await server.close();
  }
}

const field = (visit: Visit, key: 'name' | 'email' | 'text') =>
  visit.host.frame().getByRole('textbox', { name: word(visit, 'inquiry', key), exact: true });

async function fill(visit: Visit): Promise<void> {
  await field(visit, 'name').fill('Ada Lovelace');
  await field(visit, 'email').fill('ada@example.org');
  await field(visit, 'text').fill('Do you ship to Norway?');
}

async function* form(visit: Visit): ReturnType<Journey> {
  await disableTimeouts(visit);
  const { 'data-focus-area': _, ...attrs } = attrsOf(visit);
  await openForm(visit.host, attrs, queryOf(visit));
  yield { name: 'form', shows: field(visit, 'name') };
  await button(visit, 'inquiry', 'send').press('Enter');
  yield { name: 'form: errors', shows: says(visit, 'inquiry', 'nameMissing') };
  await fill(visit);
  await field(visit, 'email').fill('ada@example');
  await button(visit, 'inquiry', 'send').press('Enter');
  yield { name: 'form: incomplete address', shows: says(visit, 'inquiry', 'emailMalformed') };
  await field(visit, 'email').fill('ada@example.org');
  await visit.sandbox.rules({ method: 'POST', path: '/inquiries', status: 422, times: 1 });
  await button(visit, 'inquiry', 'send').click();
  yield { name: 'form: refused', shows: says(visit, 'inquiry', 'refused') };
  await field(visit, 'text').fill('Do you ship to Oslo?');
  const request = await hold(visit.page, /\/inquiries/);
  await button(visit, 'inquiry', 'send').click();
  yield { name: 'form: sending', shows: button(visit, 'inquiry', 'sending') };
  request.release({ status: 503 });
  yield { name: 'form: waiting', shows: button(visit, 'inquiry', 'tryNow') };
  await visit.page.unroute(/\/inquiries/);
  await button(visit, 'inquiry', 'tryNow').click();
  yield { name: 'form: delivered', shows: button(visit, 'inquiry', 'another') };
}

async function* closed(visit: Visit): ReturnType<Journey> {
  await visit.sandbox.command('hours', { open: false });
  const { 'data-focus-area': _, ...attrs } = attrsOf(visit);
  await openForm(visit.host, attrs, queryOf(visit));
  await expect(field(visit, 'name')).toBeVisible();
  yield { name: 'form: the company is closed', shows: field(visit, 'name') };
}

/** The company takes messages by e-mail. */
async function* mail(visit: Visit): ReturnType<Journey> {
  await visit.page.route(/\/contact\.json/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"send":"http[^"]*"/g, '"send":"mailto:info@example.org"');
    await route.fulfill({ response, body });
  });
  const { 'data-focus-area': _, ...attrs } = attrsOf(visit);
  await openForm(visit.host, attrs, queryOf(visit));
  await fill(visit);
  await button(visit, 'inquiry', 'send').click();
  yield { name: 'form: e-mail', shows: button(visit, 'inquiry', 'mailAgain') };
}

export const inquiryJourneys: readonly Journey[] = [form, closed, mail].map((journey) =>
  Object.defineProperty((visit: Visit) => withFile(visit, journey), 'name', { value: journey.name }),
);
