/** What a visitor, all visitors and a language model may use. */
import { words } from './words.mjs';

export const defaultLimits = {
  // Of one visitor, who is known by the network address: everybody behind one router together.
  callsPerMinute: 200,
  messagesPerMinute: 30,
  atOnce: 12,
  // Of all visitors.
  visitors: 20_000,
  answersAtOnce: 200,
  // How long a streamed answer may take, and one that the widget gets as a whole. It waits 15 s for that.
  streamMs: 60_000,
  wholeMs: 12_000,
  // Of a request: its body in bytes, and its question in characters.
  bodyBytes: 64_000,
  question: 2_000,
  // Of all conversations, in characters. The least recently used ones are forgotten first, and all after a day.
  stored: 20_000_000,
  storedMs: 24 * 3_600_000,
  // Of one conversation.
  turns: 200,
  // Of the language model: an answer and an event in characters, and how long it may be silent.
  answer: 8_000,
  modelEvent: 100_000,
  silenceMs: 10_000,
};

/** An answer with the status of a failure. The widget shows its text. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Counts what each visitor does. */
export function createTraffic(limits) {
  let minute = 0;
  const counts = new Map();
  const open = new Map();
  return {
    /** `what` is `calls` or `messages`. */
    count(visitor, what) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) counts.clear();
      minute = now;
      const of = counts.get(visitor) ?? { calls: 0, messages: 0 };
      of[what] += 1;
      if (counts.size < limits.visitors) counts.set(visitor, of);
      if (!counts.has(visitor) || of[what] > limits[`${what}PerMinute`]) throw new Refusal(429, words.often);
    },
    /** Something begins. Returns the function to call at its end. */
    begin(visitor) {
      const others = open.get(visitor) ?? 0;
      if (others >= limits.atOnce) throw new Refusal(429, words.often);
      open.set(visitor, others + 1);
      return () => {
        if (open.get(visitor) > 1) open.set(visitor, open.get(visitor) - 1);
        else open.delete(visitor);
      };
    },
  };
}

/** An IPv4 address, or the half of an IPv6 address that stands for one connection to the internet. */
export function networkOf(address) {
  if (address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head, tail = []] = address.split('::').map((half) => half.split(':'));
  return [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail].slice(0, 4).join(':');
}
