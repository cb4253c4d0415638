import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentHead } from '../../../frame/deployment/documentHead.ts';
import {
  embedderPolicyOf,
  type HeaderFields,
  headersFile,
  headersFor,
  nginxFile,
  policyOf,
} from '../../../frame/deployment/headers.ts';
import { sandboxDeployment } from '../../sandbox/deployment.ts';
import { headersAt, parseHeadersFile, startHeadersFileHost } from '../../support/headersFileHost.ts';
import { isNginxInstalled, runNginx, startNginx } from '../../support/nginx.ts';
import { root as projectRoot } from '../../support/sources.ts';

const deployment = {
  allowedHosts: ['https://bank.example'],
  contact: { hosts: ['https://contact.example/v1'] },
  cspReportUrl: 'https://reports.example/csp?app=widget',
};
const headers = headersFor(deployment);
/** The moving addresses and one release, as both kinds of host have them. */
const nginxText = nginxFile(headers) + nginxFile(headers, 'v1.2.3');
const headersText = `${headersFile(headers)}\n${headersFile(headers, 'v1.2.3')}`;

describe('the headers', () => {
  const shared = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': 'max-age=31536000',
  };
  const forAll = { 'Access-Control-Allow-Origin': '*' };
  const minutes = { 'Cache-Control': 'public, max-age=300' };
  const forever = { 'Cache-Control': 'public, max-age=31536000, immutable' };

  it('[F-SE11][CSP-12] are these', () => {
    expect(headersFor({ ...deployment, contact: { file: '/c.json' } }).contactFile).toBe('/c.json');
    expect(headersFor(deployment)).toEqual({
      document: {
        ...shared,
        'Content-Security-Policy': [
          'frame-ancestors https://bank.example',
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data: https://contact.example",
          "font-src 'self'",
          "connect-src 'self' https://contact.example",
          "frame-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
          'report-uri https://reports.example/csp?app=widget',
          'report-to csp',
        ].join('; '),
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Reporting-Endpoints': 'csp="https://reports.example/csp?app=widget"',
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), unload=()',
        'Cache-Control': 'no-cache',
      },
      asset: { ...shared, ...forever },
      loader: { ...shared, ...forAll, ...minutes },
      pinnedLoader: { ...shared, ...forAll, ...forever },
      config: { ...shared, ...minutes },
      other: { ...shared, ...minutes },
    });
  });

  it.each<[string, HeaderFields & Record<string, unknown>, string, string]>([
    [
      'several services',
      { allowedHosts: [], a: 'https://a.example/x', b: ['wss://b.example/y'] },
      'connect-src',
      "'self' https://a.example wss://b.example",
    ],
    [
      'a service twice',
      { allowedHosts: [], a: 'https://a.example/x', b: 'https://a.example/y' },
      'connect-src',
      "'self' https://a.example",
    ],
    [
      'a service whose name has “null” in it',
      { allowedHosts: [], a: 'https://api.nullisland.example/x' },
      'connect-src',
      "'self' https://api.nullisland.example",
    ],
    [
      'origins with any host and port',
      { allowedHosts: [], connectOrigins: ['https://*.example.com:*', 'wss://a.example'] },
      'connect-src',
      "'self' https://*.example.com:* wss://a.example",
    ],
    ['no service', { allowedHosts: [], a: 'see https://a.example', b: null }, 'connect-src', "'self'"],
    [
      'a service without encryption',
      { allowedHosts: [], a: 'http://a.example/x' },
      'img-src',
      "'self' data: http://a.example",
    ],
    [
      'scripts of vendors',
      { allowedHosts: [], scriptOrigins: ['https://a.example', 'https://b.example'] },
      'script-src',
      "'self' https://a.example https://b.example",
    ],
    ['frames of vendors', { allowedHosts: [], scriptOrigins: ['https://a.example'] }, 'frame-src', 'https://a.example'],
  ])('[F-SE11] allow %s and nothing else', (_, fields, name, sources) => {
    const directive = policyOf(fields)
      .split('; ')
      .find((one) => one.startsWith(`${name} `));
    expect(directive).toBe(`${name} ${sources}`);
  });

  it('[CSP-12] allow a release’s own inline script, and no types for scripts of vendors', () => {
    expect(policyOf({ allowedHosts: [] }, "'sha256-a'")).toContain("script-src 'self' 'sha256-a';");
    const vendor = { allowedHosts: [], scriptOrigins: ['https://a.example'], chat: { channels: { support: {} } } };
    expect(policyOf(vendor), 'no types; a support chat submits a form').toMatch(/; form-action https:\/\/a\.example$/);
    expect(policyOf({ ...vendor, chat: { channels: { sync: {} } } })).toContain("form-action 'none'");
  });

  const frame = ['frame/*', 'frame/assets/*', 'frame/config.json'];
  it.each([
    ['', undefined, ['loader.js', 'loader.js.sri', 'THIRD-PARTY-LICENSES.txt', ...frame]],
    ['/v1.2.3', 'v1.2.3', ['*', 'loader.js', ...frame]],
  ])('[F-SE11] stand in a file for the addresses under "%s/"', (base, folder, paths) => {
    const lines = (headersFile(headers, folder) ?? '').split('\n');
    expect(lines.filter((line) => line.startsWith('/'))).toEqual(paths.map((path) => `${base}/${path}`));
  });
});

