import * as v from 'valibot';
import type { Viewport } from '../../bridge/records.ts';
import { createHostStore } from '../../frame/host/hostStore.ts';
import { parseQueryParameters } from '../../frame/host/queryParameters.ts';
import { outreachDeployment } from '../../frame/outreach/deployment.ts';
import type { WelcomeMessage } from '../../frame/outreach/invitation.ts';
import { openOutreach } from '../../frame/outreach/openOutreach.ts';
import { createOutreach, type LoadOutreach } from '../../frame/outreach/outreach.ts';
import type { OutreachPorts } from '../../frame/outreach/ports.ts';
import type { Tab } from '../../frame/outreach/tab.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage } from './fakeStorage.ts';

/** The site's cookies, shared by all tabs of a test. */
export type Cookies = Map<string, string>;

const tallPage: Viewport = {
  width: 1280,
  height: 800,
  visibleHeight: 800,
  documentHeight: 2_400,
  scrollY: 0,
};

export interface OutreachFacts {
  isPaneShown: boolean;
  hasOverlay: boolean;
  isTabVisible: boolean;
  isMobile: boolean;
  isChatAvailable: boolean;
  schedulerPurpose: string | undefined;
  isBot: boolean;
  isVariationOff: boolean;
  isActive: boolean;
  headline: string | undefined;
  firstName: string | undefined;
  /** What the page says about its visitor, besides the first name. */
  user: Record<string, string | boolean>;
  isEmployee: boolean | undefined;
  viewport: Viewport;
  url: string;
}

export interface OutreachSetUp {
  readonly facts?: Partial<OutreachFacts>;
  readonly deployment?: unknown;
  readonly query?: string;
  readonly pageRules?: readonly unknown[];
  readonly refuses?: readonly string[];
  readonly isGated?: boolean;
  readonly audience?: ReturnType<OutreachPorts['audience']>;
  readonly welcome?: () => Promise<WelcomeMessage | undefined>;
  readonly cookies?: Cookies;
  readonly session?: Cookies;
  readonly clock?: ReturnType<typeof createFakeClock>;
  readonly takeTurn?: Tab['takeTurn'];
  readonly anonymousId?: string;
  readonly views?: Promise<boolean>;
  readonly storage?: ReturnType<typeof createFakeStorage>;
  readonly user?: Record<string, string | boolean>;
  readonly texts?: OutreachPorts['texts'];
  readonly fetchInAppFlag?: OutreachPorts['fetchInAppFlag'];
}

