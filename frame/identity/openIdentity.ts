import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { Locks } from '../platform/tabs.ts';
import { createBrokerApi } from './brokerApi.ts';
import type { IdentityDeployment } from './brokerDeployment.ts';
import { createIdentityStore, type IdentityStore } from './identityStore.ts';
import { listenToWindow } from './identityTransport.ts';
import { createFetchInAppFlag } from './inAppFlag.ts';
import { createInTurn } from './inTurn.ts';
import type { UserInfo } from './visitor.ts';

export interface OpenIdentityPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  readonly isGuest: () => boolean;
  readonly locks: Locks | undefined;
  readonly deployment: IdentityDeployment;
  /** Owns what is fetched once for the page, even if the visitor changes. */
  readonly pageLifetime: Lifetime;
  readonly mode: string;
  readonly isDebug: boolean;
  readonly userAgent: string;
  readonly pageUrl: () => string;
  readonly focusArea: () => string | undefined;
  /** Messaging services that this page needs. */
  readonly services: () => readonly string[];
  readonly visitor: () => {
    readonly info: UserInfo;
    readonly country: string | undefined;
    readonly uniqueId: string | undefined;
  };
}

/** Creates the identity store with this page's data. */
export function openIdentity(ports: OpenIdentityPorts): IdentityStore {
  const { deployment, lifetime, visitor } = ports;
  const api = createBrokerApi({
    call: ports.call,
    hosts: deployment.brokerHosts,
    logHosts: deployment.logHosts,
    profileHosts: deployment.profileHosts,
    signInHosts: deployment.signInHosts,
    paths: {
      session: deployment.sessionPath,
      identity: deployment.identityPath,
      log: deployment.logPath,
      profile: deployment.profilePath,
      signIn: deployment.signInPath,
    },
    referrerHeader: deployment.referrerHeader,
    pageHost: () => (URL.canParse(ports.pageUrl()) ? new URL(ports.pageUrl()).host : ''),
    signal: lifetime.signal,
  });
  return createIdentityStore({
    api,
    clock: ports.clock,
    log: ports.log,
    lifetime,
    storage: ports.storage,
    isGuest: ports.isGuest,
    inTurn: createInTurn(ports),
    mode: ports.mode,
    fetchInAppFlag: createFetchInAppFlag({ call: ports.call, lifetime: ports.pageLifetime, deployment }),
    signInSenders: deployment.signInSenders,
    listenToMessages: listenToWindow,
    facts() {
      const { info, country, uniqueId } = visitor();
      return {
        iui: uniqueId,
        firstName: info.firstName,
        lastName: info.lastName,
        product: ports.focusArea(),
        skill: undefined,
        services: deployment.services.length > 0 ? deployment.services : ports.services(),
        clientProperties: { appVersion: '1.0', ipAddress: info.ip },
        entryPoints: [ports.pageUrl()],
        debug: ports.isDebug,
        customerInfo: { customerId: uniqueId, companyName: info.company },
        personalInfo: { firstname: info.firstName, lastname: info.lastName, contacts: [{ email: info.email }] },
        userAgent: ports.userAgent,
        pageUrl: ports.pageUrl(),
        attributes: {},
        countryCode: country,
        ip: info.ip,
      };
    },
  });
}
