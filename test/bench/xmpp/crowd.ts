import { createLifetime } from '../../../frame/platform/lifetime.ts';
import type { Ejabberd } from '../../sandbox/ejabberd.ts';
import { createRandom } from '../../support/random.ts';
import { enterDesk, enterGuest, type Guest } from './clients.ts';

export interface Crowd {
  readonly guests: number;
  readonly texts: number;
  /** How long it took until all were there, s. */
  readonly enteredS: number;
  /** Text to receipt, ms, sorted. */
  readonly receipts: readonly number[];
  readonly lost: number;
  readonly duplicated: number;
  readonly peakMemory: number | undefined;
}

const textsOfEach = 10;
/** A login computes the password's hash twice: more at once would only wait for each other. */
const enteringAtOnce = 20;
/** Between a receipt and the next text. */
const pauseMs = { least: 2_000, most: 8_000 };
/** The last receipts of a slow server. */
const patienceMs = 60_000;

const pause = (delayMs: number): Promise<void> => new Promise((done) => setTimeout(done, delayMs));

/** Resolves when the work is done, or after the limit. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((done) => {
    timer = setTimeout(done, limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** So many guests at once at one desk, which answers with receipts. Each writes when the receipt of its last text is there. */
export async function measureCrowd(server: Ejabberd, guestCount: number): Promise<Crowd> {
  const lifetime = createLifetime();
  let gone = 0;
  const ports = {
    ...{ port: server.port, lifetime },
    onLost: () => {
      gone += 1;
    },
  };
  try {
    const desk = await enterDesk(ports);
    const startedAt = performance.now();
    const guests: Guest[] = [];
    let begun = 0;
    const enterNext = async (): Promise<void> => {
      while (begun < guestCount) {
        begun += 1;
        guests.push(await enterGuest(ports));
      }
    };
    await Promise.all(Array.from({ length: enteringAtOnce }, enterNext));
    const enteredS = (performance.now() - startedAt) / 1_000;
    console.error(`${guests.length} guests are there after ${enteredS.toFixed(1)} s`);

    const receipts: number[] = [];
    const random = createRandom(21);
    const pauses = guests.map(() =>
      Array.from({ length: textsOfEach }, () => pauseMs.least + random() * (pauseMs.most - pauseMs.least)),
    );
    const conversation = async (guest: Guest, number: number): Promise<void> => {
      for (const [at, wait] of (pauses[number] ?? []).entries()) {
        await pause(wait);
        receipts.push(await guest.say(`text ${at} of guest ${number}`));
      }
    };
    const all = guests.map((guest, number) => conversation(guest, number));
    const longestMs = textsOfEach * pauseMs.most + patienceMs;
    await within(longestMs, Promise.all(all));
    const texts = guests.length * textsOfEach;
    if (gone > 0) console.error(`${gone} clients have lost their connection`);
    const heard = new Set(desk.texts);
    return {
      ...{ guests: guests.length, texts, enteredS, peakMemory: server.peakMemory() },
      receipts: receipts.sort((one, other) => one - other),
      lost: texts - heard.size,
      duplicated: desk.texts.length - heard.size,
    };
  } finally {
    lifetime.end();
  }
}
