import type { ModelDocument } from '../modelBrowser.ts';
import type { ModelClock } from '../modelClock.ts';

/** What the network does to one tab. Counters tell how many times it happens. */
export interface Weather {
  isOffline: boolean;
  /** Added to each way, ms. */
  slowMs: number;
  loseRequests: number;
  loseAnswers: number;
  /** The next request arrives long after the client has given it up. */
  lateRequests: number;
  dropPushes: number;
  doublePushes: number;
  swapPushes: number;
  /** While a connection has a gap, the next answers to a replay do not fill it: they come from a server that lags behind. */
  lagReplays: number;
}

export const calm = (): Weather => ({
  isOffline: false,
  slowMs: 0,
  loseRequests: 0,
  loseAnswers: 0,
  lateRequests: 0,
  dropPushes: 0,
  doublePushes: 0,
  swapPushes: 0,
  lagReplays: 0,
});

/** A connection keeps its order in both directions, and fails as a whole. */
export interface Connection {
  readonly isOpen: boolean;
  /** Rejects when the connection is cut or there is no answer in time. */
  request<T>(handle: () => T): Promise<T>;
  push(task: () => void, mayFail: boolean): void;
  /** Cuts it. What is on its way to the service may still arrive. */
  cut(): void;
}

export interface ConnectionPorts {
  readonly clock: ModelClock;
  readonly document: ModelDocument;
  readonly weather: Weather;
  readonly random: () => number;
  readonly closed: () => void;
}

const answerWithinMs = 8_000;
const lateByMs = 20_000;

export function createConnection({ clock, document, weather, random, closed }: ConnectionPorts): Connection {
  const state = { isOpen: true, upAt: 0, downAt: 0 };
  const onTheirWay = new Set<{ readonly arrive: () => void; readonly fail: () => void }>();
  let swapped: (() => void) | undefined;
  const latency = (): number => Math.floor(random() * 40) + weather.slowMs;
  const take = (
    name: 'loseRequests' | 'loseAnswers' | 'lateRequests' | 'dropPushes' | 'doublePushes' | 'swapPushes',
  ) => {
    if (weather[name] === 0) return false;
    weather[name] -= 1;
    return true;
  };

  function down(task: () => void): void {
    state.downAt = Math.max(state.downAt, clock.now() + latency());
    clock.after(state.downAt - clock.now(), () => {
      if (state.isOpen) document.run(task);
    });
  }

  function request<T>(handle: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let isHandled = false;
      const letter = {
        arrive() {
          if (isHandled) return;
          isHandled = true;
          const answer = handle();
          if (!take('loseAnswers')) down(() => settle(() => resolve(answer)));
        },
        fail: () => document.run(() => settle(() => reject(new Error('no answer')))),
      };
      function settle(task: () => void): void {
        if (onTheirWay.delete(letter)) task();
      }
      onTheirWay.add(letter);
      if (!state.isOpen) {
        letter.fail();
        return;
      }
      state.upAt = Math.max(state.upAt, clock.now() + latency());
      if (take('lateRequests')) clock.after(lateByMs, letter.arrive);
      else if (!take('loseRequests')) clock.after(state.upAt - clock.now(), () => state.isOpen && letter.arrive());
      clock.after(answerWithinMs, letter.fail);
    });
  }

  return {
    get isOpen() {
      return state.isOpen;
    },
    request,
    push(task, mayFail) {
      if (!state.isOpen || (mayFail && take('dropPushes'))) return;
      if (mayFail && swapped === undefined && take('swapPushes')) {
        swapped = task;
        return;
      }
      down(task);
      if (take('doublePushes')) down(task);
      if (swapped) down(swapped);
      swapped = undefined;
    },
    cut() {
      if (!state.isOpen) return;
      for (const letter of [...onTheirWay]) if (random() < 0.5) letter.arrive();
      state.isOpen = false;
      clock.after(Math.floor(random() * 20), () => {
        for (const letter of [...onTheirWay]) letter.fail();
        document.run(closed);
      });
    },
  };
}
