import { readFile } from 'node:fs/promises';
import { refusal } from './refusal.mjs';

/** Reads a JSON file that a person may have edited. Ignores a byte order mark, as browsers do. */
export async function readJson(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw error.code === 'EISDIR' ? refusal(`${path} is a folder.`, 'Name a file.') : error;
  });
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}
