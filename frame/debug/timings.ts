import type { Lifetime } from '../platform/lifetime.ts';

/** One request of the frame, as the browser measured it. Times are ms since the frame started to load. */
export interface Timing {
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
}

/** How many requests the list keeps. */
const keptTimings = 60;

/** The last two segments of the path, without the query: enough to recognise the call, without personal data. */
export function toTimingName(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 60);
  const steps = new URL(url).pathname.split('/').filter(Boolean);
  return steps.slice(-2).join('/') || '/';
}

export function toTiming(entry: { name: string; startTime: number; duration: number }): Timing {
  return {
    name: toTimingName(entry.name),
    startMs: Math.round(entry.startTime),
    durationMs: Math.round(entry.duration),
  };
}

/** Only calls to services, not the frame's own files. */
export function isCall(entry: PerformanceEntry): boolean {
  return /^(?:fetch|xmlhttprequest|beacon)$/.test((entry as PerformanceResourceTiming).initiatorType);
}

/** Calls the listener with the newest requests whenever one ends, until the lifetime ends. */
export function watchTimings(self: Window, lifetime: Lifetime, onChange: (timings: readonly Timing[]) => void): void {
  const { PerformanceObserver: Observer } = self as Window & typeof globalThis;
  let timings: readonly Timing[] = [];
  const observer = new Observer((list) => {
    timings = [...timings, ...list.getEntries().filter(isCall).map(toTiming)].slice(-keptTimings);
    onChange(timings);
  });
  observer.observe({ type: 'resource', buffered: true });
  lifetime.add(() => observer.disconnect());
}
