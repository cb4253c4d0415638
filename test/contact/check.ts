import { problemsOf } from '../../frame/contact/file/fileSchema.ts';
import { readJsonFile } from './readJsonFile.ts';
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
    const content = readJsonFile(file);
    return { problems: problemsOf(content), warnings: unknownTexts(content) };
  } catch (error) {
    return { problems: [(error as Error).message], warnings: [] };
  }
}
