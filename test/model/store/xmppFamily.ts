import { createXmppChannel } from '../../../frame/chat/channels/xmpp/index.ts';
import type { IdentityDoor } from '../../../frame/identity/identityDoor.ts';
import type { ServiceIdentity } from '../../../frame/identity/identityStore.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { deskAddress, guestHost, signedInHost } from '../../support/fakeXmppServer.ts';
import type { ModelClock } from '../modelClock.ts';
import { createXmppService, type XmppEnd, type XmppService } from '../services/xmpp.ts';
import { createStoreFamily } from './restFamily.ts';
import { slowNetwork } from './slowNetwork.ts';
import {
  calmSockets,
  createPageEvents,
  createSocketNetwork,
  type SocketNetwork,
  type SocketWeather,
} from './socketNetwork.ts';
import { createStorePage, type StorePage, type StorePageKind } from './storePage.ts';
import type { FamilyParts, StoreSetup, StoreWorld, TabNetwork, WrittenText } from './storeWorld.ts';
import { createXmppCheck, isBrowserSound } from './xmppCheck.ts';

/**
 * `variant` is a set of bits: signed-in visitors have accounts (1), visitors without one have a new name at each login (2), and messages
 * come without their ids in the archive (4).
 */
const hasAccounts = ({ variant }: StoreSetup): boolean => (variant & 1) !== 0;
const hasStanzaIds = ({ variant }: StoreSetup): boolean => (variant & 4) === 0;
const isNameless = ({ variant }: StoreSetup): boolean => (variant & 2) !== 0;

const intrusions = ['message', 'copy', 'archived', 'answer'] as const;

/** How long a blocked session handles nothing: what ejabberd takes for one stanza. */
const blockMs = 15_000;

/** The chat room with XMPP over a websocket. A conversation belongs to an account, which a visitor may change by signing in. */
export const xmpp = createStoreFamily('xmpp', createParts, {
  ...{ restart: 3, say: 12, signIn: 8, nextPerson: 10, press: 0 },
  ...{ correct: 4, takeBack: 1, correctVisitor: 2, receive: 3, read: 4, ask: 4, answerSurvey: 4, intrude: 8, chat: 4 },
});

interface XmppWeather extends SocketWeather {
  /** The broker has no token for this tab. */
  isWithoutToken: boolean;
  release: () => void;
  endNode: () => void;
}

const calmXmpp = (): XmppWeather => ({ ...calmSockets(), isWithoutToken: false, release() {}, endNode() {} });

function createParts(clock: ModelClock, setup: StoreSetup): FamilyParts {
  const service = createXmppService(clock);
  service.server.faults.hasStanzaIds = hasStanzaIds(setup);
  return {
    service,
    broken: service.broken,
    check: createXmppCheck(service, { hasAccounts: hasAccounts(setup), isNameless: isNameless(setup) }),
    actions: actionsOf(service),
    whyLost: whyLost(setup),
    isNameBound: false,
    keepsEnds: !isNameless(setup),
    findsByPosition: false,
    // After a session that may be blocked, the archive is read every 20 s.
    answerMs: 65_000,
    conversationOf: (id) => service.conversations.find((one) => one.id === id),
    // Conversations of one account share its archive. Tabs that cannot store theirs do not know about each other's, and begin two.
    alsoShown(conversation, world) {
      if (isBrowserSound(world)) return [];
      const own = service.conversations.find(({ id }) => id === conversation.id);
      return service.conversations.filter((one) => one.user === own?.user && one !== own);
    },
    createNetwork: (_tab, world) => createNetwork(clock, service, world),
  };
}

/** Who has signed in since is not the one without a name. */
const whyLost =
  (setup: StoreSetup) =>
  ({ page }: WrittenText, { browser, people }: StoreWorld): string | undefined => {
    const isInTheirName = [...browser.local].some(
      ([key, value]) =>
        key.startsWith('cm-xmpp') && page.conversationId !== undefined && value.includes(page.conversationId),
    );
    const isSignedIn = hasAccounts(setup) && !people.current.startsWith('guest');
    return isNameless(setup) && isSignedIn && !isInTheirName ? 'it was in a conversation without a name' : undefined;
  };

const actionsOf = ({ desk }: XmppService): NonNullable<FamilyParts['actions']> => ({
  correct: () => desk.correct(false),
  takeBack: () => desk.correct(true),
  correctVisitor: desk.correctVisitor,
  receive: desk.receive,
  read: desk.read,
  ask: desk.ask,
  chat: desk.chat,
  intrude: (random) => desk.intrude(intrusions[Math.floor(random() * intrusions.length)] ?? 'message'),
});

