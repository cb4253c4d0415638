import * as v from 'valibot';
import type { GatewayAccount } from '../../../frame/chat/channel.ts';
import { toWebOrigin } from '../../../frame/chat/channels/ground/connection/webOrigin.ts';
import { accountIdOf } from '../../../frame/chat/routing/accounts.ts';
import { isAdapterId, type QueueType, queueTypes } from '../../../frame/chat/routing/adapters.ts';
import type { ChatDeployment } from '../../../frame/chat/routing/deployment.ts';
import type { ParameterContract } from './serviceContract.ts';

/** The accounts of a deployment at one vendor, for contracts. */
export interface VendorAccounts {
  /** Account ids, or an example if the deployment has no account. */
  readonly ids: readonly string[];
  readonly isMadeUp: boolean;
  /** Origins that the accounts name. An origin without encryption is not among them: the frame refuses it. */
  readonly origins: readonly string[];
}

/**
 * The accounts at the vendor of a type of queue, with their ids in the deployment's environment. Not downloaded: the frame looks for
 * one account at a time.
 */
export function accountsOf(
  type: QueueType,
  { accounts, accountIds, environment }: ChatDeployment,
): readonly GatewayAccount[] {
  return accounts
    .filter(({ service }) => isAdapterId(service) && queueTypes[service] === type)
    .map((one) => {
      // Only the first account of a service has another id in another environment.
      const isFirst = one === accounts.find(({ service }) => service === one.service);
      return { ...one, account: (isFirst && accountIdOf(one.service, environment, { accountIds })) || one.account };
    });
}

export function vendorAccounts(type: QueueType, chat: ChatDeployment): VendorAccounts {
  const accounts = accountsOf(type, chat);
  return {
    ids: accounts.length > 0 ? [...new Set(accounts.map(({ account }) => account))] : ['4711'],
    isMadeUp: accounts.length === 0,
    origins: [...new Set(accounts.flatMap(({ baseURI }) => readOrigin(baseURI)))],
  };
}

/** The account in the path of a vendor's call. */
export const accountParameter = ({ ids: [example], isMadeUp }: VendorAccounts): ParameterContract => ({
  ...{ in: 'path', name: 'account', schema: v.string(), example, isRequired: true, isMadeUp },
  description: 'The company’s account at the vendor.',
});

function readOrigin(baseURI: string): readonly string[] {
  try {
    return [toWebOrigin(baseURI)];
  } catch {
    return [];
  }
}
