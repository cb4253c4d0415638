import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { toJsonSchema } from '@valibot/to-json-schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSchema, undescribed } from '../../../.release/describeSchema.mjs';
import { writeConfig } from '../../../.release/writeConfig.mjs';
import { deploymentSchema, parseDeployment } from '../../../frame/deployment/deployment.ts';
import { root } from '../../support/sources.ts';

const schemaPath = 'frame/config.schema.json';
const ownConfig = join(root, 'frame/config.json');
const least = { allowedHosts: ['https://a.example'], contact: { hosts: ['https://c.example'] } };

describe('the schema beside config.json', () => {
  const described = describeSchema(
    toJsonSchema(deploymentSchema, { errorMode: 'ignore' }),
    join(root, 'frame/deployment/deployment.ts'),
    'deploymentSchema',
  );

  it('[F-AD9] explains every setting in words, without our ids', () => {
    expect(undescribed(described)).toEqual([]);
    expect(JSON.stringify(described)).not.toMatch(/\((?:SH|SC|CH)-\d/);
  });

  it('[F-AD9] is the one that the declarations give: build again after a change', () => {
    expect(JSON.parse(readFileSync(join(root, 'frame/config.schema.json'), 'utf8'))).toEqual(described);
  });

  it('[F-AD9] is named by the file, for editors', () => {
    expect(JSON.parse(readFileSync(join(root, 'frame/config.json'), 'utf8')).$schema).toBe('config.schema.json');
  });

  it('[F-AD9] misses a setting without a comment (control)', () => {
    expect(undescribed({ properties: { a: { description: 'A.', properties: { b: {} } } } })).toEqual(['a.b']);
  });
});

describe('a setting that does not exist', () => {
  it.each([
    [
      { ...least, contact: { host: ['https://c.example'] } },
      'contact.host: there is no such field; did you mean "hosts"?',
    ],
    [{ ...least, allowedHost: [] }, 'allowedHost: there is no such field; did you mean "allowedHosts"?'],
    [
      { ...least, consent: { categories: { caht: 1 } } },
      'consent.categories.caht: there is no such field; did you mean "chat"?',
    ],
    [
      { ...least, analytics: { url: 'https://events.example.com', urls: [] } },
      'analytics.urls: there is no such field; did you mean "url"?',
    ],
    [{ ...least, vendorFiles: { fontFamily: 'Inter' } }, 'vendorFiles.fontFamily: there is no such field'],
    [{ ...least, outreach: { offers: { channel: 'x' } } }, 'outreach.offers.channel: there is no such field'],
    [
      { ...least, chat: { accounts: [{ service: 'a', account: 'b', baseURI: 'c', url: 'd' }] } },
      'chat.accounts.0.url: there is no such field',
    ],
    [
      { ...least, identity: { brokerHost: [] } },
      'identity.brokerHost: there is no such field; did you mean "brokerHosts"?',
    ],
  ])('[F-AD9] is named with the nearest one: %#', (file, sentence) => {
    expect(() => parseDeployment(file)).toThrow(`config.json is refused: ${sentence}`);
  });
});

describe('a wrong value in config.json', () => {
  const { contact } = least;
  it.each<readonly [unknown, string]>([
    [{ contact }, 'allowedHosts: is missing'],
    [
      { contact, allowedHosts: 'https://a.example' },
      'allowedHosts: must be a list in brackets, not "https://a.example"',
    ],
    ...['www.example.com', 'https://www.*.com', 'ftp://www.example.com', 'null'].map(
      (host) =>
        [
          { contact, allowedHosts: [host] },
          `allowedHosts.0: "${host}" is not the origin of pages, such as https://www.example.com`,
        ] as const,
    ),
    [
      { ...least, contact: { hosts: ['https://c.example', 'c.example'] } },
      'contact.hosts.1: "c.example" is not the https:// address of one host, without a slash at the end, such as https://service.example.com',
    ],
    [
      { ...least, scheduler: { hosts: ['https//c.example'] } },
      'scheduler.hosts.0: "https//c.example" is not the https:// address of one host',
    ],
    [{ ...least, pictureOrigins: ['*.example.com'] }, 'pictureOrigins.0: "*.example.com" is not an origin'],
    [{ ...least, contact: 'https://c.example' }, 'contact: must be an object in braces'],
    [
      { ...least, contact: { ...contact, file: 'contact.json' } },
      'contact.file: "contact.json" is not a path, such as /contact.json',
    ],
    [{ ...least, off: 'yes' }, 'off: must be true or false, not "yes"'],
    [{ ...least, brand: { side: 'left' } }, 'brand.side: must be "end" or "start", not "left"'],
    [{ ...least, brand: { radius: '4' } }, 'brand.radius: must be 0 or 2 or 4'],
    [{ ...least, off: [] }, 'off: must be true or false, not a list in brackets'],
    [{ ...least, brand: { accent: 7 } }, 'brand.accent: must be a text in quotes, not 7'],
  ])('[F-AD9] is refused in words: %j', (file, sentence) => {
    expect(() => parseDeployment(file)).toThrow(`config.json is refused: ${sentence}`);
  });

  it.each([
    [{ allowedHosts: ['https://a.example', 'http://localhost:*', 'https://*.example.com', 'http://[::1]:8080'] }],
    [{ allowedHosts: [], contact: { hosts: ['http://localhost:4602', 'https://c.example/base/path'] } }],
    [{ allowedHosts: [], pictureOrigins: ['https://*.example.com'], connectOrigins: ['wss://*.example.com:8443'] }],
  ])('[F-AD9] is not: %j', (file) => {
    expect(() => parseDeployment({ contact, ...file })).not.toThrow();
  });
});

describe('npm run config', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function answer(
    lines: readonly string[],
    name = 'config.json',
  ): Promise<{ readonly said: string; readonly file: unknown }> {
    const path = join(folder, name);
    const output = new PassThrough();
    const input = Readable.from(lines.map((line) => `${line}\n`));
    await writeConfig(path, { parseDeployment, ownConfig, schemaFile: join(root, schemaPath), input, output });
    return { said: String(output.read()), file: JSON.parse(readFileSync(path, 'utf8')) };
  }

  it('[F-AD9] writes a file that the build accepts', async () => {
    const { file } = await answer([
      'https://WWW.example.com/, https://shop.example.com',
      '2',
      'https://c.example',
      '3',
      'https://bot.example',
      'https://s.example',
      'yes',
      '#7a1fa2',
    ]);
    expect(file).toEqual({
      $schema: expect.any(String),
      allowedHosts: ['https://www.example.com', 'https://shop.example.com'],
      contact: { hosts: ['https://c.example'] },
      chat: { channels: { bot: { hosts: { main: 'https://bot.example' } } } },
      scheduler: { hosts: ['https://s.example'] },
      consent: { mayAsk: true },
      brand: { accent: '#7a1fa2' },
    });
    expect(() => parseDeployment(file)).not.toThrow();
  });

  it.each([
    [
      ['2', 'wss://xmpp.example.com/xmpp-websocket', 'guests.example.com', 'sales@desk.example.com'],
      {
        xmpp: {
          address: 'wss://xmpp.example.com/xmpp-websocket',
          guestHost: 'guests.example.com',
          desks: { default: { address: 'sales@desk.example.com' } },
        },
      },
    ],
    [['3', 'https://bot.example.com/'], { bot: { hosts: { main: 'https://bot.example.com' } } }],
  ])('[F-AD21] asks who answers in the chat: %j', async (chat, channels) => {
    const { said, file } = await answer(['https://a.example', '', 'https://a.example', '', ...chat, '', '', '']);
    expect(file).toMatchObject({ chat: { channels } });
    expect(() => parseDeployment(file)).not.toThrow();
    expect(said.includes('"chat": {"service": "xmpp", "desk": "default"}')).toBe('xmpp' in channels);
  });

  it('[F-AD9] writes the file into a folder that is not there yet', async () => {
    const least = ['https://www.example.com', '', 'https://www.example.com', '', '', '', '', ''];
    expect((await answer(least, 'shop/widget/config.json')).file).toMatchObject({
      allowedHosts: ['https://www.example.com'],
    });
  });

  it.each([
    ['a file in a file', 'file/config.json'],
    ['a folder', ''],
  ])('[F-AD9] asks nothing if it cannot write the answers: %s', async (_, place) => {
    writeFileSync(join(folder, 'file'), '');
    const output = new PassThrough();
    const input = Readable.from(['no\n']);
    const tools = { parseDeployment, ownConfig, schemaFile: join(root, schemaPath), input, output };
    const path = join(folder, place);
    const { message, remedy } = await writeConfig(path, tools).catch((error) => error);
    expect(message).toContain(`${path} cannot be written: `);
    expect(remedy).toBe('Name another file: npm run config -- PATH');
    expect(output.read()).toBeNull();
  });

  it('[F-AD9] needs only two answers for a site with a static file', async () => {
    const { file } = await answer(['https://www.example.com', '', 'https://www.example.com', '', '', '', '', '']);
    expect(file).toEqual({
      $schema: expect.any(String),
      allowedHosts: ['https://www.example.com'],
      contact: { hosts: ['https://www.example.com'], file: '/contact.json' },
    });
  });

  it('[F-AD21] asks for consent to chat only if somebody answers in the chat', async () => {
    const nobody = await answer(['https://a.example', '2', 'https://c.example', '1', '', '']);
    expect(nobody.said).not.toContain('consent');
    rmSync(join(folder, 'config.json'));
    const bot = await answer(['https://a.example', '2', 'https://c.example', '3', 'https://b.example', '', '', '']);
    expect(bot.said).toContain('May the pane ask for consent to chat?');
  });

  it('[F-AD9] says with each question about origins what one is, and how to name several', async () => {
    const origins = ['https://a.example http://localhost:4600', '', 'http://localhost:8080'];
    const { said } = await answer([...origins, '', '', '', '']);
    for (const words of [
      'separated by spaces, such as https://www.example.com https://shop.example.com:',
      'or http://localhost:8080 to try it:',
    ])
      expect(said).toContain(words);
  });

  it('[F-AD9] says what is wrong with an answer, and asks again', async () => {
    const { said } = await answer([
      '',
      'example.com',
      'http://www.example.com',
      'http://localhost.example.com',
      'https://www.example.com/shop',
      'https://www.example.com',
      '3',
      '1 2',
      '1',
      'https://*.example.com',
      'https://www.example.com',
      'contact.json',
      '/c.json',
      '4',
      '2',
      'https://xmpp.example.com',
      'wss://xmpp.example.com/xmpp-websocket',
      'Guests.example.com',
      'guests.example.com',
      'sales',
      'sales@desk.example.com',
      '',
      'no',
      'red',
      '#ffdd33',
      '',
    ]);
    expect(said).toContain('"example.com" is not an origin, such as https://www.example.com.');
    expect(said).toContain('"https://www.example.com/shop" is not an origin');
    expect(said).toContain('"http://localhost.example.com" is not an origin');
    expect(said).toContain('"https://*.example.com" is not the https:// address of one host');
    expect(said).toContain('Give one answer only.');
    expect(said).toContain('Answer 1 or 2.');
    expect(said).toContain('Answer 1, 2 or 3.');
    expect(said).toContain('"https://xmpp.example.com" is not the address of an encrypted websocket, such as wss://');
    expect(said).toContain('"Guests.example.com" is not the name of a host, such as guests.example.com.');
    expect(said).toContain('"sales" is not an address in lower case, such as sales@example.com.');
    expect(said).toContain('"contact.json" is not a path');
    expect(said).toContain('"red" is not a colour, such as #1155dd.');
    expect(said).toMatch(/"#ffdd33" has a contrast of .*The nearest colour that passes is #a28c20\./);
  });

  it('[F-AD9] keeps a file that exists, unless it may be replaced', async () => {
    writeFileSync(join(folder, 'config.json'), '{"mine":true}');
    expect((await answer([''])).file).toEqual({ mine: true });
    const { file } = await answer(['yes', 'https://www.example.com', '2', 'https://c.example', '', '', '', '']);
    expect(file).toMatchObject({ allowedHosts: ['https://www.example.com'] });
  });

  it('[F-AD9] as npm runs it, writes a file with a $schema that is there, and prints the build of that file', async () => {
    const args = ['--prefix', root, 'run', 'config', '--', 'shop.json'];
    const asked = promisify(execFile)('npm', args, { cwd: folder });
    // Open, as on a terminal.
    asked.child.stdin?.write('https://a.example\n\nhttps://a.example\n\n\n\n\n');
    const { stdout } = await asked;
    const path = join(folder, 'shop.json');
    expect(stdout).toContain(`Next: npm run build -- --config ${path} --out FOLDER`);
    const { $schema } = JSON.parse(readFileSync(path, 'utf8'));
    expect(resolve(folder, $schema)).toBe(join(root, schemaPath));
  });

  it('[F-AD9] writes nothing when the answers end too early', async () => {
    await expect(answer(['https://www.example.com'])).rejects.toThrow('Nothing was written');
  });
});