describe('the embedder policy', () => {
  const urls = {
    hostUrl: 'http://localhost:4600',
    widgetUrl: 'http://localhost:4601',
    servicesUrl: 'http://localhost:4602',
    vendorsUrl: 'http://localhost:4605',
  };
  const bot = { bot: { hosts: { main: 'https://bot.example' } } };

  it.each<[string, object, string]>([
    ['names nothing of a vendor', { chat: { channels: bot } }, 'require-corp'],
    ['names a script', { scriptOrigins: ['https://vendor.example'] }, 'credentialless'],
    ['names a vendor’s font', { vendorFiles: { fontStyles: 'https://fonts.example/sans.css' } }, 'credentialless'],
    ['names live chat', { chat: { channels: { ...bot, sync: {} } } }, 'credentialless'],
    ['names messaging, whose agents have pictures', { chat: { channels: { async: {} } } }, 'credentialless'],
    ['has in-app messages', { outreach: { inApp: { enabled: true } } }, 'credentialless'],
    ['has in-app messages off', { outreach: { inApp: { enabled: false } } }, 'require-corp'],
    ['is the sandbox’s', sandboxDeployment(urls), 'credentialless'],
  ])('[F-SE6][F-CH3] of a deployment that %s fits', (_what, change, expected) => {
    const fields = { ...deployment, ...change };
    expect(embedderPolicyOf(fields)).toBe(expected);
    expect(headersFor(fields).document['Cross-Origin-Embedder-Policy']).toBe(expected);
  });

  it('[F-SE6] is what the deployment says', () => {
    const policyOf = (embedderPolicy: HeaderFields['embedderPolicy']) =>
      headersFor({ ...deployment, embedderPolicy }).document['Cross-Origin-Embedder-Policy'];
    expect(policyOf('credentialless')).toBe('credentialless');
    expect(policyOf('none')).toBeUndefined();
  });
});

describe('pictures', () => {
  const sourcesOf = (pictureOrigins?: readonly string[]) =>
    /img-src ([^;]*)/.exec(policyOf({ ...deployment, pictureOrigins }))?.[1];

  it('[F-SE22][F-SE15] come only from the widget, its services and the origins that the deployment lists', () => {
    expect(sourcesOf()).toBe("'self' data: https://contact.example");
    expect(sourcesOf([])).toBe(sourcesOf());
    expect(sourcesOf(['https://pictures.bank.example'])).toBe(`${sourcesOf()} https://pictures.bank.example`);
    // A scheme alone would allow every origin; a socket serves no pictures.
    expect(sourcesOf(['https://*.bank.example', 'https://contact.example'])).toBe(
      `${sourcesOf()} https://*.bank.example`,
    );
    const sockets = policyOf({ ...deployment, connectOrigins: ['wss://live.example', 'https://live.example'] });
    expect(/img-src ([^;]*)/.exec(sockets)?.[1]).toBe(`${sourcesOf()} https://live.example`);
    expect(() => sourcesOf(['https://a.example; script-src *'])).toThrow('is not an origin');
  });
});

describe('reports', () => {
  it('[F-SE11] go to the address of the deployment, in both forms that browsers know', () => {
    const policy = headers.document['Content-Security-Policy'];
    expect(policy).toMatch(/; report-uri https:\/\/reports\.example\/csp\?app=widget; report-to csp$/);
    expect(headers.document['Reporting-Endpoints']).toBe('csp="https://reports.example/csp?app=widget"');
    // The frame itself calls it never.
    expect(policy).not.toMatch(/connect-src[^;]*reports\.example/);
  });

  it('[F-SE11] are off without an address, and refuse one that changes the policy', () => {
    const { cspReportUrl: _, ...silent } = deployment;
    expect(JSON.stringify(headersFor(silent))).not.toContain('report');
    for (const cspReportUrl of ['https://a.example; script-src *', 'javascript:alert(1)', 'https://a.example/"']) {
      expect(() => headersFor({ ...deployment, cspReportUrl })).toThrow(/cspReportUrl/);
    }
  });
});

