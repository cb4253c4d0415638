import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { expect, it, vi } from 'vitest';
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

/** Functions that make a pattern when they are called. */
const makers: Readonly<Record<string, (module: Readonly<Record<string, (text: string) => unknown>>) => unknown>> = {
  'frame/scheduler/email.ts': ({ isEmail }) => isEmail?.('ada@127.0.0.1'),
  'frame/host/country.ts': ({ isIpAddress }) => isIpAddress?.('127.0.0.1'),
  'frame/chat/messages/declaredHtml.ts': ({ parseDeclaredHtml }) => parseDeclaredHtml?.('<script>x</script>'),
};

/** Files that read no text from outside. */
const own: Readonly<Record<string, string>> = {
  'frame/platform/checkSchema.ts': 'patterns of the schema of config.json, for config.json',
  'frame/deployment/headers.ts': 'for the policy, at the build',
};

/** Those that are put together, and no literals: the constructor tells them while the module is loaded, or its function runs. */
const composed: (readonly [title: string, source: string, flags: string])[] = [];
for (const { path } of readSources(['frame', 'bridge', 'loader'], /\.tsx?$/).filter(({ text }) =>
  /\bRegExp\(/.test(text),
)) {
  if (path in own) continue;
  const before = composed.length;
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct(target, [pattern, flags = '']: [string | RegExp, string?]) {
        const made = new target(pattern, flags);
        composed.push([`${path}: ${String(made)}`, made.source, made.flags]);
        return made;
      },
    }),
  );
  vi.resetModules();
  const module = (await import(`../../${path}`)) as Parameters<NonNullable<(typeof makers)[string]>>[0];
  makers[path]?.(module);
  vi.unstubAllGlobals();
  if (composed.length === before) throw new Error(`No pattern of ${path} was made.`);
}
patterns.push(...composed);

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
