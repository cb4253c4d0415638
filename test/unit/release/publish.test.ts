import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publish, setOff } from '../../../.release/publish.mjs';
import { isCompressed } from '../../../.release/servedFiles.mjs';
import { checkedFields, stampOf } from '../../../frame/deployment/stamp.ts';
import { headersAt, parseHeadersFile } from '../../support/headersFileHost.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'widget-publish-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const server = (): string => join(folder, 'server');
/** Every file of the server's folder, with its content. */
const serverFiles = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(server(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
const served = (path: string): string => readFileSync(join(server(), 'public', path), 'utf8');

/** A build with its release, each file with the words of that build. */
function writeBuild(version: string, words: string): string {
  const dist = join(folder, `dist-${version}-${words}`);
  const fields = { off: false, allowedHosts: [words] };
  const files: Record<string, string> = {};
  for (const base of ['', `v${version}/`]) {
    files[`${base}loader.js`] = `loader ${words}`;
    files[`${base}loader.js.sri`] = `integrity ${words}`;
    files[`${base}THIRD-PARTY-LICENSES.txt`] = 'licences';
    files[`${base}frame/index.html`] = `document ${words}`;
    files[`${base}frame/config.json`] = JSON.stringify({ $checked: stampOf(fields), ...fields });
    files[`${base}frame/config.schema.json`] = '{}';
    files[`${base}frame/assets/main-${words}.js`] = `module ${words}`;
  }
  for (const [name, text] of Object.entries(files).filter(([name]) => isCompressed(name))) {
    for (const ending of ['.gz', '.br']) files[name + ending] = `compressed ${text}`;
  }
  for (const base of ['', `v${version}/`]) {
    files[`headers/${base}_headers`] = `/${base}loader.js\n  X-Words: ${words}\n`;
    files[`headers/${base}nginx.conf`] = `# ${base}${words}\n`;
  }
  files[`release/v${version}/headers/_headers`] = `/loader.js\n  X-Words: pinned ${words}\n`;
  files[`release/v${version}/headers/nginx.conf`] = `# pinned ${words}\n`;
  files['sizes.json'] = '{}';
  files[`release/v${version}/sbom.cdx.json`] = '{}';
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  return dist;
}

it('[F-SE11][F-SE12] publishes the moving addresses and the release, and nothing private', async () => {
  await publish(writeBuild('1.0.0', 'first'), server());
  expect(served('loader.js')).toBe('loader first');
  expect(served('loader.js.gz')).toBe('compressed loader first');
  expect(served('v1.0.0/frame/index.html')).toBe('document first');
  expect(readdirSync(join(server(), 'public')).sort()).toEqual(
    [
      ...[
        'THIRD-PARTY-LICENSES.txt',
        'THIRD-PARTY-LICENSES.txt.br',
        'THIRD-PARTY-LICENSES.txt.gz',
        '_headers',
        'frame',
      ],
      ...['loader.js', 'loader.js.br', 'loader.js.gz', 'loader.js.sri', 'v1.0.0'],
    ].sort(),
  );
  expect(readdirSync(join(server(), 'headers')).sort()).toEqual(
    ['moving._headers', 'moving.conf', 'v1.0.0._headers', 'v1.0.0.conf'].sort(),
  );
});

it('[F-SE12][F-AD10] keeps every release and the files of open pages, and goes back to an earlier release', async () => {
  const first = writeBuild('1.0.0', 'first');
  await publish(first, server());
  await publish(writeBuild('1.1.0', 'second'), server());
  expect(served('loader.js')).toBe('loader second');
  expect(served('v1.0.0/loader.js')).toBe('loader first');
  // A page that was opened before the release still asks for the older module.
  expect(served('frame/assets/main-first.js')).toBe('module first');
  expect(served('_headers')).toMatch(/^\/loader\.js\n {2}X-Words: second\n/);
  expect(served('_headers')).toContain('/v1.0.0/loader.js\n  X-Words: first\n');

  await publish(first, server());
  expect([served('loader.js'), served('frame/index.html')]).toEqual(['loader first', 'document first']);
  expect(served('v1.1.0/loader.js')).toBe('loader second');
  expect(readFileSync(join(server(), 'headers/moving.conf'), 'utf8')).toBe('# first\n');
});

it('[F-SE12][F-AD10] goes back to a release that the build has kept, with the headers of its pinned document', async () => {
  const dist = writeBuild('1.1.0', 'second');
  const first = writeBuild('1.0.0', 'first');
  for (const place of ['v1.0.0', 'headers/v1.0.0', 'release/v1.0.0'])
    cpSync(join(first, place), join(dist, place), { recursive: true });
  await publish(dist, server());
  expect(served('loader.js')).toBe('loader second');
  expect(served('v1.0.0/loader.js')).toBe('loader first');

  await publish(dist, server(), '1.0.0');
  expect([served('loader.js'), served('frame/index.html')]).toEqual(['loader first', 'document first']);
  expect(readFileSync(join(server(), 'headers/moving.conf'), 'utf8')).toBe('# pinned first\n');
  expect(served('_headers')).toMatch(/^\/loader\.js\n {2}X-Words: pinned first\n/);
  expect(served('v1.1.0/loader.js')).toBe('loader second');

  const { message, remedy } = await publish(dist, server(), '2.0.0').catch((error) => error);
  expect([message, remedy]).toEqual([`${dist} has no release v2.0.0.`, 'It has v1.0.0, v1.1.0.']);
});

it('[F-SE12] refuses a development build, and publishes nothing', async () => {
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'frame/assets'), { recursive: true });
  for (const name of ['loader.js', 'loader.js.sri', 'frame/index.html']) writeFileSync(join(dist, name), 'development');
  const { message } = await publish(dist, server()).catch((error) => error);
  expect(message).toBe(`${dist} is not a build of the widget.`);
  expect(existsSync(server())).toBe(false);
});

