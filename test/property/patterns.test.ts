import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';

/** Every regular expression literal of the source. */
const patterns = readSources(['frame', 'bridge', 'loader'], /\.tsx?$/).flatMap(({ path, text }) => {
  const found: (readonly [title: string, source: string, flags: string])[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push([`${path}: ${node.raw}`, node.regex.pattern, node.regex.flags]);
    },
  });
  visitor.visit(parseSync(path, text).program);
  return found;
});

it('[F-SE9] finds the patterns of the source', () => {
  expect(patterns.length).toBeGreaterThan(150);
});

// Again, because the library runs the pattern and takes the time: a busy machine makes any pattern slow.
it.each(patterns)(
  '[F-SE9] %s takes a time that grows with the length of the text',
  { retry: 3 },
  async (_, source, flags) => {
    expect(await check(source, flags, { randomSeed: 1, timeout: 60_000 })).toMatchObject({ status: 'safe' });
  },
);
