import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { sandboxDeployment, withContactFile } from '../../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { checkServices } from '../../services/check.ts';

const folder = mkdtempSync(join(tmpdir(), 'widget-services-'));
let sandbox: Sandbox;
const asked: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    ...{ port: 0, distDir: 'dist' },
    onExchange: ({ call }) => void asked.push(call.method),
  });
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command on a deployment. */
async function check(deployment: object | string, ...options: readonly string[]) {
  const file = join(folder, 'config.json');
  writeFileSync(file, typeof deployment === 'string' ? deployment : JSON.stringify(deployment));
  const lines: string[] = [];
  const code = await checkServices([file, ...options], (text) => void lines.push(text));
  return { code, text: lines.join('\n') };
}

/** Sends a command to the sandbox. */
const tell = (command: string, body: object) =>
  fetch(`${sandbox.controlUrl}/__sandbox/${command}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });

const row = (text: string, call: string): string | undefined =>
  text.split('\n').find((line) => line.startsWith(`${call} `));

describe('npm run check:services, on the sandbox', () => {
  it('[F-AD4] finds that every service matches, and sends nothing but GETs and preflights', async () => {
    asked.length = 0;
    const { code, text } = await check(sandboxDeployment(sandbox), '--origin', sandbox.widgetUrl);
    expect(text).toMatch(/\n(\d+) of \1 match\.$/);
    expect(code).toBe(0);
    expect(row(text, 'contact lookup-plain')).toMatch(/GET +ok +200 ok +ok +ok +ok +http/);
    expect(row(text, 'scheduler book')).toMatch(/preflight +ok +204 ok +ok +- +- +http/);
    expect(text).toContain('messages send was not tried');
    expect(text).toContain('bot employee-check (GET');
    expect(row(text, 'privacy delete')).toContain('preflight');
    expect([...new Set(asked)]).toEqual(['GET']);
    expect(text).not.toContain('Warning');
  });

  it('[F-AD4] tries the contact file, and the address of its form', async () => {
    const { code, text } = await check(withContactFile(sandboxDeployment(sandbox)), '--origin', sandbox.widgetUrl);
    expect(text).toMatch(/\n(\d+) of \1 match\.$/);
    expect(row(text, 'contact contact-file')).toMatch(/GET +ok +200 ok +ok +ok +ok/);
    expect(row(text, 'messages send')).toMatch(/preflight +ok +204 ok +ok/);
    expect(code).toBe(0);
  });

  it('[F-AD4] tries the address of a form that the contact service names, with its query', async () => {
    const send = `form:${sandbox.servicesUrl}/inquiries?list=3`;
    const body = { contactInformationBundles: [{ emailInformation: [{ url: send }] }] };
    await tell('rules', { path: '/contact/lookup', body });
    const { text } = await check(sandboxDeployment(sandbox), '--origin', sandbox.widgetUrl);
    await tell('reset', {});
    expect(row(text, 'messages send')).toMatch(/preflight +ok +204 ok +ok/);
    expect(text).not.toContain('messages send was not tried');
  });

  it('[F-AD4][F-AD6] warns once of a text that no part of the widget reads', async () => {
    const textFragments = { menu: { chatActoin: 'Los' } };
    const key = { languageCode: 'en', regionCode: 'US' };
    const body = { contactInformationBundles: [{ key }], contactModuleTranslations: [{ key, textFragments }] };
    await tell('rules', { path: '/contact/lookup', body });
    const { code, text } = await check(sandboxDeployment(sandbox), '--origin', sandbox.widgetUrl);
    await tell('reset', {});
    expect(text.match(/Warning: .*/g)).toEqual([
      'Warning: contactModuleTranslations.0.textFragments.menu.chatActoin is read by no part of the widget. Did you mean "chatAction"?',
    ]);
    expect(code).toBe(0);
  });

  it('[F-SC35] warns of a call that the contact service offers and the deployment cannot book', async () => {
    const schedulingInformation = [
      { purpose: 'migration' },
      { purpose: 'demo', clientURL: 'https://calls.example/demo' },
    ];
    const body = {
      contactInformationBundles: [{ key: { languageCode: 'en', regionCode: 'US' }, schedulingInformation }],
    };
    await tell('rules', { path: '/contact/lookup', body });
    const { scheduler, ...others } = sandboxDeployment(sandbox);
    const [without, complete] = [
      await check(others, '--origin', sandbox.widgetUrl),
      await check({ ...others, scheduler }, '--origin', sandbox.widgetUrl),
    ];
    await tell('reset', {});
    expect(without.text).toContain(
      'Warning: The call with the purpose "migration" is not offered, because the deployment has no "scheduler" section.',
    );
    expect(without.text).not.toContain('"demo"');
    expect(without.code).toBe(0);
    expect(complete.text).not.toContain('Warning');
  });

  it('[F-AD4] asks for no booking and no conversation that is made up, and says so', async () => {
    const { code, text } = await check(sandboxDeployment(sandbox), '--origin', sandbox.widgetUrl);
    expect(text).not.toMatch(/^scheduler find +GET/m);
    expect(text).toContain(
      'scheduler find was not tried\n  It would ask your service for confirmationNumber NW-004701, which is made up. Name a real one: --with confirmationNumber=…',
    );
    expect(text).toContain('gateway agent was not tried');
    expect(text).toContain('gateway availability was not tried');
    expect(code).toBe(0);
    const requests = await fetch(`${sandbox.controlUrl}/__sandbox/requests?path=/v2/appointments`);
    expect(await requests.json()).toEqual([]);
  });

  it('[F-AD4] asks for a booking and a conversation that are named', async () => {
    const booking = { startDateTime: '2030-01-07T10:00:00+01:00', endDateTime: '2030-01-07T10:30:00+01:00' };
    const visitor = { clientFirstName: 'Ada', clientLastName: 'L', clientEmail: 'a@example.org', clientPhone: '+4930' };
    const booked = await fetch(`${sandbox.servicesUrl}/v2/appointments/`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': 'k' } },
      body: JSON.stringify({ ...booking, ...visitor }),
    });
    const { confirmationNumber } = (await booked.json()) as { confirmationNumber: string };
    const ask = (number: string) =>
      check(
        sandboxDeployment(sandbox),
        ...['--origin', sandbox.widgetUrl, '--with', `confirmationNumber=${number}`, '--with', 'conversationId=c-1'],
      );
    const { code, text } = await ask(confirmationNumber);
    expect(row(text, 'scheduler find')).toMatch(/GET +ok +200 ok +ok +ok +ok/);
    expect(row(text, 'gateway agent')).toMatch(/GET +ok +200 ok/);
    expect(code).toBe(0);
    const unknown = await ask('NW-1');
    expect(row(unknown.text, 'scheduler find')).toMatch(/GET +ok +404 no/);
    expect(unknown.text).toContain('It answers 404. Is the path right, and NW-1 known there?');
  });

  it('[F-AD4] is a command: it prints a table, and its exit code says whether all match', async () => {
    const file = join(folder, 'command.json');
    writeFileSync(file, JSON.stringify({ allowedHosts: [], contact: { hosts: [sandbox.servicesUrl] } }));
    const run = (...options: readonly string[]) =>
      promisify(execFile)('node', ['build.mjs', 'check:services', 'command.json', ...options], {
        env: { ...process.env, INIT_CWD: folder },
      });
    const { stdout } = await run('--origin', sandbox.widgetUrl, '--timeout', '60');
    expect(stdout).toMatch(/^call +by +reachable +status +CORS +type +answer +address\n[\s\S]*8 of 8 match\.\n$/);
    await expect(run('--origins', 'x')).rejects.toMatchObject({ code: 2 });
    writeFileSync(file, JSON.stringify({ allowedHosts: [], contact: { hosts: [`${sandbox.servicesUrl}/nowhere`] } }));
    await expect(run()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('0 of 8 match.') });
  }, 180_000);

  it('[F-AD4] asks with the deployment’s key, and for the focus area that is named', async () => {
    const deployment = { ...sandboxDeployment(sandbox), authorizationKey: 'company-key' };
    const { code } = await check(deployment, '--origin', sandbox.widgetUrl, '--focus-area', 'data');
    expect(code).toBe(0);
    const requests = await fetch(`${sandbox.controlUrl}/__sandbox/requests?path=/contact/lookup`);
    const [last] = ((await requests.json()) as { headers: Record<string, string>; query: { body: string } }[]).slice(
      -1,
    );
    expect(last?.headers.authorization).toMatch(/^Key company-key;setting=\d+;/);
    expect(JSON.parse(last?.query.body ?? '')).toMatchObject({ contactInformationBundleKey: { focusArea: 'data' } });
  });
});

describe('npm run check:services, on a server that is wrong', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
  });

  /** A deployment with nothing but a geo service and a scheduler, and what the command says about them. */
  async function checkServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const url = await serve(answer);
    return check({ ...minimal(url), visitor: { geoHosts: [url] }, scheduler: { hosts: [url] } }, '--origin', widget);
  }

  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    server = createServer(answer);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const widget = 'https://widget.example.com';
  const minimal = (url: string) => ({ allowedHosts: [widget], contact: { hosts: [url] } });
  const all = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const reply = (response: ServerResponse, status: number, headers: object, body = '{}'): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

  it.each([
    [
      'names another origin',
      'Access-Control-Allow-Origin is https://other.example, but must be https://widget.example.com.',
    ],
    [
      'allows no origin',
      'Access-Control-Allow-Origin is missing: browsers do not give the answer to https://widget.example.com.',
    ],
  ])('[F-AD4] says that it %s', async (name, sentence) => {
    const headers = name.startsWith('names') ? { 'access-control-allow-origin': 'https://other.example' } : {};
    const { code, text } = await checkServer((_, response) => reply(response, 200, headers));
    expect(code).toBe(1);
    expect(row(text, 'geo client')).toMatch(/GET +ok +200 ok +no/);
    expect(text).toContain(sentence);
  });

  it('[F-AD4] says what a preflight refuses: the status, the method and the headers', async () => {
    const { text } = await checkServer((request, response) =>
      request.method === 'OPTIONS'
        ? reply(response, 405, { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'POST' })
        : reply(response, 200, all),
    );
    expect(text).toContain('The preflight is answered with 405: browsers require 200 or 204.');
    expect(text).toMatch(/scheduler cancel .*\n +.*\n +Access-Control-Allow-Methods does not have DELETE\./);
    expect(text).toContain('Access-Control-Allow-Headers does not have Content-Type.');
  });

  it('[F-AD4] says that the path may be wrong, and that a service fails', async () => {
    const { text } = await checkServer((request, response) =>
      reply(response, request.url?.startsWith('/v2') ? 500 : 404, all),
    );
    expect(text).toMatch(/geo client .*\n {2}It answers 404\. Is the path right\?\n/);
    expect(text).toContain(
      'It answers 404. Is the path right? If it is, name a focus area of yours with --focus-area.',
    );
    expect(text).toContain('It answers 500, and a visitor gets nothing from it.');
  });

  it('[F-AD4] says where an answer does not match, and that it is no JSON', async () => {
    const { text } = await checkServer((request, response) => {
      if (request.url?.startsWith('/client')) reply(response, 200, { ...all, 'content-type': 'text/html' }, '<html>');
      else if (request.url?.includes('/contact/keys'))
        reply(response, 200, all, '{"contactInformationBundleKeys":[{}]}');
      else reply(response, 200, all);
    });
    expect(row(text, 'geo client')).toMatch(/200 ok +ok +no +-/);
    expect(text).toContain('The content type is text/html, but must be application/json.');
    expect(row(text, 'contact keys')).toMatch(/200 ok +ok +ok +no/);
    expect(text).toContain("The answer at contactInformationBundleKeys.0 must have required property 'languageCode'.");
    expect(text).toContain("The answer must have required property 'contactInformationBundles'.");
  });

  it.each([
    [403, /GET +ok +403 ok/, /\n(\d+) of \d+ match\.$/],
    [404, /GET +ok +404 \?/, /broker sign-in-token .* could not be checked\n {2}It answers 404\. Either the path/],
  ])(
    '[F-AD4] distinguishes a service that refuses the visitor from one that may not be there: %i',
    async (status, expected, told) => {
      const headers = { 'access-control-allow-origin': widget, 'access-control-allow-credentials': 'true' };
      const url = await serve((_, response) => reply(response, status, headers));
      const { text } = await check({ ...minimal(url), identity: { signInHosts: [url] } }, '--origin', widget);
      expect(row(text, 'broker sign-in-token')).toMatch(expected);
      expect(text).toMatch(told);
    },
  );

  it.each([
    ['*', 'true', 'Access-Control-Allow-Origin is *, but cookies are sent: name the origin.'],
    [widget, 'yes', 'Access-Control-Allow-Credentials is not true, but cookies are sent.'],
  ])(
    '[F-AD4] says that cookies are sent to a service that allows %s with credentials %s',
    async (origin, credentials, sentence) => {
      const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': credentials };
      const url = await serve((_, response) => reply(response, 200, headers));
      const { code, text } = await check({ ...minimal(url), identity: { signInHosts: [url] } }, '--origin', widget);
      expect(code).toBe(1);
      expect(row(text, 'broker sign-in-token')).toMatch(/GET +ok +200 ok +no/);
      expect(text).toContain(sentence);
    },
  );

  it('[F-AD4] says that nobody answers', async () => {
    const url = await serve(() => {});
    server?.close();
    const { code, text } = await check(minimal(url.replace(/\d+$/, '1')), '--origin', widget);
    expect(code).toBe(1);
    expect(row(text, 'contact lookup-plain')).toMatch(/GET +no +- +- +- +-/);
    expect(text).toContain('It cannot be reached: ');
  });

  it.each([
    ['speaks XMPP', 'xmpp', /xmpp +socket +ok +101 ok/],
    ['speaks something else', 'mqtt', 'It cannot be opened: Server sent an invalid subprotocol.'],
  ])('[F-AD4] opens a socket that %s', async (_, subprotocol, expected) => {
    const url = await serve((_request, response) => reply(response, 200, all));
    const sockets = new WebSocketServer({ ...(server ? { server } : {}), handleProtocols: () => subprotocol });
    const address = `${url.replace('http', 'ws')}/xmpp-websocket`;
    const xmpp = { address, guestHost: 'guests.example.com', desks: {} };
    const { text } = await check({ ...minimal(url), chat: { channels: { xmpp } } }, '--origin', widget);
    expect(text).toEqual(expect.stringMatching(expected));
    sockets.close();
  });
});

describe('npm run check:services, called wrongly', () => {
  it.each([
    ['without a file', [], /^Name a deployment file/],
    [
      'with a file that is not there',
      ['/nowhere/config.json'],
      /^There is no file \/nowhere\/config.json.\nName a deployment/,
    ],
    ['with a file that is not JSON', ['README.md'], /README.md is not JSON: [^\n]*\nName a deployment file/],
    ['with a value without a name', ['config.json', '--with', '4711'], /--with 4711 is not a name=value pair/],
    [
      'with an origin without a scheme',
      ['frame/config.json', '--origin', 'w.example'],
      /--origin w.example is not an origin, such as/,
    ],
    [
      'with an origin that is a host and a port',
      ['frame/config.json', '--origin', 'localhost:4601'],
      /--origin localhost:4601 is not an/,
    ],
    ['with an option that it does not have', ['config.json', '--hosts', 'x'], /--hosts[\s\S]*Name a deployment file/],
  ])('[F-AD4] says how to call it: %s', async (_, args, expected) => {
    const lines: string[] = [];
    expect(await checkServices(args, (text) => void lines.push(text))).toBe(2);
    expect(lines.join('\n')).toMatch(expected);
  });

  it('[F-AD4] refuses a deployment that the build refuses, and names the field', async () => {
    const { code, text } = await check({ allowedHosts: [], contact: { host: 'https://contact.example.com' } });
    expect(code).toBe(2);
    expect(text).toContain('contact.host: there is no such field; did you mean "hosts"?');
  });
});
