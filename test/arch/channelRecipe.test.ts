import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';

/** The steps that add a channel, compared with what the last channel has changed. */
const recipe = readSources(['frame/chat'], /^(?:ADD|DESCRIBE|TRY)-A-CHANNEL\.md$/)
  .map(({ text }) => text)
  .join('\n');

it('[F-AD15] the recipe for a channel names every file outside a channel’s folder that knows its name', () => {
  const sources = [
    ...readSources(['frame/chat'], /\.ts$/).filter(({ path }) => !path.includes('/channels/')),
    ...readSources(['test/sandbox'], /^deployment\.ts$/),
    ...readSources(['test/unit/chat'], /^adapters\.test\.ts$/),
  ];
  const changed = sources.filter(({ text }) => /['"`/]xmpp['"`/]|\bxmpp:/.test(text)).map(({ path }) => path);
  expect(changed).toContain('frame/chat/routing/adapters.ts');
  expect(changed.filter((path) => !recipe.includes(`${basename(path)}\``))).toEqual([]);
  for (const name of ['connectOrigins', 'scriptOrigins', 'CH-001']) expect(recipe).toContain(name);
});
