import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = join('.cache', 'peers');

/** The folder of an npm package. Fetched from the registry the first time; it is no dependency of the project. */
export async function fetchPackage(name: string, version: string): Promise<string> {
  const unpacked = join(folder, `${name.replace('/', '-')}-${version}`);
  if (existsSync(unpacked)) return unpacked;
  const partial = `${unpacked}.part`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    const { stdout } = await run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: partial, timeout: 120_000 });
    await run('tar', ['-xzf', stdout.trim(), '--strip-components=1'], { cwd: partial });
  } catch {
    throw new Error(`${name}@${version} could not be fetched from the npm registry`);
  }
  await rename(partial, unpacked);
  return unpacked;
}
