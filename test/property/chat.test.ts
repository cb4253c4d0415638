import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, MessageInput } from '../../frame/chat/conversation.ts';
import {
  decodeEntities,
  type HtmlNode,
  parseDeclaredHtml,
  textOfHtml,
} from '../../frame/chat/messages/declaredHtml.ts';
import { linkify } from '../../frame/chat/messages/linkify.ts';
import { allMessages, comparePlaces, createMessageLog } from '../../frame/chat/messages/messageLog.ts';
import { withDateHeaders } from '../../frame/chat/window/rows.ts';
import { countOf } from '../browser/sample.ts';

const runs = countOf(1_000, 200);

/** A history of messages with unique ids and times. */
const history = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.string({ maxLength: 8 })), {
    maxLength: 160,
    selector: ([time]) => time,
  })
  .map((pairs) =>
    pairs.map(([time, text]): MessageInput => ({ id: `m${time}`, type: 'agent', text, timestamp: time * 1_000 })),
  );

const delivered = history.chain((messages) =>
  fc.record({
    messages: fc.constant(messages),
    one: fc.shuffledSubarray(messages, { minLength: messages.length }),
    other: fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length * 2 }),
    batch: fc.integer({ min: 1, max: 7 }),
  }),
);

function merged(messages: readonly MessageInput[], batch = 1) {
  const log = createMessageLog();
  for (let at = 0; at < messages.length; at += batch) log.merge(messages.slice(at, at + batch), 0);
  return log;
}

