import { proxy } from 'valtio/vanilla';
import { describe, expect, it } from 'vitest';
import { createDebugStore } from '../../../frame/debug/store.ts';
import { isCall, toTiming, toTimingName } from '../../../frame/debug/timings.ts';
import { createTools, type ToolPorts } from '../../../frame/debug/tools.ts';
import type { Insight } from '../../../frame/insight/insight.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

function setUp(parts: Partial<ToolPorts> = {}) {
  const log = createFakeLog();
  const done: string[] = [];
  const tools = createTools({
    log,
    notify: async (type) => void done.push(`notify ${type}`),
    openPane: () => void done.push('pane'),
    forget: async () => void done.push('forget'),
    ...parts,
  });
  return { tools, done, log };
}

describe('the window’s lists', () => {
  it('[SH-161][CH-207] are live: attributes follow the page, the pane and the chat', async () => {
    const lifetime = createLifetime();
    const source = proxy({ width: 1280 });
    const attributes = proxy({ device_type: 'desktop' });
    const insight = {
      analytics: { open: async () => undefined },
      experiments: {
        store: {
          refresh(): void {
            attributes.device_type = source.width > 768 ? 'desktop' : 'mobile';
          },
        },
      },
    } as unknown as Insight;
    const { tools } = setUp();
    class PerformanceObserver {
      observe(): void {}
      disconnect(): void {}
    }
    const self = { PerformanceObserver } as unknown as Window;
    const shell = proxy({ isPaneHidden: true });
    const lists = { facts: () => [], adapters: () => [] };
    await createDebugStore({ ...lists, lifetime, insight, tools, sources: [source], shell, self });
    source.width = 375;
    await settle();
    expect(attributes.device_type).toBe('mobile');
    lifetime.end();
  });
});

describe('tools', () => {
  it('[SH-162] do what the rooms let a developer do', async () => {
    const { tools, done, log } = setUp();
    await tools.notify('note');
    tools.openPane();
    await tools.forget();
    expect(done).toEqual(['notify note', 'pane', 'forget']);
    expect(log.warnings).toEqual([]);
  });

  it.each(['banner', '', undefined, 7, {}])(
    '[SH-163] show nothing and warn for a notification of type %s',
    async (type) => {
      const { tools, done, log } = setUp();
      await tools.notify(type);
      expect(done).toEqual([]);
      expect(log.warnings).toHaveLength(1);
    },
  );
});

describe('request times', () => {
  it('[SH-161] leave out the frame’s own files', () => {
    const types = ['fetch', 'beacon', 'script', 'link', 'other'];
    const isListed = (initiatorType: string): boolean => isCall({ initiatorType } as unknown as PerformanceEntry);
    expect(types.filter(isListed)).toEqual(['fetch', 'beacon']);
  });

  it('[SH-161] name a request by the end of its path, without query', () => {
    expect(toTimingName('https://services.example/v2/message/history?email=a@b.example')).toBe('message/history');
    expect(toTimingName('https://services.example/')).toBe('/');
    expect(toTimingName('no address')).toBe('no address');
    expect(toTiming({ name: 'https://a.example/x', startTime: 10.6, duration: 20.2 })).toEqual({
      name: 'x',
      startMs: 11,
      durationMs: 20,
    });
  });
});
