import type { Log } from '../../platform/log.ts';
import type { ChatEnvironment, GatewayAccount } from '../channel.ts';
import { isAdapterId, queueTypes } from './adapters.ts';
import type { ChatDeployment } from './deployment.ts';

type AccountFacts = Pick<ChatDeployment, 'accounts' | 'accountIds' | 'defaultServices'>;

/**
 * The account and base address of a service (CH-012): the named account, or the first one. The id of the first one may differ by
 * environment (CH-013).
 */
export function findAccount(
  service: string,
  environment: ChatEnvironment,
  facts: AccountFacts,
  log: Log,
  named?: string,
): GatewayAccount | undefined {
  const gateway = facts.accounts.find((one) => one.service === service && (named ?? one.account) === one.account);
  if (!gateway) {
    log.warn('No account mapping for', named === undefined ? service : `${service} ${named}`);
    return undefined;
  }
  return { ...gateway, account: named ?? accountIdOf(service, environment, facts) ?? gateway.account };
}

export function accountIdOf(
  service: string,
  environment: ChatEnvironment,
  facts: Pick<AccountFacts, 'accountIds'>,
): string | undefined {
  return Object.hasOwn(facts.accountIds, service) ? facts.accountIds[service]?.[environment] : undefined;
}

/**
 * The messaging services that need the visitor's identity: those of the page, and the environment's defaults, which a deployment may
 * change (CH-013).
 */
export function messagingServices(
  environment: ChatEnvironment,
  facts: Pick<AccountFacts, 'defaultServices'>,
  named: readonly string[],
): readonly string[] {
  return [...new Set([...facts.defaultServices[environment], ...named.filter(isMessagingService)])];
}

export const isMessagingService = (name: string): boolean => isAdapterId(name) && queueTypes[name] === 'async';