describe('merging messages', () => {
  it('[CH-042] gives the same list for any order, batches and repeats', () => {
    fc.assert(
      fc.property(delivered, ({ one, other, batch }) => {
        expect(allMessages(merged(other, batch).log)).toEqual(allMessages(merged(one).log));
      }),
      { numRuns: runs },
    );
  });

  it('[CH-042] loses nothing, duplicates nothing and sorts by time', () => {
    fc.assert(
      fc.property(delivered, ({ messages, other, batch }) => {
        const ids = allMessages(merged(other, batch).log).map((message) => message.id);
        const expected = [...messages].sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0)).map(({ id }) => id);
        expect(ids).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  it('[CH-042] changes nothing when everything is merged again', () => {
    fc.assert(
      fc.property(delivered, ({ one, messages }) => {
        const log = merged(one);
        const before = allMessages(log.log);
        expect(log.merge(messages, 0)).toEqual([]);
        expect(allMessages(log.log)).toEqual(before);
      }),
      { numRuns: runs },
    );
  });

  it('[CH-042] keeps pending texts last in the order they were written until each is confirmed', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('write', 'hear', 'confirm', 'fail'), fc.nat(20)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (list) => {
        const log = createMessageLog();
        let time = 0;
        const written: string[] = [];
        const open = new Set<string>();
        for (const [step, pick] of list) {
          time += 1;
          if (step === 'hear') log.merge([{ id: `a${time}`, type: 'agent', timestamp: time }], time);
          if (step === 'write') {
            written.push(`v${time}`);
            open.add(`v${time}`);
            log.merge([{ id: `v${time}`, type: 'visitor', isPending: true, timestamp: time }], time);
          }
          const one = [...open][pick % Math.max(open.size, 1)];
          if (one !== undefined && step === 'fail') {
            log.merge([{ id: one, type: 'visitor', isPending: false, isNotSent: true }], time);
          }
          if (one !== undefined && step === 'confirm') {
            log.confirm(one, { id: `server-${one}`, timestamp: time });
            open.delete(one);
          }
        }
        const all = allMessages(log.log);
        const tail = all.slice(all.length - open.size).map((message) => message.id);
        expect(tail).toEqual(written.filter((id) => open.has(id)));
        expect(all).toHaveLength(new Set(all.map((message) => message.id)).size);
        for (const id of written) expect(log.has(open.has(id) ? id : `server-${id}`)).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

/** Messages of a service that numbers them, from servers whose clocks disagree, among messages without an order. */
const mixedHistory = fc
  .uniqueArray(
    fc.record({
      atS: fc.integer({ min: 0, max: 300_000 }),
      aheadS: fc.integer({ min: -90_000, max: 90_000 }),
      sequence: fc.option(fc.nat(400), { nil: undefined }),
    }),
    { maxLength: 160, selector: ({ atS, sequence }) => `${atS} ${sequence}` },
  )
  .map((records) =>
    records.map(({ atS, aheadS, sequence }): MessageInput => {
      const atMs = atS * 1_000;
      const isOrdered = sequence !== undefined;
      return {
        id: `m${atS}-${sequence}`,
        type: isOrdered ? 'agent' : 'system',
        timestamp: isOrdered ? atMs + aheadS * 1_000 : atMs,
        order: isOrdered ? { atMs, sequence } : undefined,
      };
    }),
  );

const mixed = mixedHistory.chain((messages) =>
  fc.record({
    messages: fc.constant(messages),
    one: fc.shuffledSubarray(messages, { minLength: messages.length }),
    other: fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length * 2 }),
    batch: fc.integer({ min: 1, max: 7 }),
  }),
);

describe('merging messages with and without an order', () => {
  it('[CH-042][F-DL7] gives the same list for any order of arrival, batches and repeats, and loses none', () => {
    fc.assert(
      fc.property(mixed, ({ messages, one, other, batch }) => {
        const all = allMessages(merged(other, batch).log);
        expect(all).toEqual(allMessages(merged(one).log));
        expect(all.map(({ id }) => id).sort()).toEqual(messages.map(({ id }) => id).sort());
        for (const [at, message] of all.entries()) {
          const before = all[at - 1];
          if (before) expect(comparePlaces(before, message)).toBeLessThan(0);
        }
      }),
      { numRuns: runs },
    );
  });

  it('[CH-042][F-DL7] keeps the sequence of every conversation whose history is copied into another', () => {
    fc.assert(
      fc.property(mixed, mixed, ({ one }, { other, batch }) => {
        const log = merged(one);
        const copied = allMessages(merged(other, batch).log);
        log.merge(
          copied.map(({ dateStamp, ...message }) => ({ ...message, id: `copy-${message.id}`, isHistory: true })),
          0,
        );
        const ids = allMessages(log.log).map(({ id }) => id);
        expect(ids.filter((id) => id.startsWith('copy-'))).toEqual(copied.map(({ id }) => `copy-${id}`));
        expect(ids.filter((id) => !id.startsWith('copy-'))).toEqual(allMessages(merged(one).log).map(({ id }) => id));
      }),
      { numRuns: runs / 4 },
    );
  });

  it('[CH-043][F-DL7] names each day once, over all pages and the texts that wait', () => {
    fc.assert(
      fc.property(
        mixed,
        fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 4 }),
        ({ other, batch }, texts) => {
          const log = merged(other, batch);
          log.merge(
            texts.map((atS, at) => ({ id: `text-${at}`, type: 'visitor', isPending: true, timestamp: atS * 1_000 })),
            0,
          );
          const { pages, pending } = log.log;
          let before: Message | undefined;
          const days = [...pages, pending].flatMap((page) => {
            const shown = withDateHeaders(page, before);
            before = page.at(-1) ?? before;
            return shown.filter(({ type }) => type === 'dateHeader').map(({ dateStamp }) => dateStamp);
          });
          expect(days).toEqual([...new Set(days)].sort());
        },
      ),
      { numRuns: runs },
    );
  });
});

describe('untrusted text', () => {
  it('[CH-054] linkifying keeps every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(
          linkify(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: runs },
    );
  });

  it('[CH-054] declared markup gives only allowed tags and safe addresses', () => {
    const pieces = fc.constantFrom(
      '<script>',
      '</script>',
      '<b>',
      '</b>',
      '<a href="javascript:alert(1)">',
      "<a href='https://a.example'>",
      '</a>',
      '<img src=x onerror=alert(1)>',
      '<svg onload=alert(1)>',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      'text',
      '&lt;script&gt;',
      '<p>',
      '</p>',
      '<div dir="ltr" style="color:red">',
      '</div>',
    );
    const check = (node: HtmlNode): void => {
      if (node.kind === 'text') return;
      expect(['a', 'b', 'strong', 'i', 'em', 'u', 'br', 'p', 'div', 'ul', 'ol', 'li']).toContain(node.tag);
      expect(Object.keys(node).sort()).toEqual(['children', 'href', 'kind', 'tag']);
      if (node.href !== undefined) expect(node.href).toMatch(/^(?:https?|mailto|tel|sms):/);
      node.children.forEach(check);
    };
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const nodes = parseDeclaredHtml(list.join(''));
        nodes.forEach(check);
        expect(textOfHtml(nodes)).not.toContain('alert(1)');
      }),
      { numRuns: runs },
    );
  });

  it('[CH-054] decoding entities never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => typeof decodeEntities(text) === 'string'));
  });
});
