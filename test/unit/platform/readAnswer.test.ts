import { describe, expect, it } from 'vitest';
import { createCallBackend } from '../../../frame/platform/backend/call.ts';
import { browserClock } from '../../../frame/platform/clock.ts';
import { maxTextLength, parseAnswer } from '../../../frame/platform/parseJson.ts';

const megabyte = new TextEncoder().encode('x'.repeat(1_000_000));

/** A service that sends as many megabytes of one JSON text as it is let to, and notes how many it has sent. */
function createFlood(megabytes: number) {
  const sent = { megabytes: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('"')),
    pull(stream) {
      if (sent.megabytes === megabytes) {
        stream.enqueue(new TextEncoder().encode('"'));
        stream.close();
        return;
      }
      sent.megabytes += 1;
      stream.enqueue(megabyte);
    },
    cancel() {
      sent.isCancelled = true;
    },
  });
  const call = createCallBackend({
    fetch: async () => new Response(body),
    clock: browserClock,
    authorize: () => undefined,
  });
  const answer = call({ hosts: ['https://service.example'], path: '/big', parse: (value) => value });
  return { sent, answer };
}

describe('answers of services', () => {
  it('[F-SE9] are refused above 5 million characters, and the download ends', async () => {
    const { sent, answer } = createFlood(50);
    await expect(answer).rejects.toThrow(/more than 5 million characters/);
    expect(sent.isCancelled).toBe(true);
    expect(sent.megabytes).toBeLessThan(12);
  });

  it('are read whole up to 5 million characters, in as many parts as they come (control)', async () => {
    const { sent, answer } = createFlood(4);
    expect(await answer).toHaveLength(maxTextLength);
    expect(sent).toEqual({ megabytes: 4, isCancelled: false });
  });

  it('[F-SE9] have texts of at most 100,000 characters and lists of at most 10,000 entries', () => {
    const sent = { text: 'x'.repeat(400_000), inner: [{ list: Array.from({ length: 50_000 }, (_, at) => at) }] };
    const { text, inner } = parseAnswer(JSON.stringify(sent)) as typeof sent;
    expect(text).toHaveLength(100_000);
    expect(inner[0]?.list).toHaveLength(10_000);
    expect(inner[0]?.list.at(-1)).toBe(9_999);
  });

  it('keep characters that arrive in two parts', async () => {
    const bytes = new TextEncoder().encode('"Grüße 👋"');
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(stream) {
        for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
        stream.close();
      },
    });
    const call = createCallBackend({
      fetch: async () => new Response(body),
      clock: browserClock,
      authorize: () => undefined,
    });
    expect(await call({ hosts: ['https://service.example'], path: '/', parse: (value) => value })).toBe('Grüße 👋');
  });
});
