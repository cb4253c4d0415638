import * as v from 'valibot';
import type { ParameterContract } from '../platform/backend/serviceContract.ts';
import { accountIdOf } from './accounts.ts';
import { isAdapterId, type QueueType, queueTypes } from './adapters.ts';
import { toWebOrigin } from './connection/webOrigin.ts';
import type { ChatDeployment } from './deployment.ts';

/** The accounts of a deployment at one vendor, for contracts. */
export interface VendorAccounts {
  /** Account ids, or an example if the deployment has no account. */
  readonly ids: readonly string[];
  readonly isMadeUp: boolean;
  /** Origins that the accounts name. An origin without encryption is not among them: the frame refuses it. */
  readonly origins: readonly string[];
}

/** The accounts whose services belong to a type of queue. Not downloaded: the frame looks for one account at a time. */
export function vendorAccounts(type: QueueType, { accounts, accountIds, environment }: ChatDeployment): VendorAccounts {
  const ofType = accounts.filter(({ service }) => isAdapterId(service) && queueTypes[service] === type);
  const ids = ofType.map(({ service, account }) => accountIdOf(service, environment, { accountIds }) ?? account);
  return {
    ids: ids.length > 0 ? [...new Set(ids)] : ['4711'],
    isMadeUp: ids.length === 0,
    origins: [...new Set(ofType.flatMap(({ baseURI }) => readOrigin(baseURI)))],
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
