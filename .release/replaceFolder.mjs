import { rename, rm } from 'node:fs/promises';

/** Lets `write` fill a new folder, which then takes the place of this one. If `write` fails, this one stays as it was. */
export async function replaceFolder(folder, write) {
  const next = `${folder}.next`;
  const remove = (path) => rm(path, { recursive: true, force: true });
  await remove(next);
  try {
    const result = await write(next);
    await remove(folder);
    await rename(next, folder);
    return result;
  } catch (error) {
    await remove(next);
    throw error;
  }
}
