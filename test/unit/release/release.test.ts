import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRelease } from '../../../.release/release.mjs';
import { checksumsOf, servedFiles } from '../../../.release/servedFiles.mjs';
import { writeBuild, writeHeaders } from '../../../build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'widget-release-'));
const outDir = join(folder, 'dist');
const read = (path: string): string => readFileSync(join(outDir, path), 'utf8');

const changelog = join(folder, 'CHANGELOG.md');
const config = 'test/deployments/reference.json';
const tools = { writeBuild, writeHeaders, outDir, config, changelog, now: new Date('2026-11-22T12:00:00Z') };

/** The release of a real build, which takes long if the sources have changed since the last one. */
describe('a release', () => {
  beforeAll(async () => {
    await createRelease('1.2.3', tools);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[F-SE12][F-AD10] has an address of its own with the files of the moving one', async () => {
    const moving = await servedFiles(outDir);
    expect(await servedFiles(join(outDir, 'v1.2.3'))).toEqual(moving);
    for (const name of moving.filter((one: string) => one !== 'frame/index.html')) {
      expect(read(`v1.2.3/${name}`), name).toBe(read(name));
    }
  });

  it('[F-SE12] names the integrity of the loader and of every module of the frame', () => {
    const integrity = (path: string) => `sha384-${createHash('sha384').update(read(path)).digest('base64')}`;
    expect(read('v1.2.3/loader.js.sri').trim()).toBe(integrity('v1.2.3/loader.js'));
    const document = read('v1.2.3/frame/index.html');
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(document) ?? [];
    const named = (JSON.parse(map) as { integrity: Record<string, string> }).integrity;
    const modules = readdirSync(join(outDir, 'v1.2.3/frame/assets')).filter((name) => name.endsWith('.js'));
    expect(modules.length).toBeGreaterThan(20);
    for (const name of modules) expect(named[`./assets/${name}`], name).toBe(integrity(`v1.2.3/frame/assets/${name}`));
    const [, entry = '', attribute] = /<script type="module" src="([^"]*)" integrity="([^"]*)">/.exec(document) ?? [];
    expect(attribute).toBe(integrity(`v1.2.3/frame/${entry}`));
    expect(document.indexOf('importmap')).toBeLessThan(document.indexOf('type="module"'));
  });

  it('[F-SE12][CSP-11] allows the map by its hash, in the header and in the document, and no other inline script', () => {
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(read('v1.2.3/frame/index.html')) ?? [];
    const source = `'sha256-${createHash('sha256').update(map).digest('base64')}'`;
    for (const text of [
      read('headers/v1.2.3/_headers'),
      read('headers/v1.2.3/nginx.conf'),
      read('v1.2.3/frame/index.html'),
    ]) {
      expect(text).toContain(`script-src 'self' ${source};`);
      expect(text).not.toContain('unsafe');
    }
    for (const text of [read('headers/_headers'), read('headers/nginx.conf'), read('frame/index.html')]) {
      expect(text).not.toContain('sha256-');
    }
  });

  it('[F-SE7] contains the licence of every package in the build', () => {
    const licences = read('v1.2.3/THIRD-PARTY-LICENSES.txt');
    const required = [
      'react-dom',
      'valibot',
      'valtio',
      'murmurhash',
      'temporal-polyfill',
      'react-aria',
      'comlink',
      'lucide',
    ];
    for (const name of required) expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+`, 'm'));
    expect(licences).toMatch(/Apache License\s+Version 2\.0/);
    expect(licences).toContain('Copyright (c) 2020 Gary Court, Derek Perez');
  });

  it('[F-SE12] has a CycloneDX document that fits the schema and lists every package and file', () => {
    const sbom = JSON.parse(read('release/v1.2.3/sbom.cdx.json')) as {
      specVersion: string;
      components: { name: string; group?: string; version: string; hashes?: unknown }[];
      metadata: { component: { version: string; components: { name: string; hashes: { content: string }[] }[] } };
    };
    const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
    const schema = (name: string) =>
      JSON.parse(readFileSync(`${schemas}/${name}.SNAPSHOT.schema.json`, 'utf8')) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const isValid = ajv.validate(schema('bom-1.5'), sbom);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
    const licences = read('THIRD-PARTY-LICENSES.txt');
    const listed = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version} (`);
    expect(listed.length).toBe(licences.split(`${'-'.repeat(80)}\n`).length - 1);
    for (const name of listed) expect(licences).toContain(`\n${name}`);
    expect(sbom.components.every(({ hashes }) => hashes)).toBe(true);
    const { version, components } = sbom.metadata.component;
    expect(version).toBe('1.2.3');
    const loader = components.find(({ name }) => name === 'loader.js');
    expect(loader?.hashes[0]?.content).toBe(createHash('sha256').update(read('v1.2.3/loader.js')).digest('hex'));
  });

  it('[F-AD5] has the npm package of the same version', () => {
    expect(JSON.parse(read('package/package.json'))).toMatchObject({ name: 'contact-widget', version: '1.2.3' });
  });

  it('[F-SE12][F-AD10] has checksums of every file that never changes, and a changelog entry', async () => {
    const sums = read('release/v1.2.3/SHA256SUMS').trim().split('\n');
    const files = await checksumsOf(join(outDir, 'v1.2.3'));
    expect(sums).toEqual(
      files.map(({ name, sha256 }: { name: string; sha256: string }) => `${sha256}  v1.2.3/${name}`),
    );
    expect(sums).toHaveLength((await servedFiles(join(outDir, 'v1.2.3'))).length - 1);
    expect(read('release/v1.2.3/CHANGES.md')).toMatch(/^## 1\.2\.3 \(2026-11-22\)\n\n- /);
  });

  it('[F-AD11] has a compressed copy beside each file but the one that operators edit', async () => {
    for (const base of ['', 'v1.2.3/']) {
      for (const name of await servedFiles(join(outDir, base))) {
        const path = join(outDir, base, name);
        if (!/\.(?:js|html|txt)$/.test(name)) {
          expect(() => readFileSync(`${path}.gz`), name).toThrow();
          continue;
        }
        expect(gunzipSync(readFileSync(`${path}.gz`)).equals(readFileSync(path)), name).toBe(true);
        expect(brotliDecompressSync(readFileSync(`${path}.br`)).equals(readFileSync(path)), name).toBe(true);
      }
    }
  });

  it('[F-SE11] serves nothing private: configuration, sizes and documents are in no served folder', async () => {
    const served = [...(await servedFiles(outDir)), ...(await servedFiles(join(outDir, 'v1.2.3')))];
    expect(served.filter((name: string) => /headers|sizes|release|sbom|CHANGES|SHA256/.test(name))).toEqual([]);
  });

  it('[F-SE12] refuses a version that exists, before it writes anything', async () => {
    const before = readdirSync(folder, { recursive: true });
    const { message, remedy } = await createRelease('1.2.3', tools).catch((error) => error);
    expect(message).toBe(`The release v1.2.3 already exists: ${outDir}/v1.2.3. A release never changes.`);
    expect(remedy).toBe('Choose the next version. If nobody has this one yet, delete that folder first.');
    expect(readdirSync(folder, { recursive: true })).toEqual(before);

    // A build that was killed has moved it away.
    renameSync(outDir, `${outDir}.last-build`);
    await expect(createRelease('1.2.3', tools)).rejects.toThrow('The release v1.2.3 already exists');
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('leaves the last build and the changelog as they were when the next one fails', async () => {
    const before = readdirSync(folder, { recursive: true });
    const failing = { ...tools, writeHeaders: () => Promise.reject(new Error('disk full')) };
    await expect(createRelease('1.3.0', failing)).rejects.toThrow('disk full');
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    expect(readFileSync(changelog, 'utf8')).not.toContain('1.3.0');
  });
});
