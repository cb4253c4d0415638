import { accountIdsOf, skillsOf } from '../chat/routing/listedChats.ts';
import { mayOverride } from '../deployment/addressOverrides.ts';
import type { FirstDeployment } from '../deployment/laterSections.ts';
import { parseQueryParameters, type QueryParameters } from '../host/queryParameters.ts';
import type { Log } from '../platform/log.ts';

/**
 * The parameters of the page's address; downloaded only for an address that has some. Ignores those that this deployment does
 * not allow (`addressOverrides`), with one warning.
 */
export function readAddress(url: string, deployment: FirstDeployment, log: Log): QueryParameters {
  const { addressOverrides, chat = {} } = deployment;
  const policy = { groups: addressOverrides, accounts: accountIdsOf(chat), skills: skillsOf(chat) };
  const ignored = new Set<string>();
  const query = parseQueryParameters(url, (name, value) => {
    const isHonoured = mayOverride(name, value, policy);
    if (!isHonoured) ignored.add(name);
    return isHonoured;
  });
  if (ignored.size > 0) {
    log.warn('These parameters of the address are ignored: see addressOverrides in config.json.', [...ignored]);
  }
  return query;
}