it('[F-SE11] the document’s own policy is the header’s without what only a header can say', () => {
  const [, own] = /Content-Security-Policy" content="([^"]*)"/.exec(documentHead(deployment)) ?? [];
  const header = headers.document['Content-Security-Policy']?.split('; ') ?? [];
  const onlyInHeader = /^(?:frame-ancestors|report-uri|report-to) /;
  expect(own?.split('; ')).toEqual(header.filter((directive) => !onlyInHeader.test(directive)));
});

/** Every address at which a host may serve the document. */
const spellings = ['/frame/', '/frame/index.html', '/frame/?a=b', '/frame//index.html', '/frame/%69ndex.html'];
const files = {
  'loader.js': 'loader'.repeat(100),
  'loader.js.sri': 'sha384-x',
  'THIRD-PARTY-LICENSES.txt': 'MIT',
  'frame/index.html': `<!doctype html>${'document'.repeat(100)}`,
  'frame/config.json': JSON.stringify({ text: 'config'.repeat(100) }),
  'frame/assets/main-0a.js': 'asset'.repeat(100),
  'headers/nginx.conf': 'private',
  'sizes.json': 'private',
  'release/sbom.cdx.json': 'private',
};

/** A folder with a release beside the moving addresses, and with what nobody may see. */
function writeServedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'widget-served-'));
  for (const base of ['', 'v1.2.3/']) {
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, base + name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (name.endsWith('.js')) writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    }
  }
  return folder;
}

const root = writeServedFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const places = [
  ['/loader.js', headers.loader],
  ['/v1.2.3/loader.js', headers.pinnedLoader],
  ...['', '/v1.2.3'].flatMap((base) => [
    ...spellings.map((path) => [base + path, headers.document] as const),
    [`${base}/frame/config.json`, headers.config] as const,
    [`${base}/frame/assets/main-0a.js`, headers.asset] as const,
    [`${base}/THIRD-PARTY-LICENSES.txt`, headers.other] as const,
  ]),
] as const;

describe.skipIf(!isNginxInstalled)('nginx (skipped where it is not installed)', () => {
  let server: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    server = await startNginx(root, nginxText);
  });
  afterAll(() => server.close());

  it.each(places)('[F-SE11][CSP-12] sends every header for %s', async (path, wanted) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(200);
    for (const [name, value] of Object.entries(wanted)) expect(response.headers.get(name), name).toBe(value);
  });

  it('[F-SE11] sends the policies with redirects and with what is missing, which is not cached', async () => {
    for (const path of ['/frame', '/v1.2.3/frame', '/frame/missing.html', '/frame/index.html/']) {
      const response = await fetch(server.url + path, { redirect: 'manual' });
      expect([301, 404], path).toContain(response.status);
      expect(response.headers.get('content-security-policy'), path).toContain('frame-ancestors https://bank.example;');
      expect(response.headers.get('cache-control') ?? '', path).not.toContain('max-age');
    }
    expect((await fetch(`${server.url}/frame`, { redirect: 'manual' })).headers.get('location')).toBe('/frame/');
  });

  it('[F-SE11] serves nothing that is not public', async () => {
    const paths = ['/headers/nginx.conf', '/sizes.json', '/release/sbom.cdx.json', '/v1.2.3/headers/nginx.conf', '/'];
    for (const path of paths) expect((await fetch(server.url + path)).status, path).toBe(404);
  });

  it('[F-AD9][F-SE11] sends the contact file if it lies on this origin, in each language, and nothing beside it', async () => {
    const contactFile = '/contact/{language}-{region}.json';
    const served = mkdtempSync(join(tmpdir(), 'widget-contact-'));
    mkdirSync(join(served, 'contact'));
    for (const name of [
      'contact/de-DE.json',
      'contact/es-419.json',
      'contact/de.json',
      'contact/de-DE.jsonx',
      'contact.json',
    ])
      writeFileSync(join(served, name), '{}');
    const own = await startNginx(served, nginxFile({ ...headers, contactFile }));
    const statusOf = async (path: string) => (await fetch(own.url + path)).status;
    expect(await statusOf('/contact/de-DE.json')).toBe(200);
    // Regions of the United Nations are numbers.
    expect(await statusOf('/contact/es-419.json')).toBe(200);
    const { headers: sent } = await fetch(`${own.url}/contact/de-DE.json`);
    expect(sent.get('cache-control')).toBe('public, max-age=300');
    for (const path of ['/contact/de.json', '/contact/de-DE.jsonx', '/contact.json', '/contact/fr-FR.json'])
      expect(await statusOf(path), path).toBe(404);
    own.close();
    rmSync(served, { recursive: true });
  });

  it('[F-AD9][F-SE11] serves a published folder with the server block that Operating shows', async () => {
    const page = readFileSync(join(projectRoot, 'frame/deployment/OPERATING.md'), 'utf8');
    const [, block = ''] = /<!-- tried: nginx -->\n\n```nginx\n([\s\S]*?)```/.exec(page) ?? [];
    const server = mkdtempSync(join(tmpdir(), 'widget-block-'));
    cpSync(root, join(server, 'public'), { recursive: true });
    mkdirSync(join(server, 'headers'));
    writeFileSync(join(server, 'headers/moving.conf'), nginxFile(headers));
    writeFileSync(join(server, 'headers/v1.2.3.conf'), nginxFile(headers, 'v1.2.3'));
    const own = await runNginx((port) =>
      block
        // Without a certificate for the test.
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replace(/^ *ssl_.*$/gm, '')
        .replaceAll('/srv/widget', server),
    );
    expect((await fetch(`${own.url}/loader.js`)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(`${own.url}/v1.2.3/loader.js`)).headers.get('cache-control')).toContain('immutable');
    for (const path of ['/headers/nginx.conf', '/sizes.json', '/release/sbom.cdx.json'])
      expect((await fetch(own.url + path)).status, path).toBe(404);
    own.close();
    rmSync(server, { recursive: true });
  });

  it('[F-SE11] takes no directive from the path of the contact file', async () => {
    const contactFile = '/a";return[200].%20{(b.json';
    const own = await startNginx(root, nginxFile({ ...headers, contactFile }));
    expect((await fetch(`${own.url}/sizes.json`)).status).toBe(404);
    own.close();
  });

  it('[F-AD11] sends the compressed copy that lies beside a file, and compresses the file that operators edit', async () => {
    const lengthOf = async (path: string, encoding: string) => {
      const response = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } });
      await response.text();
      return [response.headers.get('content-encoding'), response.headers.get('content-length')];
    };
    const bytes = gzipSync(files['loader.js'], { level: 9 }).length;
    expect(await lengthOf('/loader.js', 'gzip')).toEqual(['gzip', `${bytes}`]);
    expect(await lengthOf('/loader.js', 'identity')).toEqual([null, `${files['loader.js'].length}`]);
    expect(await lengthOf('/frame/config.json', 'gzip')).toEqual(['gzip', null]);
    const vary = (await fetch(`${server.url}/loader.js`)).headers.get('vary');
    expect(vary).toBe('Accept-Encoding');
  });
});

