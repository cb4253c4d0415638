import type { Family } from '../story.ts';
import { checkEnd, checkNever } from './check.ts';
import { heal, takeStep, weights } from './steps.ts';
import { type CoreSetup, createCoreWorld } from './world.ts';

const simplest: CoreSetup = {
  ids: true,
  sequence: true,
  history: true,
  receipts: false,
  resends: true,
  dedupes: false,
  answersPosition: false,
  echoes: true,
  replaysFirst: true,
  hasLocks: true,
  repeats: false,
  clears: true,
  tellsEnds: true,
};

/** The delivery core alone, on the smallest channel and a service that tells as much or as little as the setup says. */
export const core: Family<CoreSetup> = {
  name: 'core',
  weights,
  draw(random) {
    const has = (chance: number): boolean => random() < chance;
    const history = has(0.85);
    const sequence = has(0.7);
    return {
      ids: has(0.6),
      sequence,
      history,
      receipts: has(0.5),
      resends: has(0.75),
      dedupes: has(0.3),
      answersPosition: has(0.4),
      // Without echoes or sequences nobody could tell that something is missing.
      echoes: !history || !sequence || has(0.8),
      replaysFirst: has(0.5),
      hasLocks: has(0.75),
      repeats: has(0.5),
      clears: has(0.7),
      tellsEnds: has(0.5),
    };
  },
  simpler: (setup) =>
    (Object.keys(simplest) as (keyof CoreSetup)[]).flatMap((key) =>
      setup[key] === simplest[key] ? [] : [{ ...setup, [key]: simplest[key] }],
    ),
  async play({ setup, steps }) {
    const world = createCoreWorld(setup);
    const [first] = world.tabs;
    if (first) world.load(first);
    await world.clock.advance(500);
    for (const step of steps) {
      await takeStep(world, step);
      checkNever(world);
      if (world.violations.length > 0) return world;
    }
    await heal(world);
    checkEnd(world);
    return world;
  },
};
