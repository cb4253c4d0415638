import { parseQueryParameters, type QueryParameters } from '../host/queryParameters.ts';
import { toQueryUserInfo } from '../identity/queryUserInfo.ts';
import type { UserInfo } from '../identity/visitor.ts';

/** What an address with parameters asks for; downloaded for such an address only. */
export interface Address {
  readonly query: QueryParameters;
  readonly user: UserInfo;
}

export function readAddress(url: string): Address {
  const query = parseQueryParameters(url);
  return { query, user: toQueryUserInfo(query) };
}