/** Fakes for all ports of outreach. `change` updates the facts and notifies all listeners. */
export function createFakeOutreach(setUp: OutreachSetUp = {}) {
  const clock = setUp.clock ?? createFakeClock();
  const log = createFakeLog();
  const call = createFakeBackend();
  const session: Cookies = setUp.session ?? new Map<string, string>();
  const storage = setUp.storage ?? createFakeStorage(undefined, session);
  const lifetime = createLifetime();
  const cookies: Cookies = setUp.cookies ?? new Map<string, string>();
  const actions: string[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const cookieWrites: string[] = [];
  const listeners = new Set<() => void>();
  const refused = new Set(setUp.refuses);
  const facts: OutreachFacts = {
    isPaneShown: false,
    hasOverlay: false,
    isTabVisible: true,
    isMobile: false,
    isChatAvailable: true,
    schedulerPurpose: undefined,
    isBot: false,
    isVariationOff: false,
    isActive: true,
    headline: undefined,
    firstName: undefined,
    user: setUp.user ?? {},
    isEmployee: undefined,
    viewport: tallPage,
    url: 'https://www.northwind.example/cloud/databases',
    ...setUp.facts,
  };
  const timeOrigin = clock.now();
  const subscribe: OutreachPorts['activity']['onChange'] = (owner, listener) => {
    listeners.add(listener);
    owner.add(() => listeners.delete(listener));
  };
  let count = 0;

  const named = () => ({ ...facts.user, ...(facts.firstName === undefined ? {} : { firstName: facts.firstName }) });

  const ports: OutreachPorts = {
    clock,
    log,
    call,
    storage,
    lifetime,
    createId: () => {
      count += 1;
      return `id-${count}`;
    },
    hostStore: createHostStore({
      log,
      cookieLifeS: () => 82_800,
      host: {
        readStore: async (key) => cookies.get(key) ?? null,
        writeStore: async (key, value) => {
          if (key === 'cm-proactive-state') cookieWrites.push(String(value));
          if (value === null) cookies.delete(key);
          else cookies.set(key, value);
          return true;
        },
      },
    }),
    anonymousId: async () => setUp.anonymousId,
    host: {
      openUrl: async (url, target) => {
        actions.push(`open ${target} ${url}`);
        return true;
      },
      emit: async (name, detail) => void emitted.push({ name, detail }),
    },
    fetchInAppFlag: setUp.fetchInAppFlag,
    deployment: v.parse(outreachDeployment, setUp.deployment ?? {}),
    query: parseQueryParameters(`https://www.northwind.example/${setUp.query ?? ''}`),
    texts: setUp.texts ?? (() => ({ find: () => undefined })),
    allows: (product) => !refused.has(product),
    page: () => ({ url: facts.url, timeOrigin }),
    relayedUrl: () => facts.url,
    locale: () => 'en-US',
    viewport: () => facts.viewport,
    isMobile: () => facts.isMobile,
    isGated: setUp.isGated ?? false,
    pageRules: setUp.pageRules ?? [],
    user: named,
    firstName: () => facts.firstName,
    isEmployee: () => facts.isEmployee,
    audience: () => setUp.audience ?? {},
    activity: { isActive: () => facts.isActive, onChange: subscribe },
    scene: () => facts,
    chat: { canStart: () => facts.isChatAvailable, onChange: subscribe, start: () => void actions.push('chat') },
    scheduler: { purpose: () => facts.schedulerPurpose, open: () => void actions.push('scheduler') },
    bot: {
      isAvailable: () => facts.isBot,
      isVariationOff: () => facts.isVariationOff,
      ask: async () => {
        actions.push('welcome');
        return (setUp.welcome ?? (async () => ({ text: 'Hi, how can I help?', action: 'CHAT' as const })))();
      },
      reportSeen: () => {},
    },
    headline: () => facts.headline,
    prepareViews: () => {
      if (!actions.includes('views')) actions.push('views');
      return setUp.views ?? Promise.resolve(true);
    },
    returnFocus: () => {},
  };

  const tab: Tab = {
    isVisible: () => facts.isTabVisible,
    onVisible: (listener) => void listeners.add(listener),
    onHidden: (listener) =>
      void listeners.add(() => {
        if (!facts.isTabVisible) listener();
      }),
    takeTurn: setUp.takeTurn ?? (async () => () => {}),
  };
  /** Returns the room without a download, so that only the fake clock matters. */
  const loadOutreach: LoadOutreach = async () => ({ openOutreach: (given, state) => openOutreach(given, state, tab) });

  return {
    ports,
    tab,
    loadOutreach,
    clock,
    log,
    call,
    storage,
    lifetime,
    cookies,
    /** The frame's session storage: one for each tab. */
    session,
    /** What outreach did, in order: views, welcome, chat, scheduler, opened addresses. */
    actions,
    emitted,
    /** Every value written to the proactive cookie. */
    cookieWrites,
    facts,
    /** The products that the visitor refuses. Call `consentChanged` after a change. */
    refused,
    change(update: Partial<OutreachFacts>): void {
      Object.assign(facts, update);
      for (const listener of [...listeners]) listener();
    },
    /** The record in the proactive cookie. */
    record: (): unknown => JSON.parse(cookies.get('cm-proactive-state') ?? 'null'),
    outcomes: (): unknown[] =>
      emitted.filter(({ name }) => name === 'cm-proactive-outcome').map(({ detail }) => detail),
  };
}

/** Outreach with all fakes, started. */
export function startOutreach(setUp: OutreachSetUp = {}) {
  const fake = createFakeOutreach(setUp);
  const outreach = createOutreach(fake.ports, fake.loadOutreach);
  outreach.start(fake.clock.now());
  return { ...fake, outreach, card: () => outreach.state.card };
}

export const inviteCookie = (state: number): string => JSON.stringify({ type: 'proactiveInvite', state });

/** A page on which the count began `agoMs` before it loaded. */
export function startOutreachAfter(agoMs: number, setUp: OutreachSetUp = {}) {
  const clock = createFakeClock();
  const cookies: Cookies = new Map([['cm-proactive-state', inviteCookie(clock.now() - agoMs)]]);
  return startOutreach({ clock, cookies, ...setUp });
}
