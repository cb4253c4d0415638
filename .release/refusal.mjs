import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** An error that a person can act on: what is wrong, and what to do. */
export function refusal(message, remedy) {
  return Object.assign(new Error(message), { remedy });
}

/** The last lines of a command that failed. `outDir` is where it would have written a build. */
export async function describeFailure(error, { command, args = [], outDir: standard }) {
  const { message = `${error}`, remedy, outDir = standard } = error ?? {};
  // These three change the server's folder, and no build.
  const isPublishing = command === 'release' && ['publish', 'on', 'off'].includes(args[0]);
  const isBuilding = ['build', 'start', 'bench', 'release'].includes(command) && !isPublishing;
  return [
    ...(isBuilding ? ['', `npm run ${command} failed.`] : []),
    ...(isPublishing ? ['', `npm run release -- ${args[0]} failed.`] : []),
    message,
    ...(remedy ? [remedy] : []),
    ...(isBuilding ? [await describeLastBuild(outDir)] : []),
  ].join('\n');
}

/** Which build the folder holds, because a build that fails does not change it. */
async function describeLastBuild(folder) {
  const name = relative(process.cwd(), folder).startsWith('..') ? folder : `${relative(process.cwd(), folder)}/`;
  try {
    const { mtime } = await stat(join(folder, 'sizes.json'));
    const { version } = JSON.parse(await readFile(join(folder, 'frame/config.json'), 'utf8'));
    const time = mtime.toISOString().slice(0, 16).replace('T', ' ');
    return `${name} is unchanged. It still holds the previous build${version ? `: version ${version}` : ''}, of ${time} UTC.`;
  } catch {
    return `${name} holds no build.`;
  }
}