function createNetwork(clock: ModelClock, service: XmppService, world: StoreWorld): TabNetwork {
  const weather = calmXmpp();
  let sockets: SocketNetwork | undefined;
  let end: XmppEnd | undefined;
  let fireOnline = (): void => {};

  return {
    calm() {
      weather.release();
      weather.endNode();
      Object.assign(weather, calmXmpp());
      // A server that does not know a session any more does not learn to.
      service.server.faults.registration = 'open';
      service.server.faults.forge = () => [];
      fireOnline();
    },
    faults: faultsOf({
      ...{ clock, weather, service, isNameless: isNameless(world.setup) },
      cut: () => sockets?.cut(1006),
      online: () => fireOnline(),
      end: () => end,
    }),
    createPage(document, name): StorePage {
      const { events, goOnline } = createPageEvents(document);
      fireOnline = goOnline;
      const page: StorePage = createStorePage({
        ...{ document, name, createId: world.createId, random: () => world.random() },
        guest: () => world.people.guest,
        call: () => Promise.reject(createError('CALL_FAILED', 'There is no such service.', { status: 404 })),
        identity: () => identityPort(() => page.person, weather, service),
        kind: kindOf(world.setup, events, () => network.dial()),
      });
      const network = createSocketNetwork({
        ...{ clock, document, weather, random: () => world.random() },
        connect(link) {
          end = service.connect(link, page.person);
          return end;
        },
        isText: (frame) => frame.includes('<body>'),
        isEvent: () => false,
      });
      sockets = network;
      return page;
    },
  };
}

function kindOf(setup: StoreSetup, page: EventTarget, dial: SocketNetwork['dial']): StorePageKind {
  const section = {
    ...{ address: 'wss://xmpp.example/xmpp-websocket', guestHost },
    ...(hasAccounts(setup) && { signedInHost }),
    login: isNameless(setup) ? 'anonymous' : 'guest',
    desks: { sales: { address: deskAddress, name: 'Sales' } },
  };
  return {
    entries: [{ service: 'xmpp', skill: 'sales' }],
    deployment: { channels: { xmpp: section } },
    createChannel: (ports) => createXmppChannel(ports, { dial, page }),
  };
}

function identityPort(person: () => string, weather: XmppWeather, { server, record }: XmppService): IdentityDoor {
  const find = async (): Promise<ServiceIdentity> => {
    const token = weather.isWithoutToken ? undefined : `token of ${person()}`;
    if (token === undefined) record.hasLackedToken = true;
    else server.accept(person(), token);
    return {
      ...{ consumerId: person(), token, isLoggedIn: true, unread: 0, agentStatus: 'available' },
      ...{ isNew: false, firstName: undefined, skillName: undefined },
    };
  };
  return { find, refresh: find, onChange: () => {} };
}

interface Line {
  readonly clock: ModelClock;
  readonly weather: XmppWeather;
  readonly service: XmppService;
  /** A conversation without a name ends with its session, and its texts count as sent. */
  readonly isNameless: boolean;
  cut(): void;
  online(): void;
  /** The server's end of the tab's latest socket. */
  end(): XmppEnd | undefined;
}

function faultsOf({ clock, weather, service: { server }, isNameless, ...line }: Line): TabNetwork['faults'] {
  return {
    offline() {
      weather.isOffline = !weather.isOffline;
      if (weather.isOffline) line.cut();
      else line.online();
      return weather.isOffline ? 'goes offline' : 'is online again';
    },
    hang() {
      weather.isHanging = !weather.isHanging;
      line.cut();
      return weather.isHanging ? 'loses its connection, and new ones hang' : 'can connect again';
    },
    slow: slowNetwork(weather),
    cut() {
      line.cut();
      return 'is cut off';
    },
    cutBefore() {
      weather.cutBefore += 1;
      return 'will be cut off before its next text arrives';
    },
    cutAfter() {
      weather.cutAfter += 1;
      return 'will be cut off after its next text has arrived';
    },
    block(random) {
      const session = line.end()?.block();
      if (!session) return undefined;
      let isReleased = false;
      weather.release = () => {
        if (!isReleased) session.release();
        isReleased = true;
      };
      const cutAfterMs = Math.floor(random() * 1_000);
      clock.after(cutAfterMs, line.cut);
      clock.after(cutAfterMs + blockMs, weather.release);
      return `has a session that is blocked, and is cut off in ${cutAfterMs} ms`;
    },
    failNode(random) {
      const node = isNameless ? undefined : line.end()?.failNode();
      if (!node) return undefined;
      weather.endNode();
      weather.endNode = node.end;
      const endsAfterMs = Math.floor(random() * 5_000);
      clock.after(endsAfterMs, node.end);
      return `is at a node that forgets its texts, and is gone in ${endsAfterMs} ms`;
    },
    token() {
      weather.isWithoutToken = !weather.isWithoutToken;
      return weather.isWithoutToken ? 'has no token' : 'can have a token again';
    },
    resumption(random) {
      const { faults } = server;
      faults.resumption = random() < 0.5 ? 'fails' : 'hangs';
      return `and all others cannot resume their sessions: that ${faults.resumption}`;
    },
    registration() {
      const { faults } = server;
      faults.registration = faults.registration === 'open' ? 'throttled' : 'open';
      return `and all others find the registration ${faults.registration}`;
    },
  };
}
