import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { checkServices } from '../../services/check.ts';
import { policyProblems, readPolicy } from '../../services/policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'widget-wrong-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const widget = 'https://widget.example.com';

async function check(deployment: object, ...options: readonly string[]) {
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ allowedHosts: [widget], ...deployment }));
  const lines: string[] = [];
  const args = [file, '--origin', widget, '--timeout', '30', ...options];
  const code = await checkServices(args, (text) => void lines.push(text));
  return { code, text: lines.join('\n') };
}

const row = (text: string, call: string): string | undefined =>
  text.split('\n').find((line) => line.startsWith(`${call} `));

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' };
const json = { 'content-type': 'application/json', ...cors };
const reply = (response: ServerResponse, body: string, headers: object = json, status = 200): void => {
  response.writeHead(status, { ...headers }).end(body);
};

/** The geo service of a company, and how it may be wrong. */
describe('npm run check:services, on a service that is wrong in one way', () => {
  const cases: readonly [string, Answer, RegExp, string][] = [
    [
      'a field has the wrong type',
      (_, response) => reply(response, '{"country": 49}'),
      /GET +ok +200 ok +ok +ok +no/,
      'The answer at country must be string.',
    ],
    [
      'the answer is a list',
      (_, response) => reply(response, '[]'),
      /GET +ok +200 ok +ok +ok +no/,
      'The answer must be object.',
    ],
    [
      'no header allows cross-origin access',
      (_, response) => reply(response, '{}', { 'content-type': 'application/json' }),
      /GET +ok +200 ok +no/,
      'Access-Control-Allow-Origin is missing: browsers do not give the answer to https://widget.example.com.',
    ],
    [
      'it answers HTML',
      (_, response) => reply(response, '<html>Sign in</html>', { ...cors, 'content-type': 'text/html' }),
      /GET +ok +200 ok +ok +no +-/,
      'The content type is text/html, but must be application/json.',
    ],
    [
      'it answers HTML and says that it is JSON',
      (_, response) => reply(response, '<html>Sign in</html>'),
      /GET +ok +200 ok +ok +ok +no/,
      'The answer says that it is JSON, and is not.',
    ],
    [
      'it answers nothing',
      (_, response) => reply(response, ''),
      /GET +ok +200 ok +ok +ok +no/,
      'The answer must be object.',
    ],
    [
      'it fails',
      (_, response) => reply(response, '{}', json, 500),
      /GET +ok +500 no +ok +- +-/,
      'It answers 500, and a visitor gets nothing from it.',
    ],
    ['it does not answer in time', () => {}, /GET +no +- +- +- +-/, 'It does not answer within 0.5 s.'],
    [
      'its answer stalls',
      (_, response) => void response.writeHead(200, json).write('{'),
      /GET +no +- +- +- +-/,
      'It began to answer but did not finish within 0.5 s.',
    ],
    ['it cuts the connection', (request) => request.socket.destroy(), /GET +no +- +- +- +-/, 'It cannot be reached: '],
    [
      'it redirects to another host',
      (_, response) => reply(response, '', { ...cors, location: 'https://elsewhere.example/client' }, 302),
      /GET +ok +302 no +ok +- +-/,
      'It answers 302 and redirects to https://elsewhere.example/client. No document allows that: name the final address in the deployment.',
    ],
    [
      'its answer is too long',
      (_, response) => reply(response, `"${'x'.repeat(5_000_001)}"`),
      /GET +ok +200 ok +ok +- +no/,
      'It answers more than 5,000,000 characters: the frame stops reading, and a visitor gets nothing from it.',
    ],
    [
      'it answers with a status that no one described',
      (_, response) => reply(response, '', cors, 204),
      /GET +ok +204 ok/,
      'The document has no answer with the status 204.',
    ],
  ];

  it.each(cases)('[F-AD4] says so: %s', async (_, answer, expected, sentence) => {
    const good = await serve((_request, response) => reply(response, '{}'));
    const wrong = await serve(answer);
    // Long enough for a service on a busy machine, unless the test is about the limit.
    const limit = sentence.includes('within') ? ['--timeout', '0.5'] : [];
    const deployment = { contact: { hosts: [good] }, visitor: { geoHosts: [wrong] } };
    const { code, text } = await check(deployment, ...limit);
    expect(row(text, 'geo client')).toMatch(expected);
    expect(text).toContain(`geo client (GET ${wrong}/client)\n  ${sentence}`);
    expect(code).toBe(1);
  });

  it('[F-AD4] says that a field is missing, and where', async () => {
    const url = await serve((_, response) =>
      reply(response, '{"contactInformationBundleKeys":[{"languageCode":"en"}]}'),
    );
    const { text } = await check({ contact: { hosts: [url] } });
    expect(text).toContain("The answer at contactInformationBundleKeys.0 must have required property 'regionCode'.");
  });

  it('[F-AD4] says that a preflight is redirected', async () => {
    const url = await serve((_, response) => reply(response, '', { ...cors, location: '/there' }, 301));
    const { text } = await check({ contact: { hosts: [url] }, scheduler: { hosts: [url] } });
    expect(text).toContain('The preflight is answered with 301: browsers require 200 or 204.');
  });

  it('[F-AD4] asks for no header and sends no preflight at the widget’s own origin', async () => {
    const methods = new Set<string | undefined>();
    const url = await serve((request, response) => {
      methods.add(request.method);
      reply(response, '{}', { 'content-type': 'application/json' });
    });
    const { text } = await check(
      { allowedHosts: [url], contact: { hosts: [url] }, scheduler: { hosts: [url] } },
      ...['--origin', url],
    );
    expect(text).not.toContain('Access-Control');
    expect([...methods]).toEqual(['GET']);
  });

  it('[F-AD4] refuses a time limit that is none', async () => {
    const lines: string[] = [];
    expect(
      await checkServices([join(folder, 'config.json'), '--timeout', 'soon'], (text) => void lines.push(text)),
    ).toBe(2);
    expect(lines.join('\n')).toContain('--timeout soon is not a number of seconds.');
  });
});

