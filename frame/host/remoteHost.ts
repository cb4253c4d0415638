import type { HostApi } from '../../bridge/contract.ts';

/** The page behind the bridge, as every room sees it: each call is a promise that settles within the bridge timeout. */
export type RemoteHost = {
  readonly [Name in keyof HostApi]: (...args: Parameters<HostApi[Name]>) => Promise<ReturnType<HostApi[Name]>>;
};
