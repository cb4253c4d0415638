import type { ModelClock } from '../modelClock.ts';
import type { RestService } from '../services/service.ts';
import type { Family } from '../story.ts';
import { calmRest, createRestNetwork, type RestWeather } from './restNetwork.ts';
import { slowNetwork } from './slowNetwork.ts';
import { checkHealed, checkNow } from './storeCheck.ts';
import { createStorePage, type StorePage, type StorePageKind } from './storePage.ts';
import { heal, reloadAll, storeWeights, takeStep } from './storeSteps.ts';
import { createStoreWorld, type FamilyParts, type StoreSetup, type TabNetwork } from './storeWorld.ts';

export interface RestFamilyOptions {
  readonly name: string;
  readonly kind: StorePageKind;
  readonly createService: (ports: { readonly now: () => number; readonly variant: number }) => RestService;
  readonly conversationNumberOf: (id: string) => string;
  readonly weights?: Readonly<Record<string, number>>;
  /** The service may stream its answers. */
  readonly hasStreams?: boolean;
}

const simplest: StoreSetup = { hasLocks: true, repeats: false, tabs: 1, isSignedIn: true, variant: 3 };

/** A family of stories about the real chat store and a channel. */
export function createStoreFamily(
  name: string,
  createParts: (clock: ModelClock, setup: StoreSetup) => FamilyParts,
  weights: Readonly<Record<string, number>> = {},
): Family<StoreSetup> {
  return {
    name,
    weights: () => ({ ...storeWeights, ...weights }),
    draw: (random) => ({
      hasLocks: random() < 0.75,
      repeats: random() < 0.4,
      tabs: 1 + Math.floor(random() * 3),
      isSignedIn: random() < 0.5,
      variant: Math.floor(random() * 16),
    }),
    simpler: (setup) =>
      (Object.keys(simplest) as (keyof StoreSetup)[]).flatMap((key) =>
        setup[key] === simplest[key] ? [] : [{ ...setup, [key]: simplest[key] }],
      ),
    async play({ setup, steps }) {
      const world = createStoreWorld(setup, createParts);
      for (const tab of world.tabs.slice(0, setup.tabs)) world.load(tab);
      await world.clock.advance(500);
      for (const step of steps) {
        await takeStep(world, step);
        checkNow(world);
        if (world.violations.length > 0) return world;
      }
      await heal(world);
      checkHealed(world);
      if (world.violations.length === 0) await reloadAll(world);
      return world;
    },
  };
}

export function createRestFamily(options: RestFamilyOptions): Family<StoreSetup> {
  return createStoreFamily(
    options.name,
    (clock, { variant }): FamilyParts => {
      const service = options.createService({ now: clock.now, variant });
      return {
        service,
        isNameBound: false,
        keepsEnds: false,
        findsByPosition: false,
        conversationOf: (id) =>
          service.conversations.find((one) => id !== undefined && one.id === options.conversationNumberOf(id)),
        createNetwork(_tab, world): TabNetwork {
          const weather = calmRest();
          return {
            calm: () => void Object.assign(weather, calmRest()),
            faults: { ...faultsOf(weather), ...(options.hasStreams ? streamFaultsOf(weather) : {}) },
            createPage(document, name): StorePage {
              const page = createStorePage({
                ...{ document, name, kind: options.kind, createId: world.createId },
                random: () => world.random(),
                guest: () => world.people.guest,
                call: createRestNetwork({
                  ...{ clock, document, weather },
                  random: () => world.random(),
                  sender: () => page.person,
                  answer: service.answer,
                }),
              });
              return page;
            },
          };
        },
      };
    },
    options.weights,
  );
}

function faultsOf(weather: RestWeather): TabNetwork['faults'] {
  return {
    offline() {
      weather.isOffline = !weather.isOffline;
      return weather.isOffline ? 'goes offline' : 'is online again';
    },
    slow: slowNetwork(weather),
    loseRequest() {
      weather.loseRequests += 1;
      return 'will lose its next request';
    },
    loseAnswer() {
      weather.loseAnswers += 1;
      return 'will lose its next answer';
    },
    loseMore() {
      weather.loseAnswers += 3;
      return 'will lose its next three answers';
    },
    fail(random) {
      const status = [401, 426, 429, 500, 503][Math.floor(random() * 5)] ?? 500;
      weather.failures.push(status);
      return `will get ${status} for its next request`;
    },
  };
}

function streamFaultsOf(weather: RestWeather): TabNetwork['faults'] {
  return {
    breakStream(random) {
      weather.brokenStreams += 1 + Math.floor(random() * 2);
      return 'will have its next streams broken';
    },
    mixStream(random) {
      weather.mixedStreams += 1 + Math.floor(random() * 3);
      return 'will get the events of its next streams twice, in another order or all at once';
    },
  };
}
