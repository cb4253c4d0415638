import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { problemsOf } from '../../frame/contact/file/fileSchema.ts';
import { unknownTexts } from './unknownTexts.ts';

/** `npm run check:contact -- FILE…`: says what is wrong with contact files. */
const files = process.argv.slice(3);
if (files.length === 0) {
  console.error('Name a file: npm run check:contact -- test/contact/shop.json');
  process.exitCode = 2;
}
for (const file of files) {
  const { problems, warnings } = check(file);
  if (problems.length > 0) process.exitCode = 1;
  const lines = [...problems, ...warnings.map((sentence) => `Warning: ${sentence}`)];
  console.log(lines.length === 0 ? `${file}: ok` : [`${file}:`, ...lines].join('\n  '));
}

function check(file: string): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  try {
    // npm changes to the top level of the repository; the path is the caller's.
    const content: unknown = JSON.parse(readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8'));
    return { problems: problemsOf(content), warnings: unknownTexts(content) };
  } catch (error) {
    const sentence =
      error instanceof SyntaxError ? `It is no JSON: ${error.message}.` : `It cannot be read: ${String(error)}`;
    return { problems: [sentence], warnings: [] };
  }
}
