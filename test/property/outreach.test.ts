import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCardState } from '../../frame/outreach/cardStore.ts';
import { createNotification } from '../../frame/outreach/notification.ts';
import { createNotificationStore } from '../../frame/outreach/notificationStore.ts';
import { createStageStore } from '../../frame/outreach/stageStore.ts';
import { settle } from '../support/fakeClock.ts';
import { createFakeOutreach } from '../support/fakeOutreach.ts';

type Step =
  | { readonly do: 'queue'; readonly id: number; readonly fades: boolean; readonly isChat: boolean }
  | { readonly do: 'close' | 'act' | 'button' | 'hold' | 'release' | 'openPane' | 'hidePane' | 'leaveTab' | 'enterTab' }
  | { readonly do: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('queue' as const),
      id: fc.nat(6),
      fades: fc.boolean(),
      isChat: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('close', 'act', 'button', 'hold', 'release', 'openPane', 'hidePane', 'leaveTab', 'enterTab')
      .map((name) => ({ do: name }) as Step),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 10_000 }) }) },
);

describe('notifications under any history', () => {
  it('[SH-129][SH-130][SH-136] one at a time, never beside the pane, each shown once and ended once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, lifetime, log, ports, sight, tab } = createFakeOutreach();
        const state = createCardState();
        const stage = createStageStore(
          { log, lifetime, scene: () => sight, takeTurn: tab.takeTurn, prepare: async () => true },
          state,
        );
        const openPane = (): void => {
          sight.isPaneShown = true;
          store.closeAll();
          stage.displaceAll();
        };
        const store = createNotificationStore({ ...ports, clock, lifetime, log, stage, startChat: openPane });
        const shown: string[] = [];
        const done: string[] = [];

        for (const one of steps) {
          if (one.do === 'queue') {
            const id = `n${one.id}`;
            store.queue(
              createNotification({
                id,
                bodyText: 'x',
                isAutoFadeOut: one.fades,
                fadeOutTime: 3_000,
                clickAction: one.isChat ? 'chat' : 'close',
                buttons: [{ buttonText: 'Go', buttonHref: '', clickAction: 'chat', closeOnAccept: true }],
                callbackMap: { onShown: () => void shown.push(id), onDone: () => void done.push(id) },
              }),
            );
          } else if (one.do === 'wait') await clock.advance(one.ms);
          else if (one.do === 'close') stage.close();
          else if (one.do === 'act') stage.act();
          else if (one.do === 'button') stage.act(0);
          else if (one.do === 'hold' || one.do === 'release') stage.hold(one.do === 'hold');
          else if (one.do === 'openPane') openPane();
          else {
            if (one.do === 'hidePane') sight.isPaneShown = false;
            else sight.isTabVisible = one.do === 'enterTab';
            stage.sceneChanged();
          }
          await settle();
          if (state.card) expect(sight.isPaneShown).toBe(false);
          expect(new Set(shown).size).toBe(shown.length);
          expect(new Set(done).size).toBe(done.length);
          expect(shown.filter((id) => !done.includes(id)).length).toBeLessThanOrEqual(1);
        }

        // When everything is quiet again, nothing is stuck: what waits is shown.
        sight.isPaneShown = false;
        sight.isTabVisible = true;
        stage.sceneChanged();
        await settle();
        expect(state.card === undefined).toBe(store.state.list.all.length === 0);
        expect(log.warnings).toEqual([]);
        lifetime.end();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