it('[F-SE12] publishes the changed config.json of a release that is published', async () => {
  const dist = writeBuild('1.0.0', 'first');
  await publish(dist, server());
  writeFileSync(join(dist, 'v1.0.0/frame/config.json'), '{"off":false,"allowedHosts":["changed"]}');
  await publish(dist, server());
  expect(JSON.parse(served('v1.0.0/frame/config.json'))).toMatchObject({ allowedHosts: ['changed'] });
});

it('[F-SE12] refuses to change a release that is published, and changes nothing', async () => {
  await publish(writeBuild('1.0.0', 'first'), server());
  const before = serverFiles();
  const other = writeBuild('1.0.0', 'other');
  const earlier = writeBuild('0.9.0', 'earlier');
  for (const place of ['v0.9.0', 'headers/v0.9.0'])
    cpSync(join(earlier, place), join(other, place), { recursive: true });
  const { message, remedy } = await publish(other, server()).catch((error) => error);
  expect(message).toContain(`${join(server(), 'public/v1.0.0')} holds v1.0.0 already, with another frame/index.html`);
  expect(remedy).toMatch(/^Choose the next version: /);
  expect(serverFiles()).toEqual(before);
});

it.each(['v1.0.0/loader.js.sri', 'v1.0.0/loader.js.br', 'v1.0.0/frame/assets/main-first.js'])(
  '[F-SE12] publishes again what broke off before %s',
  async (missing) => {
    const dist = writeBuild('1.0.0', 'first');
    await publish(dist, server());
    const before = readdirSync(server(), { recursive: true }).sort();
    rmSync(join(server(), 'public', missing));
    await publish(dist, server());
    expect(readdirSync(server(), { recursive: true }).sort()).toEqual(before);
    expect(served(missing)).toBe(readFileSync(join(dist, missing), 'utf8'));
  },
);

it('[F-SE12] keeps a widget off that is off, at new addresses too', async () => {
  const first = writeBuild('1.0.0', 'first');
  expect(await publish(first, server())).toEqual({ isOff: false, notes: [] });
  await setOff(server(), true);
  expect(await publish(writeBuild('1.1.0', 'second'), server())).toMatchObject({ isOff: true });
  expect(await publish(first, server())).toMatchObject({ isOff: true });
  const configs = ['', 'v1.0.0/', 'v1.1.0/'].map((base) => JSON.parse(served(`${base}frame/config.json`)));
  expect(configs).toMatchObject([
    { off: true, allowedHosts: ['first'] },
    { off: true, allowedHosts: ['first'] },
    { off: true, allowedHosts: ['second'] },
  ]);
});

it('[F-SE12] names a published config.json that cannot be read, and publishes when it is gone', async () => {
  const first = writeBuild('1.0.0', 'first');
  await publish(first, server());
  const config = join(server(), 'public/frame/config.json');
  writeFileSync(config, '{"off": tru}');
  const { message, remedy } = await publish(first, server()).catch((error) => error);
  expect(message).toContain(`${config} is not JSON (`);
  expect(remedy).toBe('Correct it, or delete it to publish a widget that is on.');
  rmSync(config);
  expect(await publish(first, server())).toMatchObject({ isOff: false });
});

