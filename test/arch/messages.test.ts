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
    const written = writeMessages();
    for (const { text } of messages) expect(written.split(`- ${text}\n`)).toHaveLength(2);
  });

  it.each([
    ["A service did not delete the visitor's data.", 'Caused by a service that fails'],
    ["The service did not export the visitor's data.", 'Caused by a service that fails'],
    ['A message of the form could not be sent.', 'Caused by a service that fails'],
    ['The texts of the page links could not be loaded.', 'Caused by a failed download, or by a fault of the widget'],
    ['Some data was not removed from the page.', 'Caused by a failed download, or by a fault of the widget'],
    [
      'The page names no focus area, so the widget has nothing to offer. Set data-focus-area on the script, or focusArea in contactWidgetConfig, to one that your contact service or contact file has.',
      'Caused by the page',
    ],
    [
      'data-pill is not a pill. Copy the value of cm-pill from the local storage of a page that shows the pill.',
      'Caused by the page',
    ],
    ['Page rule … has an unknown condition and is skipped.', 'Caused by the page'],
    ['config.json: brand.…: …. The widget has its default colours.', 'Caused by the deployment'],
    ['The widget could not start.', 'Caused by the deployment'],
    ['The call could not be booked.', 'Caused by a service that fails'],
    ['A quick reply was not delivered.', 'Caused by a service that fails'],
    ['The notification of … has no known type or no text and is skipped.', 'Caused by the page'],
  ])('[F-AD19] has "%s" under: %s', (text, title) => {
    const found = consoleMessages().find((one) => one.text === text);
    expect(found && groupOf(found)?.title).toBe(title);
  });

  it('[F-AD19] has a message under every cause', () => {
    const used = new Set(consoleMessages().map(groupOf));
    expect(groups.filter((group) => !used.has(group)).map(({ title }) => title)).toEqual([]);
  });
});
