import * as v from 'valibot';
import type { Viewport } from '../../bridge/records.ts';
import { createHostStore } from '../../frame/host/hostStore.ts';
import { parseQueryParameters } from '../../frame/host/queryParameters.ts';
import { outreachDeployment } from '../../frame/outreach/deployment.ts';
import type { WelcomeMessage } from '../../frame/outreach/invitation.ts';
import { createOutreach, type LoadRoom } from '../../frame/outreach/outreach.ts';
import type { OutreachPorts } from '../../frame/outreach/ports.ts';
import { createRoom } from '../../frame/outreach/room.ts';
import type { Tab } from '../../frame/outreach/tab.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage } from './fakeStorage.ts';

/** The page's cookies, shared by all tabs of a test. */
export type Jar = Map<string, string>;

const tallPage: Viewport = {
  width: 1280,
  height: 800,
  visibleHeight: 800,
  documentHeight: 2_400,
  scrollY: 0,
  nodes: 500,
};

export interface OutreachSight {
  isPaneShown: boolean;
  hasOverlay: boolean;
  isTyping: boolean;
  isTabVisible: boolean;
  isMobile: boolean;
  isChatAvailable: boolean;
  schedulerPurpose: string | undefined;
  isBot: boolean;
  isVariationOff: boolean;
  isActive: boolean;
  headline: string | undefined;
  firstName: string | undefined;
  isEmployee: boolean | undefined;
  viewport: Viewport;
  url: string;
}

export interface OutreachSetUp {
  readonly sight?: Partial<OutreachSight>;
  readonly deployment?: unknown;
  readonly query?: string;
  readonly pageRules?: readonly unknown[];
  readonly refuses?: readonly string[];
  readonly isGated?: boolean;
  readonly welcome?: () => Promise<WelcomeMessage | undefined>;
  readonly jar?: Jar;
  readonly session?: Jar;
  readonly clock?: ReturnType<typeof createFakeClock>;
  readonly takeTurn?: Tab['takeTurn'];
  readonly anonymousId?: string;
  readonly views?: Promise<boolean>;
  readonly user?: Record<string, string | boolean>;
  readonly texts?: OutreachPorts['texts'];
  readonly askInAppFlag?: OutreachPorts['askInAppFlag'];
}

