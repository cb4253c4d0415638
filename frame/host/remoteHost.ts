import type { HostApi } from '../../bridge/contract.ts';
import type { OpenTarget } from '../../bridge/records.ts';

/** The calls of the loader that the frame makes more convenient. */
type Adapted = 'openUrl' | 'readStore' | 'writeStore' | 'emit';

/** The page's methods behind the bridge. Each call returns a promise that settles within the bridge timeout. */
export type RemoteHost = {
  readonly [Name in Exclude<keyof HostApi, Adapted>]: (
    ...args: Parameters<HostApi[Name]>
  ) => Promise<ReturnType<HostApi[Name]>>;
} & {
  /** The event's whole name, of `bridge/hostEvents.ts`. */
  emit(name: string, detail?: unknown): Promise<void>;
  /** False when the browser blocked the tab, or the page refused the address. */
  openUrl(url: string, target: OpenTarget): Promise<boolean>;
  /** The decoded value of a cookie, or `null` when there is none. */
  readStore(name: string): Promise<string | null>;
  /** Writes a cookie. Without `maxAgeS` it lasts for the session; `null` removes it. False if the browser did not store it. */
  writeStore(name: string, value: string | null, maxAgeS?: number | undefined): Promise<boolean>;
};