it.each<readonly [what: string, path: string, text: string | undefined, sentence: string]>([
  ['whose config.json is not JSON', 'frame/config.json', '{"off":false,}', 'frame/config.json is not JSON ('],
  ['whose release has such a file', 'v1.1.0/frame/config.json', '{"off":false,}', 'v1.1.0/frame/config.json is not'],
  ['without the headers of its release', 'headers/v1.1.0/nginx.conf', undefined, 'headers/v1.1.0/nginx.conf.'],
  ['without a compressed copy', 'loader.js.br', undefined, 'there is no '],
  ['without its frame', 'frame', undefined, 'frame/config.json.'],
  ['whose policy is too long for _headers', 'headers/_headers', undefined, 'headers has no _headers'],
])('[F-SE12][F-AD9] refuses a build %s, and changes nothing', async (_, path, text, sentence) => {
  await publish(writeBuild('1.0.0', 'first'), server());
  await setOff(server(), true);
  const before = serverFiles();
  const dist = writeBuild('1.1.0', 'second');
  if (text === undefined) rmSync(join(dist, path), { recursive: true });
  else writeFileSync(join(dist, path), text);
  const { message } = await publish(dist, server()).catch((error) => error);
  expect(message).toContain(sentence);
  expect(serverFiles()).toEqual(before);
});

it('[F-SE12][F-AD9] refuses to publish into the build', async () => {
  const dist = writeBuild('1.0.0', 'first');
  for (const to of [dist, join(dist, 'server')])
    await expect(publish(dist, to)).rejects.toThrow(`${to} is the build, or inside it.`);
  expect(existsSync(join(dist, 'public'))).toBe(false);
});

it('[F-SE11] puts the headers of newer releases first, and says how many rules are too many for Cloudflare', async () => {
  let notes: readonly string[] = [];
  for (const version of ['1.1.0', '1.9.0', '1.10.0']) {
    const dist = writeBuild(version, 'first');
    const rules = Array.from({ length: 40 }, (_, at) => `/v${version}/${at || 'loader.js'}\n  X-Words: ${version}\n`);
    writeFileSync(join(dist, `headers/v${version}/_headers`), rules.join('\n'));
    ({ notes } = await publish(dist, server()));
  }
  expect(notes).toEqual([expect.stringContaining('has 121 rules, and Cloudflare ignores all after 100')]);
  const rules = parseHeadersFile(served('_headers'));
  const wordsAt = (path: string): string | undefined => headersAt(rules, path)['x-words'];
  const bases = ['/', '/v1.10.0/', '/v1.9.0/', '/v1.1.0/'];
  expect(bases.map((base) => wordsAt(`${base}loader.js`))).toEqual(['first', '1.10.0', '1.9.0', '1.1.0']);
  expect(wordsAt('/v1.1.0/39')).toBeUndefined();
});

it('[F-SE12] switches every address off, and on again with the stamp that spares visitors the check', async () => {
  await publish(writeBuild('1.0.0', 'first'), server());
  await publish(writeBuild('1.1.0', 'second'), server());
  const configs = ['', 'v1.0.0/', 'v1.1.0/'].map((base) => `${base}frame/config.json`);
  const read = () => configs.map((path) => JSON.parse(served(path)) as { off: boolean });
  expect(await setOff(server(), true)).toBe(3);
  expect(read().map(({ off }) => off)).toEqual([true, true, true]);
  expect(read().map(checkedFields)).toEqual([undefined, undefined, undefined]);
  await setOff(server(), false);
  for (const config of read()) expect(checkedFields(config)).toMatchObject({ off: false });
  expect(existsSync(join(server(), 'public/frame/config.json.gz'))).toBe(false);
});

it('[F-SE12] switches off every address that it can, and names the files that it could not read', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(writeBuild(version, version), server());
  const path = (base: string): string => join(server(), 'public', base, 'frame/config.json');
  writeFileSync(path('v1.1.0'), '{"off": false,}');
  writeFileSync(path('v1.0.0'), `\uFEFF${served('v1.0.0/frame/config.json')}`);
  // A publication that broke off.
  rmSync(path('v1.3.0'));
  const { message, remedy } = await setOff(server(), true).catch((error) => error);
  expect(message).toMatch(/^Switched off at 3 of 4 addresses\.\n/);
  expect(message).toContain(`${path('v1.1.0')} is not JSON (`);
  expect(remedy).toBe('Correct these files, and run this again.');
  for (const base of ['', 'v1.0.0', 'v1.2.0'])
    expect(JSON.parse(readFileSync(path(base), 'utf8')), base).toMatchObject({ off: true });

  writeFileSync(path(''), '{');
  await expect(setOff(server(), false)).rejects.toThrow('Switched on at 2 of 4 addresses.');
});
