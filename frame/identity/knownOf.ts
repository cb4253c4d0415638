import type { UserInfo } from './visitor.ts';

/** The data that forms begin with. Of a visitor who has signed out, the page may still have the id, the name and the address. */
export function knownOf(info: UserInfo): UserInfo {
  return info.signedin === false && (info.iui ?? info.userId) !== undefined ? {} : info;
}