describe('a host that reads _headers', () => {
  const rules = parseHeadersFile(headersText);

  it('[F-SE11] gives the document its policies at every address, also when it redirects', async () => {
    const server = await startHeadersFileHost(root, headersText);
    try {
      for (const base of ['', '/v1.2.3']) {
        for (const path of ['/frame/', '/frame/index.html', '/frame/index']) {
          const response = await fetch(server.url + base + path);
          expect(response.status, path).toBe(200);
          expect(new URL(response.url).pathname, path).toBe(`${base}/frame/`);
          const { 'Cache-Control': _, ...policies } = headers.document;
          for (const [name, value] of Object.entries(policies)) expect(response.headers.get(name), name).toBe(value);
          // This host's own: browsers ask each time.
          expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
        }
      }
    } finally {
      server.close();
    }
  });

  it.each(places)('[F-SE11] joins no two values of a header for %s', (path, wanted) => {
    const found = headersAt(rules, new URL(path, 'http://host').pathname);
    for (const [name, value] of Object.entries(found)) {
      const known = Object.entries(wanted).find(([other]) => other.toLowerCase() === name)?.[1];
      if (known !== undefined) expect(value, name).toBe(known);
    }
    expect(found['x-content-type-options']).toBe('nosniff');
    expect(found['access-control-allow-origin']).toBe(wanted['Access-Control-Allow-Origin']);
  });

  it('[F-SE11]is not written when its host would ignore a line; nginx takes the policy in parts', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://subsidiary-${at}.bank.example`);
    const long = headersFor({ ...deployment, allowedHosts: many(180) });
    expect(headersFile(long)).toBeUndefined();
    const set = [...nginxFile(long).matchAll(/set \$widget_value "(?:\$\{widget_value\})?(.*)";/g)];
    expect(set.map(([, part]) => part).join('')).toBe(long.document['Content-Security-Policy']?.replaceAll('"', '\\"'));
    expect(nginxFile(long)).toContain('add_header Content-Security-Policy $widget_value always;');
    expect(() => headersFor({ ...deployment, allowedHosts: many(300) })).toThrow(/300 allowedHosts .* at most 7500/);
  });
});
