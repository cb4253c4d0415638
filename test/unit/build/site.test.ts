import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeSite } from '../../pages/site.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'widget-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run site', () => {
  it('[F-AD14] takes a new folder, and the folder of an earlier site', async () => {
    const site = join(folder, 'new');
    await writeSite('https://widget.example', site);
    const names = readdirSync(site);
    await writeSite('https://other.example', site);
    expect(readdirSync(site)).toEqual(names);
    expect(readFileSync(join(site, 'playground/index.html'), 'utf8')).toContain('https://other.example');
  });

  it.each([
    ['notes.txt', ['notes.txt', 'playground']],
    ['index.html', ['index.html', 'robots.txt']],
  ])('[F-AD14] refuses a folder with %s that is not its own, and changes nothing', async (stranger, names) => {
    for (const name of names) {
      if (name === 'playground') mkdirSync(join(folder, name));
      else writeFileSync(join(folder, name), 'mine');
    }
    await expect(writeSite('https://widget.example', folder)).rejects.toThrow(
      `${folder} is not empty and is not a site that this command has written: it holds ${stranger}.`,
    );
    expect(readdirSync(folder)).toEqual(names);
    expect(existsSync(join(folder, 'playground/index.html'))).toBe(false);
  });

  it('[F-AD14] refuses a file', async () => {
    writeFileSync(join(folder, 'file'), 'mine');
    await expect(writeSite('https://widget.example', join(folder, 'file'))).rejects.toThrow('is not a folder');
  });
});
