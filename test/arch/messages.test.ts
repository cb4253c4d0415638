import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consoleMessages, groupOf, groups, writeMessages } from '../support/consoleMessages.ts';
import { root } from '../support/sources.ts';

describe('the page of console messages', () => {
  const path = join(root, 'frame/deployment/MESSAGES.md');

  it('[F-AD19] is what is generated from the sources (UPDATE_GOLDEN=1 writes it)', () => {
    const written = writeMessages();
    if (process.env.UPDATE_GOLDEN) writeFileSync(path, written);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });

  it('[F-AD19] has each message once, with what to do', () => {
    const messages = consoleMessages();
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter((one) => groupOf(one) === undefined)).toEqual([]);
    for (const { text } of messages) expect(writeMessages().split(`- ${text}\n`)).toHaveLength(2);
  });

  it('[F-AD19] has a message under every cause', () => {
    const used = new Set(consoleMessages().map(groupOf));
    expect(groups.filter((group) => !used.has(group)).map(({ title }) => title)).toEqual([]);
  });
});
