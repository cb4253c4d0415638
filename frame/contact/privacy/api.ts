import * as v from 'valibot';
import { isRecord } from '../../../bridge/guards.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';
import { series } from '../../platform/backend/series.ts';
import type { PrivacyDeployment } from './deployment.ts';
import { serviceTimeoutMs } from './limits.ts';

/** Proofs of the visitor's identity. The service must not act on anything else: unsigned data of the page is only a claim. */
export interface Proofs {
  /** Tokens of the session broker. */
  readonly tokens: readonly string[];
  /** The identity that the page's server has signed. */
  readonly signedIdentity: string | undefined;
  /** Conversations that this browser continues. Their ids cannot be guessed. */
  readonly conversations: readonly ConversationId[];
}

export interface ConversationId {
  readonly service: string;
  readonly id: string;
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** The outcome of a deletion. */
export const deletion = v.variant('state', [
  v.object({ state: v.literal('deleted') }),
  v.object({ state: v.literal('accepted'), reference: v.optional(text) }),
]);

/** Any object. */
const exported = v.custom<Readonly<Record<string, unknown>>>(isRecord);

/** `accepted`: the service deletes later. The visitor may ask about it by the reference. */
export type Deletion = v.InferOutput<typeof deletion>;

export interface PrivacyApi {
  deleteAll(proofs: Proofs): Promise<Deletion>;
  /** All data that the service has, as JSON. */
  exportAll(proofs: Proofs): Promise<unknown>;
}

export function createPrivacyApi(
  call: CallBackend,
  { hosts, deletePath, exportPath }: PrivacyDeployment,
  signal: AbortSignal,
): PrivacyApi {
  const ask = <Answer>(path: string, body: Proofs, parse: (answer: unknown) => Answer): Promise<Answer> =>
    call({ hosts, path, body, strategy: series, attemptTimeoutMs: serviceTimeoutMs, signal, parse });
  return {
    deleteAll: (proofs) => ask(deletePath, proofs, (answer) => v.parse(deletion, answer)),
    exportAll: (proofs) => ask(exportPath, proofs, (answer) => v.parse(exported, answer)),
  };
}