describe('the frame’s policy', () => {
  const policy = readPolicy("script-src 'self' https://a.example; connect-src https: wss://*.vendor.example");
  it.each([
    ['wss://m.vendor.example/ws', false, true],
    ['wss://vendor.example.evil.example/ws', false, false],
    ['https://any.example/', false, true],
    ['https://a.example/x.js', true, true],
    ['https://axexample/x.js', true, false],
  ])('[F-AD4] decides on %s (script: %s): %s', (address, isScript, isAllowed) => {
    expect(policyProblems(policy, new URL(address), isScript).length === 0).toBe(isAllowed);
  });
});

describe('npm run check:services, on vendors', () => {
  const script = { 'content-type': 'text/javascript' };
  const accounts = [
    { service: 'liveperson', account: '4711', baseURI: 'chat.example' },
    { service: 'lemessaging', account: '4711', baseURI: 'chat.example' },
  ];

  /** A vendor that answers as documented, but for the paths in `wrong`. */
  async function serveVendor(wrong: Readonly<Record<string, Answer>> = {}) {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      asked.push(`${request.method} ${pathname}`);
      const isWrong = Object.entries(wrong).find(([path]) => pathname.includes(path));
      const host = request.headers.host ?? '';
      if (isWrong) isWrong[1](request, response);
      else if (request.method === 'OPTIONS') reply(response, '', cors, 204);
      else if (pathname.endsWith('.lpCsds'))
        reply(response, `callback({"ResultSet":{"lpData":[{"lpServer":"${host}"}]}});`, script);
      else if (pathname.endsWith('baseURI.json')) reply(response, JSON.stringify({ baseURI: host }));
      else if (/\/account\/\w+\.json$/.test(pathname))
        reply(response, JSON.stringify({ link: [{ '@rel': 'chat-request', '@href': `http://${host}/request` }] }));
      else reply(response, '{}', json, 404);
    });
    const sockets = new WebSocketServer({ server: servers.at(-1) as Server });
    const frames: string[] = [];
    sockets.on('connection', (socket) => socket.on('message', (data) => frames.push(String(data))));
    const channels = { sync: { domainHosts: [url] }, async: { domainHosts: [url], profileHosts: [url] } };
    const ask = async (more: object = {}, ...options: readonly string[]) => {
      const good = await serve((_, response) => reply(response, '{}'));
      const origins = { scriptOrigins: [url], connectOrigins: [url.replace('http', 'ws')] };
      return check({ contact: { hosts: [good] }, chat: { accounts, channels }, ...origins, ...more }, ...options);
    };
    return { url, asked, frames, channels, ask };
  }

  it('[F-AD4] follows the domain lookup, and neither requests a chat nor logs in', async () => {
    const { asked, frames, ask } = await serveVendor();
    const { text } = await ask();
    expect(row(text, 'live-chat domain')).toMatch(/GET +ok +200 ok +- +ok +ok/);
    expect(row(text, 'live-chat account')).toMatch(/preflight +ok +204 ok +ok/);
    expect(row(text, 'live-chat request')).toMatch(/preflight +ok +204 ok +ok/);
    expect(row(text, 'messaging-directory domain')).toMatch(/GET +ok +200 ok +ok +ok +ok/);
    expect(row(text, 'messaging')).toMatch(/socket +ok +101 ok/);
    expect(text).toContain('live-chat event was not tried\n  Its address needs a real chat. Name one: --with chat=…');
    expect(text).toContain('messaging-directory profile was not tried\n  It would ask LivePerson for agent 25025413,');
    expect(asked.filter((one) => !/^(?:GET|OPTIONS) /.test(one))).toEqual([]);
    expect(frames).toEqual([]);
  });

  it('[F-AD4] sends the vendor’s key and never the company’s', async () => {
    const keys = new Set<string | undefined>();
    const { ask } = await serveVendor({
      '4711.json': (request, response) => {
        if (request.method === 'GET') keys.add(request.headers.authorization);
        reply(response, '{"link": []}');
      },
    });
    await ask({ authorizationKey: 'company-key' });
    expect([...keys]).toEqual([expect.stringMatching(/^LivePerson appKey=\w+$/)]);
  });

  it('[F-AD4] tries each account of the deployment', async () => {
    const { asked, channels, ask } = await serveVendor();
    const more = [...accounts, { service: 'softlayer', account: '4712', baseURI: 'chat.example' }];
    const { text } = await ask({ chat: { accounts: more, channels } });
    expect(asked).toContain('GET /api/account/4711.json');
    expect(asked).toContain('GET /api/account/4712.json');
    expect(text.match(/^live-chat account +GET/gm)).toHaveLength(2);
  });

  it('[F-AD4] tries each account at its own host, where no lookup says which', async () => {
    const [one, other] = [await serveVendor(), await serveVendor()];
    const at = ({ url }: { readonly url: string }) => new URL(url).host;
    const placed = (['liveperson', 'lemessaging'] as const).flatMap((service) => [
      { service, account: '4711', baseURI: at(one) },
      { service, account: '4712', baseURI: at(other) },
    ]);
    const chat = {
      ...{ accounts: placed, channels: { sync: {}, async: {} } },
      accountIds: { liveperson: { production: '4713' } },
    };
    const { text } = await one.ask({ chat });
    const accountsAsked = ({ asked }: { readonly asked: readonly string[] }) =>
      asked.filter((call) => call.startsWith('GET /api/account/') && call.endsWith('.json'));
    expect(accountsAsked(one)).toEqual(['GET /api/account/4713.json']);
    expect(accountsAsked(other)).toEqual(['GET /api/account/4712.json']);
    const sockets = text.match(/^messaging +socket .*$/gm)?.map((line) => new URL(line.split(/ +/).at(-1) ?? ''));
    expect(sockets?.map(({ host, pathname }) => [host, pathname.split('/')[3]])).toEqual([
      [at(one), '4711'],
      [at(other), '4712'],
    ]);
  });

  it('[F-AD4] asks for the profile of an agent who is named', async () => {
    const { text } = await (await serveVendor({ '/users/7': (_, response) => reply(response, '{"nickname": 7}') })).ask(
      {},
      '--with',
      'agent=7',
    );
    expect(row(text, 'messaging-directory profile')).toMatch(/GET +ok +200 ok +ok +ok +no/);
    expect(text).toContain('The answer at nickname must be string.');
  });

  it.each([
    ['calls nothing', '/* maintenance */', 'The script does not call the callback of the request with JSON.'],
    [
      'calls another function',
      'lookup({"ResultSet":{"lpData":[{"lpServer":"chat.example"}]}})',
      'The script does not call the callback of the request with JSON.',
    ],
    [
      'names no server',
      'callback({"ResultSet":{}})',
      "What the script passes at ResultSet must have required property 'lpData'.",
    ],
    [
      'names a server without encryption',
      'callback({"ResultSet":{"lpData":{"lpServer":"http://chat.example"}}})',
      'The account lookup names an origin without encryption: http://chat.example.',
    ],
  ])('[F-AD4] says that a domain lookup %s, and that the rest is not tried', async (_, body, sentence) => {
    const { asked, ask } = await serveVendor({ '.lpCsds': (_request, response) => reply(response, body, script) });
    const { code, text } = await ask();
    expect(row(text, 'live-chat domain')).toMatch(/GET +ok +200 ok +- +ok +no/);
    expect(text).toContain(sentence);
    expect(text).toContain('live-chat was not tried\n  Its address is unknown');
    expect(asked.filter((one) => one.includes('4711.json'))).toEqual([]);
    expect(code).toBe(1);
  });

  it('[F-AD4] says that the socket cannot be opened', async () => {
    const { ask, url } = await serveVendor({
      asyncMessagingEnt: (_, response) => reply(response, `{"baseURI": "127.0.0.1:1"}`),
    });
    expect(url).toContain('127.0.0.1');
    const { code, text } = await ask();
    expect(row(text, 'messaging')).toMatch(/socket +no/);
    expect(text).toContain('It cannot be opened: ');
    expect(code).toBe(1);
  });

  it('[F-AD4] says that a datafile does not match, and reports no event by GET', async () => {
    const { asked, url, ask } = await serveVendor({
      '/datafile.json': (_, response) => reply(response, '{"version": "5"}'),
    });
    const experiments = { datafile: `${url}/datafile.json`, events: `${url}/events`, method: 'GET' };
    const { text } = await ask({ experiments });
    expect(row(text, 'experiments datafile')).toMatch(/GET +ok +200 ok +ok +ok +no/);
    expect(text).toContain('The answer at version must be equal to one of the allowed values.');
    expect(text).toMatch(/experiments report-by-get was not tried\n {2}It would report something to Optimizely/);
    expect(asked.filter((one) => one.includes('/events'))).toEqual([]);
  });

  it('[F-AD4] says that a script is a page, or comes from an origin that the policy does not allow', async () => {
    const elsewhere = await serve((_, response) => reply(response, ';', script));
    const { url, ask } = await serveVendor({
      '/notice.js': (_, response) => reply(response, '<html>', { 'content-type': 'text/html' }),
      '/sdk.js': (_, response) => reply(response, '', { location: `${elsewhere}/sdk.js` }, 302),
    });
    const { text } = await ask({
      vendorFiles: { noticeScript: `${url}/notice.js` },
      outreach: { inApp: { enabled: true, scriptUrl: `${url}/sdk.js` } },
    });
    expect(text).toContain('The content type is text/html, but must be text/javascript.');
    expect(text).toContain(
      `The frame’s policy does not allow ${elsewhere}: name it in scriptOrigins of the deployment.`,
    );
  });

  it('[F-AD4] counts a call once that does not match and could not be checked', async () => {
    const elsewhere = await serve((_, response) => reply(response, '', {}, 404));
    const { url, ask } = await serveVendor({
      '/employee': (_, response) => reply(response, '', { location: `${elsewhere}/employee` }, 302),
    });
    const bot = { hosts: { main: url }, employeeCheckUrl: `${url}/employee` };
    const { text } = await ask({ chat: { channels: { bot } } });
    expect(row(text, 'bot employee-check')).toMatch(/GET +no +404 \?/);
    const rows = text.split('\n\n')[0]?.split('\n').slice(1) ?? [];
    const fitting = rows.filter((line) => !/ no /.test(line) && !/404 \?/.test(line)).length;
    const doubtfulOnly = rows.filter((line) => !/ no /.test(line) && /404 \?/.test(line)).length;
    expect(text).toContain(`${fitting} of ${rows.length - doubtfulOnly} match.`);
  });

  it('[F-AD4] says that the policy allows neither the script of the lookup nor the host that it names', async () => {
    const { url, ask } = await serveVendor();
    const elsewhere = await serveVendor();
    const sync = { domainHosts: [url], engagementHosts: [url] };
    const lookup = `callback({"ResultSet":{"lpData":[{"lpServer":"${new URL(elsewhere.url).host}"}]}})`;
    const vendor = await serveVendor({ '.lpCsds': (_, response) => reply(response, lookup, script) });
    const chat = { accounts, channels: { sync: { ...sync, domainHosts: [vendor.url] } } };
    const blocked = await ask({ chat, scriptOrigins: [], connectOrigins: [] });
    expect(row(blocked.text, 'live-chat domain')).toMatch(/GET +no +200 ok/);
    expect(row(blocked.text, 'live-chat account')).toMatch(/preflight +no +204 ok/);
    const isNotAllowed = (origin: string, field: string) =>
      `The frame’s policy does not allow ${origin}: name it in ${field} of the deployment.`;
    expect(blocked.text).toContain(isNotAllowed(vendor.url, 'scriptOrigins'));
    expect(blocked.text).toContain(isNotAllowed(elsewhere.url, 'connectOrigins'));
    const allowed = await ask({ chat, scriptOrigins: [vendor.url], connectOrigins: [elsewhere.url] });
    expect(allowed.text).not.toContain('policy');
    expect(row(allowed.text, 'live-chat account')).toMatch(/preflight +ok/);
  });
});
