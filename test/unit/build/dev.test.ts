import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDev } from '../../../build.mjs';

interface Rebuilt {
  readonly file: string;
  readonly error: unknown;
}

describe('npm run dev', () => {
  let outDir: string;
  let dev: Awaited<ReturnType<typeof startDev>>;
  let onRebuilt: (rebuilt: Rebuilt) => void = () => {};

  beforeAll(async () => {
    await mkdir('.cache', { recursive: true });
    outDir = await mkdtemp(join('.cache', 'dev-'));
    dev = await startDev({ outDir, onRebuilt: (rebuilt: Rebuilt) => onRebuilt(rebuilt) });
  }, 120_000);

  afterAll(async () => {
    await dev.close();
    await rm(outDir, { recursive: true });
  });

  /** Changes nothing but the time of a source file, and waits for the build that follows. */
  async function touch(file: string): Promise<Rebuilt> {
    const rebuilt = new Promise<Rebuilt>((resolve) => {
      onRebuilt = resolve;
    });
    const now = new Date();
    await utimes(file, now, now);
    return rebuilt;
  }

  async function mainFile(): Promise<string> {
    const document = await readFile(join(outDir, 'frame/index.html'), 'utf8');
    const [, name] = /src="(assets\/main-\w+\.js)"/.exec(document) ?? [];
    return join(outDir, 'frame', `${name}`);
  }

  it('writes source maps for the frame and the loader', async () => {
    const map = JSON.parse(await readFile(`${await mainFile()}.map`, 'utf8')) as { sources: string[] };
    expect(map.sources.some((source) => source.endsWith('frame/main.ts'))).toBe(true);
    expect(await readFile(join(outDir, 'loader.js'), 'utf8')).toContain('sourceMappingURL=data:');
  });

  it('uses the development build of React and keeps names', async () => {
    const assets = join(outDir, 'frame/assets');
    const app = (await readdir(assets)).find((name) => /^app-\w+\.js$/.test(name));
    expect(await readFile(join(assets, `${app}`), 'utf8')).toContain('react-dom-client.development.js');
    expect(await readFile(await mainFile(), 'utf8')).toContain('function greetHost(');
  });

  it('builds again after a source file changes', async () => {
    await rm(join(outDir, 'loader.js'));
    await rm(await mainFile());
    const { file, error } = await touch('frame/app.tsx');
    expect(error).toBeUndefined();
    expect(file).toBe(join('frame', 'app.tsx'));
    expect(await readFile(await mainFile(), 'utf8')).toContain('function greetHost(');
    expect(await readFile(join(outDir, 'loader.js'), 'utf8')).toContain('loader/index.ts');
  });
});
