import * as v from 'valibot';
import { isRecord } from '../../../bridge/guards.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';
import type { PrivacyDeployment } from './deployment.ts';
import { serviceTimeoutMs } from './limits.ts';

/** What shows who asks. The service must not act on anything else: what a page says about its visitor is a claim. */
export interface Proofs {
  /** Tokens of the session broker. */
  readonly tokens: readonly string[];
  /** What the page's server has signed. */
  readonly signedIdentity: string | undefined;
  /** Conversations that this browser continues. Nobody can guess their ids. */
  readonly conversations: readonly ConversationId[];
}

export interface ConversationId {
  readonly service: string;
  readonly id: string;
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** What has become of the visitor's data. */
export const deletion = v.variant('state', [
  v.object({ state: v.literal('deleted') }),
  v.object({ state: v.literal('accepted'), reference: v.optional(text) }),
]);

/** Anything by name. */
const exported = v.custom<Readonly<Record<string, unknown>>>(isRecord);

/** `accepted`: the service deletes later. The visitor may ask about it by the reference. */
export type Deletion = v.InferOutput<typeof deletion>;

export interface PrivacyApi {
  deleteAll(proofs: Proofs): Promise<Deletion>;
  /** Whatever the service has, as JSON. */
  exportAll(proofs: Proofs): Promise<unknown>;
}

export function createPrivacyApi(
  call: CallBackend,
  { hosts, deletePath, exportPath }: PrivacyDeployment,
  signal: AbortSignal,
): PrivacyApi {
  const ask = <Answer>(path: string, body: Proofs, parse: (answer: unknown) => Answer): Promise<Answer> =>
    call({ hosts, path, body, strategy: 'series', attemptTimeoutMs: serviceTimeoutMs, signal, parse });
  return {
    deleteAll: (proofs) => ask(deletePath, proofs, (answer) => v.parse(deletion, answer)),
    exportAll: (proofs) => ask(exportPath, proofs, (answer) => v.parse(exported, answer)),
  };
}
