import type { PageFacts, UserInfoFields, Viewport } from '../../bridge/records.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { PageConfig } from '../host/pageConfig.ts';
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

/** The part of chat that outreach uses. */
export interface ChatPort {
  /** Whether a chat can start now. */
  canStart(): boolean;
  /** Calls the listener when `canStart` may have changed, until the lifetime ends. */
  onChange(lifetime: Lifetime, listener: () => void): void;
  /** Starts a chat on behalf of a card and opens the pane. */
  start(): void;
}

/** Everything that outreach needs; `compose/outreach.ts` provides it. */
export interface OutreachPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly storage: FrameStorage;
  readonly call: CallBackend;
  readonly createId: () => string;
  readonly hostStore: Pick<HostStore, 'readJson' | 'writeCookie' | 'remove'>;
  /** The page's analytics id (`ajs_anonymous_id`), if it has one. */
  readonly anonymousId: () => Promise<string | undefined>;
  /** `openUrl` never rejects. */
  readonly host: Pick<RemoteHost, 'openUrl' | 'emit'>;
  readonly deployment: OutreachDeployment;
  /** Fetches the messaging service's flag for in-app messages (SH-147). Undefined if the deployment has no such service. */
  readonly fetchInAppFlag: (() => Promise<boolean>) | undefined;
  readonly query: QueryParameters;
  /** Texts of the given purpose, or of the active one. */
  readonly texts: (purpose?: string) => TextSource;
  readonly allows: (product: 'proactive' | 'interact' | 'inapp') => boolean;
  readonly page: () => Pick<PageFacts, 'url' | 'timeOrigin'>;
  /** The page's address without secrets, which services may receive. */
  readonly relayedUrl: () => string;
  /** For example `en-US`. */
  readonly locale: () => string;
  readonly viewport: () => Viewport;
  readonly isMobile: () => boolean;
  /** The page's own switch, `data-no-proactive`. */
  readonly isGated: boolean;
  /** Notification rules of the page's data layer, not parsed yet. */
  readonly pageRules: readonly unknown[];
  /** The visitor, as the rules read them. */
  readonly user: () => UserInfoFields;
  /** To greet the visitor. Undefined for one who has signed out. */
  readonly firstName: () => string | undefined;
  /** Whether the visitor is an employee of the company; undefined while unknown (CH-104). */
  readonly isEmployee: () => boolean | undefined;
  /** The audience that the page's data management platforms name, for offers (SH-138). */
  readonly audience: () => Pick<PageConfig, 'dmpAudience' | 'lotameId'>;
  readonly activity: {
    isActive(): boolean;
    onChange(lifetime: Lifetime, listener: () => void): void;
  };
  readonly scene: () => Pick<Scene, 'isPaneShown' | 'hasOverlay'>;
  readonly chat: ChatPort;
  readonly scheduler: {
    /** The purpose of the page's scheduler; undefined if there is no scheduler. */
    purpose(): string | undefined;
    open(): void;
  };
  readonly bot: BotWelcomePort;
  /** Text of the headline experiment's variation (SH-125). */
  readonly headline: () => string | undefined;
  /** Downloads the app and the card's views. Resolves to false if that fails; never rejects. */
  readonly prepareViews: () => Promise<boolean>;
  /** Moves the focus to the pill after a card that had it has disappeared. */
  readonly returnFocus: () => void;
}
