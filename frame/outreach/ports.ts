import type { PageFacts, UserInfoFields, Viewport } from '../../bridge/records.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { TextSource } from '../text/texts.ts';
import type { Scene } from './arbiter.ts';
import type { BotWelcomePort } from './botWelcome.ts';
import type { OutreachDeployment } from './deployment.ts';

/** The chat room, as far as outreach asks for it. */
export interface ChatPort {
  /** A chat can start now. */
  canStart(): boolean;
  /** Told when that may have changed, until the lifetime ends. */
  onChange(lifetime: Lifetime, listener: () => void): void;
  /** Starts it as one begun by the pop-up and brings up the pane. */
  start(): void;
}

/** Everything the room needs; `composeRooms.ts` wires it. */
export interface OutreachPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly storage: FrameStorage;
  readonly call: CallBackend;
  readonly createId: () => string;
  readonly hostStore: Pick<HostStore, 'readJson' | 'writeCookie' | 'writeSession' | 'remove'>;
  /** The page's analytics id (`ajs_anonymous_id`), if it has one. */
  readonly anonymousId: () => Promise<string | undefined>;
  /** Opening never rejects: the shell says what became of it. */
  readonly host: Pick<RemoteHost, 'openUrl' | 'emit'>;
  readonly deployment: OutreachDeployment;
  /** The messaging service's own flag for in-app messages (SH-147); undefined where none tells. Rejects when it cannot be had. */
  readonly askInAppFlag: (() => Promise<boolean>) | undefined;
  readonly query: QueryParameters;
  /** Texts of the active purpose, or of the named one. */
  readonly texts: (purpose?: string) => TextSource;
  readonly allows: (product: 'proactive' | 'interact' | 'inapp') => boolean;
  readonly page: () => Pick<PageFacts, 'url' | 'timeOrigin'>;
  /** The page's address as services may know it. */
  readonly relayedUrl: () => string;
  /** `en-US` */
  readonly locale: () => string;
  readonly viewport: () => Viewport;
  readonly isMobile: () => boolean;
  /** The page's own switch, `data-no-proactive`. */
  readonly isGated: boolean;
  /** Notification rules of the page's data layer, as given. */
  readonly pageRules: readonly unknown[];
  readonly user: () => UserInfoFields;
  readonly firstName: () => string | undefined;
  /** Whether the visitor is one of the company's own people; undefined while nobody knows (CH-104). */
  readonly isEmployee: () => boolean | undefined;
  readonly activity: {
    isActive(): boolean;
    onChange(lifetime: Lifetime, listener: () => void): void;
  };
  readonly scene: () => Pick<Scene, 'isPaneShown' | 'hasOverlay' | 'isTyping'>;
  readonly chat: ChatPort;
  readonly scheduler: {
    /** The purpose of the page's scheduler; undefined when there is none. */
    purpose(): string | undefined;
    open(): void;
  };
  readonly bot: BotWelcomePort;
  /** Text of the headline experiment's variation (SH-125). */
  readonly headline: () => string | undefined;
  /** Downloads the app and this room's views; false when they cannot be had. Never rejects. */
  readonly prepareViews: () => Promise<boolean>;
  /** Puts focus back on the pill, after a card that had it went away. */
  readonly returnFocus: () => void;
}
