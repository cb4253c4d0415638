import type { HostApi } from '../../bridge/contract.ts';

/** The page's methods behind the bridge. Each call returns a promise that settles within the bridge timeout. */
export type RemoteHost = {
  readonly [Name in keyof HostApi]: (...args: Parameters<HostApi[Name]>) => Promise<ReturnType<HostApi[Name]>>;
};
