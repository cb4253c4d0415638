import { createAsyncChannel } from '../../../frame/chat/channels/async/index.ts';
import type { IdentityDoor } from '../../../frame/identity/identityDoor.ts';
import type { ServiceIdentity } from '../../../frame/identity/identityStore.ts';
import { createError } from '../../../frame/platform/errors.ts';
import type { Lifetime } from '../../../frame/platform/lifetime.ts';
import type { ModelClock } from '../modelClock.ts';
import { createMessagingService, createToken, type MessagingService } from '../services/messaging.ts';
import { createStoreFamily } from './restFamily.ts';
import { slowNetwork } from './slowNetwork.ts';
import {
  calmSockets,
  createPageEvents,
  createSocketNetwork,
  type SocketNetwork,
  type SocketWeather,
} from './socketNetwork.ts';
import { createStorePage, type StorePage } from './storePage.ts';
import type { FamilyParts, StoreSetup, StoreWorld, TabNetwork } from './storeWorld.ts';

const identityOf = (person: string, issue: number): ServiceIdentity => ({
  consumerId: person,
  token: createToken(person, issue),
  isLoggedIn: !person.startsWith('guest'),
  unread: 0,
  isNew: false,
  firstName: undefined,
  skillName: undefined,
  agentStatus: 'available',
});

/** The chat room with messaging over a websocket. All tabs of a visitor share one conversation. */
export const messaging = createStoreFamily('messaging', createParts, { restart: 3 });

function createParts(clock: ModelClock, { variant }: StoreSetup): FamilyParts {
  const service = createMessagingService(clock, variant);
  return {
    service,
    isNameBound: true,
    keepsEnds: true,
    findsByPosition: !service.desk.faults.returnsIds,
    conversationOf: (id) => service.conversations.find((one) => one.id === id),
    createNetwork: (_tab, world) => createNetwork(clock, service, world),
  };
}

function createNetwork(clock: ModelClock, service: MessagingService, world: StoreWorld): TabNetwork {
  const weather = calmSockets();
  let sockets: SocketNetwork | undefined;
  let fireOnline = (): void => {};

  return {
    calm() {
      Object.assign(weather, calmSockets());
      service.desk.faults.versionRefusal = undefined;
      fireOnline();
    },
    faults: faultsOf(weather, service, {
      cut: (code) => sockets?.cut(code),
      online: () => fireOnline(),
    }),
    createPage(document, name): StorePage {
      const { events, goOnline } = createPageEvents(document);
      fireOnline = goOnline;
      const issued = new Map<string, number>();
      const listeners = new Set<(service: string) => void>();
      const page: StorePage = createStorePage({
        ...{ document, name, createId: world.createId, random: () => world.random() },
        guest: () => world.people.guest,
        call: () => Promise.reject(createError('CALL_FAILED', 'There is no such service.', { status: 404 })),
        identity: identityPort(() => page.person, issued, service, listeners),
        named() {
          for (const listener of listeners) listener('liveperson2');
        },
        kind: {
          entries: [{ service: 'liveperson2', skill: 'sales' }],
          deployment: {
            accounts: [{ service: 'liveperson2', account: '4711', baseURI: 'messaging.example' }],
          },
          createChannel: (ports) =>
            createAsyncChannel(ports, {
              dial: () => network.dial(),
              timeZone: () => 'Europe/Berlin',
              page: events,
            }),
        },
      });
      const network = createSocketNetwork({
        ...{ clock, document, weather, random: () => world.random() },
        connect: (link) => service.connect(link, page.person),
        isText: (frame) => frame.includes('"ContentEvent"'),
        isEvent: (frame) => frame.includes('MessagingEventNotification'),
      });
      sockets = network;
      return page;
    },
  };
}

function identityPort(
  person: () => string,
  issued: Map<string, number>,
  service: MessagingService,
  listeners: Set<(service: string) => void>,
): (lifetime: Lifetime) => IdentityDoor {
  const find = async (): Promise<ServiceIdentity> => {
    if (!issued.has(person())) issued.set(person(), service.tokenIssue);
    return identityOf(person(), issued.get(person()) ?? 1);
  };
  return () => ({
    find,
    async refresh() {
      issued.set(person(), service.tokenIssue);
      return find();
    },
    onChange(own, listener) {
      listeners.add(listener);
      own.add(() => listeners.delete(listener));
    },
  });
}

interface Line {
  cut(code: number): void;
  online(): void;
}

function faultsOf(weather: SocketWeather, service: MessagingService, line: Line): TabNetwork['faults'] {
  return {
    offline() {
      weather.isOffline = !weather.isOffline;
      if (weather.isOffline) line.cut(1006);
      else line.online();
      return weather.isOffline ? 'goes offline' : 'is online again';
    },
    hang() {
      weather.isHanging = !weather.isHanging;
      line.cut(1006);
      return weather.isHanging ? 'loses its connection, and new ones hang' : 'can connect again';
    },
    slow: slowNetwork(weather),
    cut(random) {
      const code = [1006, 1001, 1011, 1012, 4407][Math.floor(random() * 5)] ?? 1006;
      line.cut(code);
      return `is cut off with ${code}`;
    },
    cutBefore() {
      weather.cutBefore += 1;
      return 'will be cut off before its next text arrives';
    },
    cutAfter() {
      weather.cutAfter += 1;
      return 'will be cut off after its next text has arrived';
    },
    drop() {
      weather.drop += 1;
      return 'will lose the next event';
    },
    double() {
      weather.double += 1;
      return 'will get the next event twice';
    },
    swap() {
      weather.swap += 1;
      return 'will get the next two events in the wrong order';
    },
    expire() {
      service.expireTokens();
      return 'and all others have an expired token';
    },
    hidden() {
      const conversation = service.conversations.find((one) => one.isOpen);
      if (!conversation) return undefined;
      service.desk.addPrivateEvent(conversation.id);
      return 'cannot see an event that the service counts';
    },
    outdated(random) {
      if (random() > 0.2) return undefined;
      service.desk.faults.versionRefusal = 4426;
      return 'and all others are too old for the service';
    },
  };
}
