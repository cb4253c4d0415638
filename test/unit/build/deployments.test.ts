import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createRelease } from '../../../.release/release.mjs';
import { writeConfig } from '../../../.release/writeConfig.mjs';
import { build, writeBuild, writeHeaders } from '../../../build.mjs';
import { problemsOf } from '../../../frame/contact/file/fileSchema.ts';
import { deploymentSchema, parseDeployment, stampDeployment } from '../../../frame/deployment/deployment.ts';
import { documentHead } from '../../../frame/deployment/documentHead.ts';
import { headersFor, nginxFile } from '../../../frame/deployment/headers.ts';
import { sampleOf } from '../../browser/sample.ts';
import { presets, settings } from '../../pages/playground/settings.js';
import { configOf } from '../../pages/playground/snippet.js';
import { root } from '../../support/sources.ts';

/** Every deployment that the project shows builds, and a failed build says what to do and leaves the last one. */

const folder = mkdtempSync(join(tmpdir(), 'widget-deployments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fields = Readonly<Record<string, unknown>>;
const least = { allowedHosts: ['https://www.example.com'], contact: { hosts: ['https://contact.example.com'] } };
const readJson = (path: string): Fields => JSON.parse(readFileSync(path, 'utf8')) as Fields;
const companies = readdirSync('test/deployments').map((name) => join('test/deployments', name));

/** The JSON in a document that is a deployment file, or sections of one. */
function deploymentsIn(path: string): readonly (readonly [string, Fields])[] {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(/^ *```json\n([\s\S]*?)^ *```/gm), ...text.matchAll(/`([{"][^`]*\})`/g)];
  return blocks.flatMap(([, block = '']): (readonly [string, Fields])[] => {
    const fields = parse(block) ?? parse(`{${block}}`);
    const names = Object.keys(fields ?? {});
    const isShown = names.length > 0 && names.every((name) => Object.hasOwn(deploymentSchema.entries, name));
    return fields && isShown && !isOfContactFile(fields)
      ? [[`${path}: ${names.join(', ')}`, { ...least, ...fields }]]
      : [];
  });
}

/** The contact file has a `chat` too: who answers in a language, or the wordings of the chat. */
function isOfContactFile({ chat }: Fields): boolean {
  const languages = [{ chat }, { phone: { number: '+49 30 123456' }, texts: { chat } }];
  return chat !== undefined && languages.some((one) => problemsOf({ languages: { 'en-US': one } }).length === 0);
}

function parse(text: string): Fields | undefined {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined;
  }
}

const documents = ['.', 'frame', 'loader', 'bridge', 'styles', 'test', '.release'].flatMap((place) =>
  (readdirSync(place, { recursive: place !== '.' }) as string[])
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(place, name)),
);

const preset = {
  ...{ allowedHosts: 'https://a.example, https://b.example', contactHosts: 'https://a.example' },
  ...{ contactFile: '/contact.json', schedulerHosts: 'https://c.example', unanswered: 'refused', mayAsk: 'true' },
};
/** What a person answers to `npm run config`, by who answers in the chat. */
const start = ['https://www.example.com, https://shop.example.com', '1', 'https://www.example.com', ''];
const wizardAnswers: Readonly<Record<string, readonly string[]>> = {
  nobody: ['https://www.example.com', '2', 'https://contact.example.com', '', '', ''],
  people: [
    ...start,
    ...['2', 'wss://xmpp.example.com/xmpp-websocket', 'guests.example.com', 'sales@desk.example.com'],
    ...['https://scheduler.example.com', 'yes', '#1155dd'],
  ],
  'a bot': [...start, '3', 'https://bot.example.com', '', 'no', ''],
};

/** The file that `npm run config` writes. */
async function fileOfWizard(name: string, answers: readonly string[]): Promise<readonly [string, Fields]> {
  const path = join(folder, `${name.replace(' ', '-')}.json`);
  const input = Readable.from(answers.map((answer) => `${answer}\n`));
  const paths = { ownConfig: join(root, 'frame/config.json'), schemaFile: join(root, 'frame/config.schema.json') };
  await writeConfig(path, { parseDeployment, ...paths, input, output: new PassThrough().resume() });
  return [`npm run config, with ${name} in the chat`, readJson(path)];
}
const wizardFiles = await Promise.all(
  Object.entries(wizardAnswers).map(([name, answers]) => fileOfWizard(name, answers)),
);

const shown: readonly (readonly [string, Fields])[] = [
  ...companies.map((path) => [path, readJson(path)] as const),
  ['frame/config.json', readJson('frame/config.json')],
  ...documents.flatMap(deploymentsIn),
  ...Object.entries(presets).map(
    ([name, values]) => [`the playground’s preset ${name}`, configOf(values, 'en')] as const,
  ),
  ...wizardFiles,
  ['the playground with nothing chosen', configOf({}, 'en')],
  ['the playground', configOf({ ...preset, accent: '#7a1fa2', label: 'Frag uns' }, 'de')],
];

interface Printed {
  readonly code: number;
  readonly lines: readonly string[];
}

async function execute(command: string, args: readonly string[], options: ExecFileOptions): Promise<Printed> {
  const { code, stdout, stderr } = await promisify(execFile)(command, args, { ...options, encoding: 'utf8' }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, lines: `${stdout}${stderr}`.trim().split('\n') };
}

/** Runs the script as an operator does who is in another folder. */
const runWithNpm = (script: string, ...options: readonly string[]): Promise<Printed> =>
  execute('npm', ['--prefix', root, 'run', '--silent', script, '--', ...options], { cwd: folder });

/** What npm runs then, without the time that npm takes itself. */
const run = (...args: readonly string[]): Promise<Printed> =>
  execute('node', [join(root, 'build.mjs'), ...args], { cwd: root, env: { ...process.env, INIT_CWD: folder } });

function write(name: string, file: unknown): string {
  writeFileSync(join(folder, name), typeof file === 'string' ? file : JSON.stringify(file));
  return name;
}

describe('a preset of the playground', () => {
  it.each(Object.entries(presets))('[F-AD25] chooses only what the form offers: %s', (_, values) => {
    for (const [name, value] of Object.entries<string>(values)) {
      const setting = settings.find((one) => one.name === name);
      const { options = {} } = (setting ?? {}) as { readonly options?: object };
      expect(setting, name).toBeDefined();
      if (Object.keys(options).length > 0) expect(Object.keys(options), name).toContain(value);
    }
    expect(configOf(values, 'en').allowedHosts).not.toEqual(configOf({}, 'en').allowedHosts);
  });
});

describe('a deployment that the project shows', () => {
  it('[F-AD21] says who answers in the chat, as the questions of npm run config were answered', () => {
    const [nobody, people, bot] = wizardFiles.map(([, file]) => file);
    expect(nobody).not.toHaveProperty('chat');
    expect(people).toHaveProperty('chat.channels.xmpp.desks.default.address', 'sales@desk.example.com');
    expect(bot).toHaveProperty('chat.channels.bot.hosts.main', 'https://bot.example.com');
  });

  it('is found in the documents, the examples, the answers to npm run config, and the playground', () => {
    const names = shown.map(([name]) => name).join('\n');
    for (const place of ['xmpp/README.md: chat', 'privacy/README.md: privacy', 'experiments/README.md: experiments'])
      expect(names).toContain(place);
    expect(companies.length).toBeGreaterThanOrEqual(7);
    const { allowedHosts, scriptOrigins, connectOrigins, pictureOrigins, ...sections } = parseDeployment(
      readJson('test/deployments/hotels.json'),
    );
    expect(allowedHosts).toHaveLength(20);
    expect([...scriptOrigins, ...connectOrigins, ...(pictureOrigins ?? [])]).toHaveLength(10);
    const optional = Object.keys(deploymentSchema.entries).filter((name) => !/^(?:\$checked|version)$/.test(name));
    expect(Object.keys({ allowedHosts, scriptOrigins, connectOrigins, pictureOrigins, ...sections }).sort()).toEqual(
      optional.sort(),
    );
  });

  it.each(shown)('is accepted with its policy: %s', (_, file) => {
    const headers = headersFor(parseDeployment(file));
    expect(nginxFile(headers)).toContain('Content-Security-Policy');
    expect(documentHead(parseDeployment(file))).toContain('preconnect');
    expect(stampDeployment(file, '1.2.3')).toMatchObject({ version: '1.2.3' });
  });

  const builds = sampleOf(shown, ([name]) => /hotels|xmpp\/README|people in the chat/.test(name)).map(
    (one, at) => [...one, at] as const,
  );
  it.each(builds)('[F-AD20] builds and is released: %s', { timeout: 300_000 }, async (_, file, at) => {
    const config = join(folder, write(`shown-${at}.json`, file));
    const outDir = join(folder, `shown-${at}`);
    const { sizes } = await build(outDir, { config });
    expect(sizes.files['loader.js']).toMatchObject({ gzip: expect.any(Number), brotli: expect.any(Number) });
    const tools = { writeBuild, writeHeaders, config, outDir, changelog: join(folder, 'CHANGELOG.md') };
    const { script } = await createRelease('1.0.0', { ...tools, now: new Date(0) });
    expect(script).toContain('/v1.0.0/loader.js');
    expect(readJson(join(outDir, 'v1.0.0/frame/config.json'))).toMatchObject({
      version: '1.0.0',
      allowedHosts: file.allowedHosts,
    });
    rmSync(outDir, { recursive: true });
  });
});

describe('npm run build', () => {
  it('[F-AD20] builds another file into another folder, prints sizes, and fails without touching it', {
    timeout: 300_000,
  }, async () => {
    const config = write('own.json', least);
    const first = await runWithNpm('build', '--config', config, '--out', 'own');
    expect(first.code).toBe(0);
    expect(first.lines.join('\n')).toMatch(/^loader\.js +\d+ +\d+ +\d+$/m);
    expect(readJson(join(folder, 'own/frame/config.json'))).toMatchObject({ ...least, version: expect.any(String) });
    expect(readFileSync(join(folder, 'own/frame/index.html'), 'utf8')).toMatch(/<meta name="version" content="\d/);

    const before = readdirSync(join(folder, 'own'), { recursive: true });
    const second = await run('build', '--config', write('wrong.json', { ...least, alowedHosts: [] }), '--out', 'own');
    expect(second.code).toBe(1);
    expect(second.lines.slice(-4)).toEqual([
      'npm run build failed.',
      `${join(folder, 'wrong.json')} is refused: alowedHosts: there is no such field; did you mean "allowedHosts"?`,
      `Correct ${join(folder, 'wrong.json')}. An editor that reads its $schema, frame/config.schema.json, explains every field.`,
      expect.stringMatching(
        /own is unchanged\. It still holds the previous build: version \d+\.\d+\.\d+, of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
      ),
    ]);
    expect(readdirSync(join(folder, 'own'), { recursive: true })).toEqual(before);
    expect(readdirSync(folder).filter((name) => /\.(?:next|last)$/.test(name))).toEqual([]);
  });

  it('[F-AD9] notes pages without encryption, except on the same machine', { timeout: 300_000 }, async () => {
    const plain = ['http://www.example.com', 'http://*.example.com', 'http://localhost.example.com'];
    const local = ['http://localhost:*', 'http://shop.localhost:4600', 'http://127.0.0.1:8080', 'http://[::1]:*'];
    write('plain.json', { ...least, allowedHosts: [...plain, ...local, 'https://www.example.com'] });
    const { code, lines } = await run('build', '--config', 'plain.json', '--out', 'plain');
    expect(code).toBe(0);
    expect(lines.join('\n')).toContain(`allowedHosts lists pages without encryption: ${plain.join(', ')}. Anyone`);
    write('plain.json', { ...least, allowedHosts: local });
    expect((await build(join(folder, 'plain'), { config: join(folder, 'plain.json') })).notes).toEqual([]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, at) => `https://www.company-${at}.example.com`);
  it.each<readonly [string, unknown, RegExp]>([
    ['no JSON', '{"allowedHosts": [', /wrong\.json is not JSON: /],
    [
      'a host that matches nothing',
      { ...least, allowedHosts: ['www.example.com'] },
      /allowedHosts\.0: "www\.example\.com" is not the origin/,
    ],
    ['three hundred hosts', { ...least, allowedHosts: many(300) }, /its 300 allowedHosts .* servers take at most 7500/],
    ['an option that does not exist', undefined, /^Unknown option '--confg'\.$/],
    ['a file that does not exist', undefined, /^There is no file .*nowhere\.json\.$/],
  ])('[F-AD9] refuses in one sentence: %s', async (what, file, sentence) => {
    const missing = what.startsWith('an option') ? '--confg' : '--config';
    const name = file === undefined ? 'nowhere.json' : write('wrong.json', file);
    const { code, lines } = await run('build', missing, name, '--out', 'nothing');
    expect(code).toBe(1);
    expect(lines[1]).toMatch(sentence);
    // The folder is not known if the options cannot be read.
    expect(lines.at(-1)).toMatch(missing === '--config' ? /nothing holds no build\.$/ : /^dist\/ /);
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
  });

  it('builds for two hundred hosts, for nginx only, and says so', { timeout: 300_000 }, async () => {
    const config = join(folder, write('many.json', { ...least, allowedHosts: many(190) }));
    const outDir = join(folder, 'many');
    const { notes } = await build(outDir, { config });
    expect(notes).toEqual([expect.stringMatching(/^The Content-Security-Policy has \d+ characters, .* over 2,000\./)]);
    expect(readdirSync(join(outDir, 'headers'))).toEqual(['nginx.conf']);
    const values = [...readFileSync(join(outDir, 'headers/nginx.conf'), 'utf8').matchAll(/"([^"]*)"/g)];
    expect(Math.max(...values.map(([, value = '']) => value.length))).toBeLessThan(4_000);
  });

  it.each<readonly [string, RegExp]>([
    [
      'strange',
      /strange is not empty and is not a build of the widget: it holds notes\.txt\. A build would delete it\.$/,
    ],
    ['file/inside', /file\/inside is not a folder, or is below a file\.$/],
  ])('keeps what is not its own: %s', async (out, sentence) => {
    mkdirSync(join(folder, 'strange'), { recursive: true });
    write('strange/notes.txt', 'mine');
    write('file', 'mine');
    const { code, lines } = await run('build', '--config', write('own.json', least), '--out', out);
    expect(code).toBe(1);
    expect(lines[1]).toMatch(sentence);
    expect(lines[2]).toContain('--out PATH');
    expect(readFileSync(join(folder, 'strange/notes.txt'), 'utf8')).toBe('mine');
  });
});
