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

const anyStep: fc.Arbitrary<Step> = fc.oneof(
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

describe('notifications after any sequence of events', () => {
  it('[SH-129][SH-130][SH-136] are shown one at a time, never with the pane, and each once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
        const { clock, lifetime, log, ports, facts, tab } = createFakeOutreach();
        const state = createCardState();
        const stage = createStageStore(
          { log, lifetime, scene: () => facts, takeTurn: tab.takeTurn, prepare: async () => true },
          state,
        );
        const openPane = (): void => {
          facts.isPaneShown = true;
          store.closeAllWaiting();
          stage.displaceAll();
        };
        const store = createNotificationStore({ ...ports, clock, lifetime, log, stage, startChat: openPane });
        const shown: string[] = [];
        const ended: string[] = [];

        for (const step of steps) {
          if (step.do === 'queue') {
            const id = `n${step.id}`;
            store.queue(
              createNotification({
                id,
                bodyText: 'x',
                isAutoFadeOut: step.fades,
                fadeOutTime: 3_000,
                clickAction: step.isChat ? 'chat' : 'close',
                buttons: [{ buttonText: 'Go', buttonHref: '', clickAction: 'chat', closeOnAccept: true }],
                callbackMap: { onShown: () => void shown.push(id), onDone: () => void ended.push(id) },
              }),
            );
          } else if (step.do === 'wait') await clock.advance(step.ms);
          else if (step.do === 'close') stage.close();
          else if (step.do === 'act') stage.act();
          else if (step.do === 'button') stage.act(0);
          else if (step.do === 'hold' || step.do === 'release') stage.hold(step.do === 'hold');
          else if (step.do === 'openPane') openPane();
          else {
            if (step.do === 'hidePane') facts.isPaneShown = false;
            else facts.isTabVisible = step.do === 'enterTab';
            stage.sceneChanged();
          }
          await settle();
          if (state.card) expect(facts.isPaneShown).toBe(false);
          expect(new Set(shown).size).toBe(shown.length);
          expect(new Set(ended).size).toBe(ended.length);
          expect(shown.filter((id) => !ended.includes(id)).length).toBeLessThanOrEqual(1);
        }

        // Once nothing is in the way, a waiting notification must be shown.
        facts.isPaneShown = false;
        facts.isTabVisible = true;
        stage.sceneChanged();
        await settle();
        expect(state.card === undefined).toBe(store.list.all.length === 0);
        expect(log.warnings).toEqual([]);
        lifetime.end();
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
