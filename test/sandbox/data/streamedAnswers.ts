/** What the sandbox's bot answers in parts, in Markdown, when it streams. */

export interface StreamedScript {
  readonly text: string;
  /** Further values, after the text. */
  readonly parts?: readonly unknown[];
  /** Before its first byte, as a language model. Default: nothing. */
  readonly thinksMs?: number;
  /** Between two pieces. */
  readonly everyMs?: number;
  /** The text is sent in pieces of so many characters. Default: words. */
  readonly pieceLength?: number;
  readonly displayFeedback?: boolean;
  readonly action?: 'chat';
  readonly fault?: StreamFault;
  /** After so many pieces, or before its first byte for 0, it waits for the command `{"stream": {"goesOn": true}}`. */
  readonly waitsAfter?: number;
}

/**
 * - `breaks`: the connection is cut in the middle, once
 * - `lost`: the connection is cut in the middle each time, and the rest is in the history
 * - `doubled`, `reordered`: events are sent twice, or two and two in the wrong order
 * - `endless`: it never ends
 * - `huge`: 10 MB in one part
 * - `cut`: byte by byte, so that characters are cut
 * - `buffered`: all at once, at the end, as by a proxy
 * - `silent`: nothing after the middle
 * - `fails`: an `error` in the middle
 * - `other`: the stream of another message, once
 */
export type StreamFault =
  | 'breaks'
  | 'lost'
  | 'doubled'
  | 'reordered'
  | 'endless'
  | 'huge'
  | 'cut'
  | 'buffered'
  | 'silent'
  | 'fails'
  | 'other';

const sources = (hostUrl: string) => ({
  type: 'group',
  title: 'Sources',
  items: [
    { type: 'link', text: 'Prices of servers', href: `${hostUrl}/cloud` },
    { type: 'link', text: 'Terms', href: 'https://northwind.example/terms' },
  ],
});
const next = {
  items: [
    { type: 'choice', text: 'Server prices' },
    { type: 'chat', text: 'Chat with an agent' },
  ],
};

const prices = `You pay **by the second**, and only for what you use.

A server has three prices:

1. **Compute**: from 5 € a month. Ask for \`small\`, \`medium\` or \`large\`.
2. **Storage**: 0.05 € for each GB.
   - The first 20 GB are free.
   - Snapshots cost *half*.
3. **Traffic**: free within a region.

Try it with one command:

\`\`\`sh
northwind server create --size small
\`\`\`

All details are in [the price list](https://northwind.example/prices), or ask sales@northwind.example.`;

const arabic = `تدفع **بالثانية**، ومقابل ما تستخدمه فقط.

1. **الحوسبة**: من 5 € شهريًا. اطلب \`small\` أو \`large\`.
2. **التخزين**: ‏0.05 € لكل غيغابايت.
   - أول 20 غيغابايت مجانية.

كل التفاصيل في [قائمة الأسعار](https://northwind.example/prices).`;

const markup = `<script>alert(1)</script> stays text, and so does <img src=x onerror=alert(1)>.

[Press me](javascript:alert(1)) and [me](data:text/html,x) are no links. [https://bank.example](https://other.example) is none either.

![picture](https://northwind.example/a.png) | a | table |`;

const wordsOf = (count: number): string =>
  Array.from({ length: count / 10 }, (_, at) =>
    at % 12 === 11
      ? `\n\n- Point ${at} of *this* list has \`code\` in it.\n- And another one here.\n\n`
      : `Sentence ${at} of this **long** answer has ten words exactly. `,
  ).join('');

const script = (text: string, more: Omit<StreamedScript, 'text'> = {}): StreamedScript => ({
  text,
  everyMs: 30,
  ...more,
});

/** By the words after `stream`. */
export function scriptFor(words: string, hostUrl: string): StreamedScript | undefined {
  if (!/^stream\b/i.test(words)) return undefined;
  const [, topic = ''] = words.toLowerCase().split(/\s+/);
  const faults: readonly StreamFault[] = [
    ...(['breaks', 'lost', 'doubled', 'reordered', 'endless', 'huge', 'cut'] as const),
    ...(['buffered', 'silent', 'fails', 'other'] as const),
  ];
  const fault = faults.find((one) => one === topic);
  const parts = [sources(hostUrl), next];
  if (fault) return script(prices, { parts, fault });
  if (topic === 'slow') return script(prices, { parts, everyMs: 400 });
  if (topic === 'arabic') return script(arabic);
  if (topic === 'markup') return script(markup);
  if (topic === 'nested') return script(`${'- '.repeat(1_000)}deep\n\nThe end.`, { pieceLength: 200 });
  if (topic === 'long') return script(wordsOf(2_000), { thinksMs: 700, everyMs: 5 });
  if (topic === 'agent') return script('One moment, I **connect** you.', { action: 'chat' });
  return script(prices, { parts, displayFeedback: true });
}
