import { describe, expect, it } from 'vitest';
import { englishWords } from '../../../frame/contact/links/englishWords.ts';
import { wordingOf } from '../../../frame/contact/links/linkWording.ts';
import { menuTexts } from '../../../frame/contact/texts.ts';
import { createEngine } from '../../../frame/insight/experiments/engine.ts';
import { createExperimentStore, type ExperimentStore } from '../../../frame/insight/experiments/experimentStore.ts';
import { type ProductExperiment, productExperiments } from '../../../frame/insight/experiments/productExperiments.ts';
import { canWelcome } from '../../../frame/outreach/invitation.ts';
import { popUpTexts } from '../../../frame/outreach/popUpTexts.ts';
import { headerTexts } from '../../../frame/shell/paneTexts.ts';
import { chooseTheme } from '../../../frame/shell/theme.ts';
import { buildSandboxDatafile, experimentKeys } from '../../sandbox/data/experiments.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

type Datafile = { experiments: { key: string; variations: { key: string }[] }[] };

/** The store with the datafile that the demo's scenario panel produces for this variation. */
async function switchTo(key: string, variation: string): Promise<ExperimentStore> {
  const store = createExperimentStore({
    clock: createFakeClock(),
    log: createFakeLog(),
    createId: () => 'visitor-1',
    call: createFakeBackend({ '/datafile.json': () => buildSandboxDatafile(new Map([[key, variation]])) }),
    beacon: { post: async () => true, get: async () => true, leave: () => true },
    hostStore: { read: async () => null, writeCookie: async () => {} },
    deployment: {
      datafile: 'https://experiments.example/datafile.json',
      events: 'https://events.example/',
      method: 'POST',
      refire: [],
    },
    base: 'https://widget.example/frame/',
    overrides: undefined,
    isDebug: false,
    isProduction: true,
    isAllowed: () => true,
    facts: () => ({
      pageUrl: 'https://www.northwind.example/',
      address: 'https://www.northwind.example/',
      chatAvailability: 'available',
      isPopupDisplayed: false,
      isEmployee: false,
      language: 'en-US',
      isMobile: false,
    }),
    texts: { find: () => undefined },
    storage: createFakeStorage(),
    loadEngine: async () => createEngine,
  });
  await store.setUp();
  return store;
}

/** What the visitor sees of an experiment, computed by the rules that the features use. */
const seen: Readonly<Record<ProductExperiment, (store: ExperimentStore) => string>> = {
  proactiveHeadline: (store) =>
    popUpTexts(
      {
        texts: () => ({ find: () => undefined }),
        schedulerPurpose: undefined,
        headline: () => store.textOf('proactiveHeadline'),
      },
      'chat',
      undefined,
    ).headingText,
  schedulerFirstQuestion: (store) => store.textOf('schedulerFirstQuestion') ?? menuTexts.schedulerPrompt,
  buttonColour: (store) => chooseTheme(undefined, store.variationOf('buttonColour')),
  headerSalesWording: (store) => store.textOf('headerSalesWording') ?? headerTexts.title,
  buttonSalesWording: (store) =>
    (['phone', 'email', 'chat'] as const)
      .map((kind) =>
        wordingOf(kind, {
          words: englishWords,
          locale: { languageCode: 'en', regionCode: 'US' },
          isSales: store.variationOf('buttonSalesWording') === 'sales',
          find: () => undefined,
        }),
      )
      .join(', '),
  botWelcome: (store) => {
    const text = store.textOf('botWelcome') ?? 'what the bot itself says';
    const isVariationOff = store.variationOf('botWelcome') === 'off';
    return canWelcome({ isBotAvailable: true, isVariationOff, welcome: { text, action: 'CHAT' } })
      ? text
      : 'no welcome';
  },
};

const expected: Readonly<Record<ProductExperiment, Readonly<Record<string, string>>>> = {
  proactiveHeadline: {
    control: "Questions? Let's talk",
    question: 'Questions? Ask us anything.',
    expert: 'An expert is online now',
  },
  schedulerFirstQuestion: {
    control: 'Schedule a free 30-minute call to discuss your business needs.',
    expert: 'Pick a time to talk with an expert, free for 30 minutes.',
  },
  buttonColour: { control: 'blue', yellow: 'yellow', grey: 'grey', 'red-brand': 'red-brand', blue: 'blue' },
  headerSalesWording: { control: 'Contact us', sales: 'Talk to sales' },
  buttonSalesWording: {
    control: 'Call us, Email us, Chat with us',
    sales: 'Call sales, Email sales, Chat with sales',
  },
  botWelcome: {
    control: 'what the bot itself says',
    short: 'Hi! How can I help?',
    guide: 'Hi! Tell me what you are looking for and I will find the right page or person.',
    off: 'no welcome',
  },
};

describe('every experiment of the demo in every variation', () => {
  const { experiments } = buildSandboxDatafile(new Map()) as Datafile;
  const names = Object.keys(productExperiments) as ProductExperiment[];

  it('[CH-206] belongs to the product, and this test lists all of its variations', () => {
    expect(experimentKeys.toSorted()).toEqual(Object.values(productExperiments).toSorted());
    for (const name of names) {
      const offered = experiments.find(({ key }) => key === productExperiments[name])?.variations ?? [];
      expect(offered.map(({ key }) => key)).toEqual(Object.keys(expected[name]));
    }
  });

  const cases = names.flatMap((name) =>
    Object.entries(expected[name]).map(([variation, effect]) => ({ name, variation, effect })),
  );
  it.each(cases)('[CH-206][SH-125][SH-153] $name as $variation shows: $effect', async ({ name, variation, effect }) => {
    expect(seen[name](await switchTo(productExperiments[name], variation))).toBe(effect);
  });
});
