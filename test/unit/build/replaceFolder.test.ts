import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFolder } from '../../../.release/replaceFolder.mjs';
import { writeHeaders } from '../../../build.mjs';

let folder = '';
let dist = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'widget-build-'));
  dist = join(folder, 'dist');
  mkdirSync(dist);
  mkdirSync(join(dist, 'frame'));
  writeFileSync(join(dist, 'loader.js'), 'last build');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The step of the build that writes the headers, after the loader. */
const buildFor = (scriptOrigins: readonly string[]) =>
  replaceFolder(dist, async (next: string) => {
    writeFileSync(join(next, 'loader.js'), 'new build');
    await writeHeaders(join(next, 'headers'), { allowedHosts: [], scriptOrigins });
  });

describe('a build', () => {
  it('[F-AD9] leaves the last one as it was if a deployment is refused late', async () => {
    await expect(buildFor(['https://vendor.example; script-src *'])).rejects.toThrow(/is not an origin/);
    expect(readFileSync(join(dist, 'loader.js'), 'utf8')).toBe('last build');
    expect(readdirSync(folder)).toEqual(['dist']);
  });

  it('[F-AD9] takes the place of the last one when it is complete', async () => {
    // What a build that was killed has left.
    mkdirSync(join(folder, 'dist.next-build/frame'), { recursive: true });
    await buildFor(['https://vendor.example']);
    expect(readFileSync(join(dist, 'loader.js'), 'utf8')).toBe('new build');
    expect(readdirSync(join(dist, 'headers')).sort()).toEqual(['_headers', 'nginx.conf']);
    expect(existsSync(join(folder, 'dist.next-build'))).toBe(false);
  });

  it('[F-AD9][F-AD10] keeps the releases of an earlier build that was moved away when the last one was killed', async () => {
    mkdirSync(join(dist, 'v1.0.0'));
    renameSync(dist, join(folder, 'dist.last-build'));
    await buildFor(['https://vendor.example']);
    expect(readFileSync(join(dist, 'loader.js'), 'utf8')).toBe('new build');
    expect(readdirSync(dist)).toContain('v1.0.0');
    expect(readdirSync(folder)).toEqual(['dist']);
  });

  it('[F-AD9] finds a build that was moved away behind a link, too', async () => {
    symlinkSync('dist', join(folder, 'current'));
    renameSync(dist, join(folder, 'dist.last-build'));
    await replaceFolder(join(folder, 'current'), async () => {});
    expect(readdirSync(folder).sort()).toEqual(['current', 'dist']);
    expect(lstatSync(join(folder, 'current')).isSymbolicLink()).toBe(true);
  });

  it('[F-AD9] keeps the copies that an operator has made, and a link', async () => {
    mkdirSync(join(folder, 'dist.last/frame'), { recursive: true });
    symlinkSync(dist, join(folder, 'current'));
    await replaceFolder(join(folder, 'current'), async (next: string) => {
      writeFileSync(join(next, 'loader.js'), 'new build');
      mkdirSync(join(next, 'frame'));
    });
    expect(readFileSync(join(dist, 'loader.js'), 'utf8')).toBe('new build');
    expect(lstatSync(join(folder, 'current')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(folder, 'dist.last/frame'))).toBe(true);

    mkdirSync(join(dist, 'v1.2.3.bak'));
    await expect(buildFor([])).rejects.toThrow('it holds v1.2.3.bak. A build would delete it.');
  });
});
