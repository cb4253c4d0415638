import type { CDPSession } from 'puppeteer-core';
import type { TraceEvent } from '../traceEvent.ts';
import { type Chromium, evaluate } from './chromium.ts';
import { sceneScript } from './pageServer.ts';

/** Work of the widget's scripts on the page's thread. */
export interface ScriptWork {
  /** The longest task in which a script other than the page's own ran, with the browser's work in the same task. */
  readonly longestMs: number;
  /** Tasks that would not have run without the widget: no script of the page itself ran in them. */
  readonly wakeups: number;
  /**
   * The time of those tasks, with the browser's work in them, and of the widget's scripts in the page's own tasks. It varies
   * less than the page's total, but includes layout of the page's own changes if the widget forces it.
   */
  readonly ownMs: number;
}

const mark = 'bench-page';
const categories = ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'];

/** Starts to trace. The returned function ends it and gives the work on the thread of this page. */
export async function startTrace({ connection }: Chromium, page: CDPSession): Promise<() => Promise<ScriptWork>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as TraceEvent[]));
  connection.on('Tracing.dataCollected', collect);
  await connection.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  });
  return async () => {
    // Tells which process and thread are the page's.
    await evaluate(page, `void performance.mark('${mark}')`);
    const done = new Promise((resolve) => connection.once('Tracing.tracingComplete', resolve));
    await connection.send('Tracing.end');
    await done;
    connection.off('Tracing.dataCollected', collect);
    return workOf(events);
  };
}

const scriptEvent = /^(?:FunctionCall|EvaluateScript|v8\.(?:compile|compileModule|evaluateModule|run|callFunction))$/;
/** Does not name its file. The pages have no modules of their own. */
const moduleEvent = 'v8.evaluateModule';

/** Uses thread time, so that other programs on the machine do not count. */
function workOf(events: readonly TraceEvent[]): ScriptWork {
  const marked = events.find(({ name }) => name === mark);
  if (!marked) throw new Error('the trace does not contain the page');
  const spans = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === marked.pid && tid === marked.tid);
  const tasks = outermost(spans.filter(({ name }) => /RunTask$/.test(name)));
  const scripts = spans.filter(({ name }) => scriptEvent.test(name)).sort((one, other) => one.ts - other.ts);
  let longestMs = 0;
  let wakeups = 0;
  let ownMs = 0;
  let at = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    while (at < scripts.length && (scripts[at]?.ts ?? 0) < ts) at += 1;
    const widgets: TraceEvent[] = [];
    let isPages = false;
    for (; at < scripts.length && (scripts[at]?.ts ?? 0) < ts + dur; at += 1) {
      const script = scripts[at] as TraceEvent;
      const url = script.args?.data?.url ?? script.args?.fileName ?? '';
      if (url.includes(sceneScript)) isPages = true;
      else if (/^http/.test(url) || script.name === moduleEvent) widgets.push(script);
    }
    if (!widgets.length) continue;
    const taskMs = tdur / 1_000;
    longestMs = Math.max(longestMs, taskMs);
    if (!isPages) wakeups += 1;
    ownMs += isPages ? outermost(widgets).reduce((sum, script) => sum + (script.tdur ?? 0) / 1_000, 0) : taskMs;
  }
  return { longestMs, wakeups, ownMs };
}

/** Only the spans that are in no other one, in order of time. The trace contains each task at two levels. */
function outermost(spans: readonly TraceEvent[]): readonly TraceEvent[] {
  const sorted = [...spans].sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let endTs = 0;
  return sorted.filter(({ ts, dur = 0 }) => {
    if (ts < endTs) return false;
    endTs = ts + dur;
    return true;
  });
}
