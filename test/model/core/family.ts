import type { Family } from '../story.ts';
import { checkEnd, checkNow } from './check.ts';
import { heal, takeStep } from './steps.ts';
import { themes, weightsOf } from './weights.ts';
import { type CoreSetup, createCoreWorld } from './world.ts';

const simplest: CoreSetup = {
  ids: true,
  sequence: true,
  history: true,
  resends: true,
  dedupes: false,
  answersPosition: false,
  keys: true,
  echoes: true,
  replaysFirst: true,
  hasLocks: true,
  repeats: false,
  clears: true,
  tellsEnds: true,
  theme: 'any',
  tabs: 1,
};

/** The delivery core alone, on the smallest channel and a service with the capabilities that the setup names. */
export const core: Family<CoreSetup> = {
  name: 'core',
  weights: ({ theme }) => weightsOf(theme),
  draw(random) {
    const has = (chance: number): boolean => random() < chance;
    const theme = themes[Math.floor(random() * themes.length)] ?? 'any';
    const history = has(theme === 'any' ? 0.7 : 0.9);
    const sequence = has(0.7);
    return {
      theme,
      tabs: 1 + Math.floor(random() * 3),
      ids: has(theme === 'words' || theme === 'restarts' ? 0.1 : 0.6),
      sequence,
      history,
      resends: has(0.75),
      dedupes: has(0.3),
      answersPosition: has(0.4),
      // Without echoes or sequences nobody could tell that something is missing.
      echoes: !history || !sequence || has(0.8),
      replaysFirst: has(0.5),
      hasLocks: has(0.75),
      repeats: has(theme === 'words' ? 1 : 0.4),
      clears: has(0.6),
      tellsEnds: has(0.5),
      keys: has(0.8),
    };
  },
  simpler: (setup) =>
    (Object.keys(simplest) as (keyof CoreSetup)[]).flatMap((key) =>
      setup[key] === simplest[key] ? [] : [{ ...setup, [key]: simplest[key] }],
    ),
  async play({ setup, steps }) {
    const world = createCoreWorld(setup);
    for (const tab of world.tabs.slice(0, setup.tabs)) world.load(tab);
    await world.clock.advance(500);
    for (const step of steps) {
      await takeStep(world, step);
      checkNow(world);
      if (world.violations.length > 0) return world;
    }
    await heal(world);
    checkEnd(world);
    return world;
  },
};