/** Every port of the outreach room with a readable double. `look` changes what the visitor sees and tells who listens. */
export function createFakeOutreach(setUp: OutreachSetUp = {}) {
  const clock = setUp.clock ?? createFakeClock();
  const log = createFakeLog();
  const call = createFakeBackend();
  const storage = createFakeStorage();
  const lifetime = createLifetime();
  const jar: Jar = setUp.jar ?? new Map<string, string>();
  const session: Jar = setUp.session ?? new Map<string, string>();
  const done: string[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const writes: string[] = [];
  const watchers = new Set<() => void>();
  const refused = new Set(setUp.refuses);
  const sight: OutreachSight = {
    isPaneShown: false,
    hasOverlay: false,
    isTyping: false,
    isTabVisible: true,
    isMobile: false,
    isChatAvailable: true,
    schedulerPurpose: undefined,
    isBot: false,
    isVariationOff: false,
    isActive: true,
    headline: undefined,
    firstName: undefined,
    isEmployee: undefined,
    viewport: tallPage,
    url: 'https://www.northwind.example/cloud/databases',
    ...setUp.sight,
  };
  const timeOrigin = clock.now();
  const watch: OutreachPorts['activity']['onChange'] = (owner, listener) => {
    watchers.add(listener);
    owner.add(() => watchers.delete(listener));
  };
  let count = 0;

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
        readStore: async (key) => jar.get(key) ?? session.get(key) ?? null,
        writeStore: async (key, value, maxAgeS) => {
          const area = maxAgeS === undefined ? session : jar;
          if (key === 'cm-proactive-state') writes.push(String(value));
          if (value === null) {
            jar.delete(key);
            session.delete(key);
          } else area.set(key, value);
          return true;
        },
      },
    }),
    anonymousId: async () => setUp.anonymousId,
    host: {
      openUrl: async (url, target) => {
        done.push(`open ${target} ${url}`);
        return true;
      },
      emit: async (name, detail) => void emitted.push({ name, detail }),
    },
    askInAppFlag: setUp.askInAppFlag,
    deployment: v.parse(outreachDeployment, setUp.deployment ?? {}),
    query: parseQueryParameters(`https://www.northwind.example/${setUp.query ?? ''}`),
    texts: setUp.texts ?? (() => ({ find: () => undefined })),
    allows: (product) => !refused.has(product),
    page: () => ({ url: sight.url, timeOrigin }),
    relayedUrl: () => sight.url,
    locale: () => 'en-US',
    viewport: () => sight.viewport,
    isMobile: () => sight.isMobile,
    isGated: setUp.isGated ?? false,
    pageRules: setUp.pageRules ?? [],
    user: () => setUp.user ?? {},
    firstName: () => sight.firstName,
    isEmployee: () => sight.isEmployee,
    activity: { isActive: () => sight.isActive, onChange: watch },
    scene: () => sight,
    chat: { canStart: () => sight.isChatAvailable, onChange: watch, start: () => void done.push('chat') },
    scheduler: { purpose: () => sight.schedulerPurpose, open: () => void done.push('scheduler') },
    bot: {
      isAvailable: () => sight.isBot,
      isVariationOff: () => sight.isVariationOff,
      ask: async () => {
        done.push('welcome');
        return (setUp.welcome ?? (async () => ({ text: 'Hi, how can I help?', action: 'CHAT' as const })))();
      },
    },
    headline: () => sight.headline,
    prepareViews: () => {
      if (!done.includes('views')) done.push('views');
      return setUp.views ?? Promise.resolve(true);
    },
    returnFocus: () => {},
  };

  const tab: Tab = {
    isVisible: () => sight.isTabVisible,
    onVisible: (listener) => void watchers.add(listener),
    takeTurn: setUp.takeTurn ?? (async () => () => {}),
  };
  /** The room without its download, so that the fake clock alone decides. */
  const loadRoom: LoadRoom = async () => ({ createRoom: (given, state) => createRoom(given, state, tab) });

  return {
    ports,
    tab,
    loadRoom,
    clock,
    log,
    call,
    storage,
    lifetime,
    jar,
    session,
    /** What the room did, in order: views, welcome, chat, scheduler, opened addresses. */
    done,
    emitted,
    /** Every text written to the proactive cookie. */
    writes,
    sight,
    watchers,
    /** The products that the visitor refuses; tell the room of a change by `consentChanged`. */
    refused,
    look(change: Partial<OutreachSight>): void {
      Object.assign(sight, change);
      for (const watcher of [...watchers]) watcher();
    },
    /** The proactive cookie as it stands. */
    record: (): unknown => JSON.parse(jar.get('cm-proactive-state') ?? 'null'),
    outcomes: (): unknown[] =>
      emitted.filter(({ name }) => name === 'cm-proactive-outcome').map(({ detail }) => detail),
  };
}

/** The whole room, started. */
export function startOutreach(setUp: OutreachSetUp = {}) {
  const fake = createFakeOutreach(setUp);
  const outreach = createOutreach(fake.ports, fake.loadRoom);
  outreach.start();
  return { ...fake, outreach, card: () => outreach.state.card };
}

export const inviteCookie = (state: number): string => JSON.stringify({ type: 'proactiveInvite', state });

/** A page whose visitor began to count `agoMs` before it loaded. */
export function startOutreachAfter(agoMs: number, setUp: OutreachSetUp = {}) {
  const clock = createFakeClock();
  const jar: Jar = new Map([['cm-proactive-state', inviteCookie(clock.now() - agoMs)]]);
  return startOutreach({ clock, jar, ...setUp });
}
