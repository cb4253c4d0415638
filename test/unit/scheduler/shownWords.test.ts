// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { paneOf, wordsIn } from '../../support/renderScheduler.ts';
import { buildSource } from '../../support/schedulerFixtures.ts';
import { setUpSchedulers } from '../../support/schedulers.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots: { unmount(): void }[] = [];
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount();
  }),
);

/** A scheduler in a pane that renders again by itself, as in the product. */
async function mount(options: Parameters<typeof setUpSchedulers>[0] = {}) {
  const all = setUpSchedulers(options);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  const hidePane = (isHidden: boolean) => act(async () => root.render(paneOf(all.schedulers, options, isHidden)));
  await hidePane(false);
  return {
    ...all,
    hidePane,
    store: () => all.schedulers.state.current,
    words: () => wordsIn(box.innerHTML),
    settle: () => act(() => all.clock.advance(0)),
  };
}

describe('the first question of an experiment', () => {
  /** `variation` may be decided late. `seen` counts how often it was reported as seen. */
  function createExperiment() {
    const experiment = { variation: 'Talk to us', seen: 0 };
    const prompt = (isSeen: boolean) => {
      if (isSeen) experiment.seen += 1;
      return experiment.variation;
    };
    return { experiment, prompt };
  }

  it('[SC-040][CH-206] counts as seen when the scheduler is shown, not when it is only prepared', async () => {
    const { experiment, prompt } = createExperiment();
    const all = await mount({ prompt });
    await act(() => all.schedulers.prepare({}));
    expect(all.words()).toContain('Your question');
    expect(experiment.seen).toBe(0);
    await act(() => all.schedulers.open());
    expect(all.words()).toContain('Talk to us');
    experiment.variation = 'Later words';
    await act(() => all.store()?.load({ again: true }));
    expect(all.words()).toContain('Talk to us');
    expect(experiment.seen).toBe(1);
  });

  it('[SC-040][CH-206] counts as seen when the pane is shown, with the text that is decided then', async () => {
    const { experiment, prompt } = createExperiment();
    const all = await mount({ prompt });
    await all.hidePane(true);
    await act(() => all.schedulers.open());
    expect(all.words()).toContain('Your question');
    expect(experiment.seen).toBe(0);
    experiment.variation = 'Later words';
    await all.hidePane(false);
    expect([all.words().includes('Later words'), experiment.seen]).toEqual([true, 1]);
  });

  it('[SC-040][CH-206] does not count while a call is shown, nor if calls are booked on another site', async () => {
    const { experiment, prompt } = createExperiment();
    const all = await mount({ prompt });
    await act(() => all.schedulers.applyQuery(toSchedulerQuery({ schedulerConfirmation: 'NW-1' })));
    await all.settle();
    expect(all.words()).toContain('Your call is booked');
    const other = await mount({ prompt, find: async () => buildSource({ clientURL: 'https://booking.example/' }) });
    await act(() => other.schedulers.open());
    expect(other.seen).toContain('https://booking.example/');
    expect(experiment.seen).toBe(0);
  });
});

describe('dates', () => {
  it('[SC-074][SC-157] writes dates in the language of the texts, which may be another than the entry’s, and may change', async () => {
    let textLocale = { languageCode: 'de', regionCode: 'DE' };
    const all = await mount({ textLocale: () => textLocale });
    await act(() => all.schedulers.open());
    await act(async () => all.store()?.openSection('CALENDAR'));
    await all.settle();
    expect(all.words()).toContain('Montag, 23. November');
    textLocale = { languageCode: 'fr', regionCode: 'FR' };
    await act(() => all.store()?.load({ again: true }));
    await all.settle();
    expect(all.words()).toContain('lundi 23 novembre');
  });

  it('[SC-074][SC-157] writes the time of a call in the language of the texts, even if there is no form', async () => {
    const textLocale = { languageCode: 'de', regionCode: 'DE' };
    const all = await mount({ textLocale: () => textLocale, find: async () => refuse(500) });
    await act(() => all.schedulers.open());
    await act(() => all.store()?.find('NW-1'));
    expect(all.words()).toContain('Montag, 23. November 2026');
  });
});
