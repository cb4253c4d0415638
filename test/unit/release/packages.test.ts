import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { licencesFile, packagesOf } from '../../../.release/packages.mjs';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install(files: Readonly<Record<string, string | object>>): void {
  root = mkdtempSync(join(tmpdir(), 'widget-packages-'));
  const lock = { packages: { 'node_modules/plain': { integrity: 'sha512-AAAA' } } };
  for (const [name, content] of Object.entries({ 'package-lock.json': lock, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const text = 'Copyright (c) 2020 A. Author. Permission is hereby granted …';

it('[F-SE7] lists each package in the build once, with version, licence and text, nested and scoped ones too', () => {
  install({
    'node_modules/plain/package.json': { name: 'plain', version: '1.0.0', license: 'MIT' },
    'node_modules/plain/LICENSE': text,
    'node_modules/plain/NOTICE': 'This product contains a thing.',
    'node_modules/plain/node_modules/@scope/inner/package.json': {
      name: '@scope/inner',
      version: '2.0.0',
      license: 'Apache-2.0',
    },
    'node_modules/plain/node_modules/@scope/inner/license.md': text,
    'node_modules/readme/package.json': { name: 'readme', version: '3.0.0', license: 'MIT' },
    'node_modules/readme/README.md': `# Readme\n\nWords.\n\n## License (MIT)\n\n${text}\n`,
    'node_modules/rolldown/package.json': { name: 'rolldown', version: '4.0.0', license: 'MIT' },
    'node_modules/rolldown/LICENSE': text,
  });
  const packages = packagesOf(root, [
    join(root, 'frame/main.ts'),
    'sheet:styles/ui.css.ts',
    join(root, 'node_modules/plain/a.js'),
    join(root, 'node_modules/plain/b.js?compare'),
    join(root, 'node_modules/plain/node_modules/@scope/inner/dist/c.js'),
    join(root, 'node_modules/readme/d.js'),
    '\0rolldown/runtime.js',
  ]);
  expect(packages.map(({ name, version, licence }) => `${name} ${version} ${licence}`)).toEqual([
    'plain 1.0.0 MIT',
    '@scope/inner 2.0.0 Apache-2.0',
    'readme 3.0.0 MIT',
    'rolldown 4.0.0 MIT',
  ]);
  const file = licencesFile(packages);
  expect(file.split(text)).toHaveLength(5);
  expect(file).toContain('This product contains a thing.');
  expect(file).not.toContain('Words.');
  expect(packages[0]?.integrity).toBe('sha512-AAAA');
});

it.each<[string, Readonly<Record<string, string | object>>, RegExp]>([
  [
    'no text',
    { 'package.json': { name: 'bare', version: '1.0.0', license: 'MIT' } },
    /bare 1\.0\.0 has no licence text/,
  ],
  [
    'a README that only names it',
    {
      'package.json': { name: 'bare', version: '1.0.0', license: 'MIT' },
      'README.md': '# Bare\n\n## License\n\nMIT\n',
    },
    /bare 1\.0\.0 has no licence text/,
  ],
  [
    'no name of one',
    { 'package.json': { name: 'bare', version: '1.0.0' }, LICENSE: text },
    /bare 1\.0\.0 names no licence/,
  ],
])('[F-SE7] refuses a package with %s', (_what, files, message) => {
  install(Object.fromEntries(Object.entries(files).map(([name, content]) => [`node_modules/bare/${name}`, content])));
  expect(() => packagesOf(root, [join(root, 'node_modules/bare/a.js')])).toThrow(message);
});
