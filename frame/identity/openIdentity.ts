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
import { knownOf } from './knownOf.ts';
import { signedIdentityIn } from './signedIdentity.ts';
import type { UserInfo } from './visitor.ts';

export interface OpenIdentityPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  readonly isGuest: () => boolean;
  readonly signedOut: () => void;
  /** The visitor has become a person, or may have: they went to the sign-in page (CH-035). */
  readonly maySignIn: {
    isDue(): boolean;
    onDue(lifetime: Lifetime, listener: () => void): void;
  };
  readonly locks: Locks | undefined;
  readonly deployment: IdentityDeployment;
  /** The lifetime of data that is fetched once per page, even if the visitor changes. */
  readonly pageLifetime: Lifetime;
  readonly mode: string;
  readonly isDebug: boolean;
  readonly userAgent: string;
  readonly pageUrl: () => string;
  readonly focusArea: () => string | undefined;
  /** The fields of the page's config object, which may have a signed identity. */
  readonly config: () => unknown;
  readonly page: object;
  /** Calls the listener when the page's facts change. The returned function removes it. */
  readonly subscribe: (page: object, listener: () => void) => () => void;
  /** Messaging services that this page needs. */
  readonly services: () => readonly string[];
  /** The skill that the page names for messaging. */
  readonly skill: () => string | undefined;
  readonly visitor: () => {
    readonly info: UserInfo;
    readonly signedIn: boolean;
    readonly country: string | undefined;
    readonly uniqueId: string | undefined;
    readonly role: string;
  };
}

/** Creates the identity store with this page's data. */
export function openIdentity(ports: OpenIdentityPorts): IdentityStore {
  const { deployment, lifetime, visitor } = ports;
  const signedIdentity = (): string | undefined => signedIdentityIn(ports.config());
  let wasSigned = signedIdentity() !== undefined;
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
    identityRefused: (reason) => ports.log.warn('The broker refused the signed identity of the page.', reason),
    signal: lifetime.signal,
  });
  const store = createIdentityStore({
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
    signedOut: ports.signedOut,
    facts() {
      const { info, signedIn, country, uniqueId, role } = visitor();
      const known = knownOf(info);
      return {
        iui: uniqueId,
        signedIdentity: signedIdentity(),
        firstName: known.firstName,
        lastName: known.lastName,
        product: ports.focusArea(),
        skill: ports.skill(),
        services: deployment.services.length > 0 ? deployment.services : ports.services(),
        clientProperties: { appVersion: '1.0', ipAddress: info.ip },
        entryPoints: [ports.pageUrl()],
        debug: ports.isDebug,
        customerInfo: { customerId: uniqueId, companyName: known.company, role },
        personalInfo: { firstname: known.firstName, lastname: known.lastName, contacts: [{ email: known.email }] },
        userAgent: ports.userAgent,
        pageUrl: ports.pageUrl(),
        attributes: { topic: ports.focusArea(), loginStatus: signedIn ? 1 : 0, role },
        countryCode: country,
        ip: info.ip,
      };
    },
  });
  // An earlier page may have stored the identities of a guest.
  if (wasSigned || ports.maySignIn.isDue()) store.maySignIn();
  ports.maySignIn.onDue(lifetime, store.maySignIn);
  lifetime.add(
    ports.subscribe(ports.page, () => {
      const isSigned = signedIdentity() !== undefined;
      if (isSigned && !wasSigned) store.maySignIn();
      wasSigned = isSigned;
    }),
  );
  return store;
}
