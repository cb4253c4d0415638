import { isIpAddress } from '../host/country.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import { textOf } from '../host/queryValue.ts';
import type { UserInfo } from './visitor.ts';

/** SH-102: user id, country, email, signed-in status and IP address from the query parameters. */
export function toQueryUserInfo(query: QueryParameters): UserInfo {
  const userId = textOf(query.userId);
  const country = textOf(query.country);
  const email = textOf(query.email);
  const ip = textOf(query.ip);
  return {
    ...(userId === undefined ? {} : { userId, iui: userId }),
    ...(country === undefined ? {} : { country }),
    ...(email === undefined ? {} : { email }),
    ...(ip !== undefined && isIpAddress(ip) ? { ip } : {}),
    ...(typeof query.signedIn === 'boolean' ? { signedin: query.signedIn } : {}),
  };
}
