import * as v from 'valibot';
import { pageMappingSchema } from './pageMapping.ts';

const environments = v.picklist(['sandbox', 'alpha', 'production']);
const accountsByEnvironment = v.object({
  sandbox: v.optional(v.string()),
  alpha: v.optional(v.string()),
  production: v.optional(v.string()),
});

/** The chat section of `frame/config.json`. Everything has a default: a deployment without chat leaves it out. */
export const chatDeployment = v.object({
  /** Which of the company's chat environments this deployment talks to (CH-013). */
  environment: v.optional(environments, 'production'),
  /** Services used when nothing else names one, by environment (CH-013). */
  defaultServices: v.optional(
    v.object({
      sandbox: v.optional(v.array(v.string()), ['lemessaging']),
      alpha: v.optional(v.array(v.string()), ['lemessaging']),
      production: v.optional(v.array(v.string()), ['liveperson2', 'softlayermessaging']),
    }),
    { sandbox: ['lemessaging'], alpha: ['lemessaging'], production: ['liveperson2', 'softlayermessaging'] },
  ),
  /** Account ids by service, then environment (CH-013). */
  accountIds: v.optional(v.record(v.string(), accountsByEnvironment), {}),
  /** Accounts of the service gateway (CH-012). */
  accounts: v.optional(v.array(v.object({ service: v.string(), account: v.string(), baseURI: v.string() })), []),
  /** Which page gets which bot (CH-006). */
  pages: v.optional(v.array(pageMappingSchema), []),
  /** Parts of names that mark an agent as machinery (CH-053). */
  hiddenAgentMarkers: v.optional(v.array(v.string()), []),
  /** Chat is read-only: the input bar is left out (CH-028). */
  isInputHidden: v.optional(v.boolean(), false),
  /** Routing codes of pages whose bot is the hosted assistant (CH-105). */
  assistantRoutingCodes: v.optional(v.array(v.string()), ['assistant-api']),
  /** Skill whose bot begins again after an exit survey (CH-050). */
  restartSkill: v.optional(v.string(), 'console-contact'),
  /** Where anonymous visitors of an unavailable queue sign in (CH-033); empty hides the link. */
  signInUrl: v.optional(v.string(), ''),
  createAccountUrl: v.optional(v.string(), ''),
  /** One section per channel folder; each parses its own. */
  channels: v.optional(v.record(v.string(), v.unknown()), {}),
});

export type ChatDeployment = v.InferOutput<typeof chatDeployment>;
