import type { PageFacts, UserInfoSource } from '../../bridge/records.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { createState } from '../platform/state.ts';
import type { Geo } from './geoApi.ts';
import { userInfoWaitMs } from './limits.ts';
import { toQueryUserInfo } from './queryUserInfo.ts';
import {
  countryOf,
  isSignedIn,
  mergeVisitor,
  parseUserInfo,
  type UserInfo,
  uniqueIdOf,
  type VisitorSource,
} from './visitor.ts';

export interface VisitorState {
  /** The data of all sources, merged in the order of SH-106. */
  info: UserInfo;
  signedIn: boolean;
  /** The region override, else the visitor's country (SH-102); undefined while unknown. */
  country: string | undefined;
  uniqueId: string | undefined;
}

const pageSources: readonly UserInfoSource[] = ['page', 'profile', 'support'];

export interface VisitorPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly fetchGeo: () => Promise<Geo>;
}

export function createVisitorStore(ports: VisitorPorts, query: QueryParameters) {
  const sources: Partial<Record<VisitorSource, UserInfo>> = { query: toQueryUserInfo(query) };
  const own = createState<VisitorState>(derive());
  let fetching: Promise<void> | undefined;
  let release = (): void => {};
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });

  function derive(): VisitorState {
    const info = mergeVisitor(sources);
    return { info, signedIn: isSignedIn(info), country: countryOf(info, query), uniqueId: uniqueIdOf(info) };
  }

  function update(): void {
    own.change(derive());
    if (isComplete()) release();
  }

  function isComplete(): boolean {
    const { info, country } = own.state;
    return info.signedin !== undefined && country !== undefined && (info.iui ?? info.userId) !== undefined;
  }

  async function fetchGeo(): Promise<void> {
    const { info } = own.state;
    if (info.ip !== undefined && info.country !== undefined) return;
    try {
      const geo = await ports.fetchGeo();
      if (ports.lifetime.ended) return;
      sources.geo = geo;
      update();
    } catch (error) {
      if (!ports.lifetime.ended) ports.log.warn("The visitor's country could not be fetched.", error);
    }
  }

  const cancelWait = ports.clock.after(userInfoWaitMs, release);
  ports.lifetime.add(() => {
    cancelWait();
    release();
  });
  if (isComplete()) release();

  return {
    get state() {
      return own.state;
    },
    watch: own.watch,
    publish: own.publish,

    /** Fetches IP address and country, unless both are known. After a failure they stay unknown (SH-108). */
    start: (): Promise<void> => {
      fetching ??= fetchGeo().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },

    /** Replaces the data from the page (SH-106). */
    pageSeen(user: PageFacts['user']): void {
      for (const source of pageSources) sources[source] = parseUserInfo(source, user[source] ?? {});
      update();
    },

    /** Resolves once signed-in status, country and unique id are known, or after 500 ms (SH-106). */
    whenReady: (): Promise<void> => ready,
  };
}

export type VisitorStore = ReturnType<typeof createVisitorStore>;
