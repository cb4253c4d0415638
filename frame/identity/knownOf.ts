import type { UserInfo } from './visitor.ts';

/** The data that prefills forms and that chat services get. Empty for a visitor who has signed out but whose id the page still has. */
export function knownOf(info: UserInfo): UserInfo {
  return info.signedin === false && (info.iui ?? info.userId) !== undefined ? {} : info;
}
