import * as v from 'valibot';
import { chatDeployment } from '../chat/deployment.ts';
import { contactDeployment } from '../contact/deployment.ts';
import { identityDeployment } from '../identity/brokerDeployment.ts';
import { visitorDeployment } from '../identity/deployment.ts';
import { analyticsDeployment } from '../insight/analytics/deployment.ts';
import { consentDeployment } from '../insight/consentDeployment.ts';
import { experimentsDeployment } from '../insight/experiments/deployment.ts';
import { outreachDeployment } from '../outreach/deployment.ts';
import { createError } from '../platform/errors.ts';
import { schedulerDeployment } from '../scheduler/deployment.ts';
import { stampOf } from './stamp.ts';

/**
 * The deployment file `config.json`: which services, hosts and features this deployment uses. One section per room,
 * declared in the room. The build writes its JSON Schema next to it.
 */
export const deploymentSchema = v.strictObject({
  /** JSON Schema of this file, for editors. */
  $schema: v.optional(v.string()),
  /** The build's stamp: the file has been checked and has every default. The frame checks a file that was changed since. */
  $checked: v.optional(v.string()),
  /** Origins whose pages may embed the widget: exact, or with `*` for the port or for one leading host label. */
  allowedHosts: v.array(v.string()),
  /** Origins that may serve scripts to the frame (vendor SDKs). Naming one switches Trusted Types off for the frame. */
  scriptOrigins: v.optional(v.array(v.string()), []),
  /** Further origins that the frame may call because a vendor's answer names them, such as `wss://*.example.com`. */
  connectOrigins: v.optional(v.array(v.string()), []),
  /**
   * Parameters of the page's address that are sent to services. Without a list all are sent except those that look like
   * secrets (`token`, `code`, `state`, `session`, `email`). Credentials and the fragment never are. Chat rules see the same
   * address.
   */
  relayedParameters: v.optional(v.array(v.string())),
  /** Public key that goes into the Authorization header of every call; without it no header is sent (CH-188). */
  authorizationKey: v.optional(v.string()),
  /** Sections and fields that replace the others in dev mode (SH-164). */
  dev: v.optional(v.record(v.string(), v.unknown()), {}),
  contact: contactDeployment,
  /** Chat services, accounts and pages (CH-006, CH-012, CH-013). */
  chat: v.optional(chatDeployment, {}),
  visitor: v.optional(visitorDeployment, {}),
  /** Who the visitor is at the messaging services (CH-161 to CH-174). */
  identity: v.optional(identityDeployment, {}),
  consent: v.optional(consentDeployment, {}),
  experiments: v.optional(experimentsDeployment),
  analytics: v.optional(analyticsDeployment),
  outreach: v.optional(outreachDeployment, {}),
  /** Without it no scheduler opens; links and menu lead to the other contact options. */
  scheduler: v.optional(schedulerDeployment),
  /** Hosts whose pages may use a page-level config (SH-058): `support.example.com`, `*.example.com`. */
  nonSalesHosts: v.optional(v.array(v.string()), []),
  /** Portal hosts with a response-manager area (SH-015). */
  portalHosts: v.optional(v.array(v.string()), []),
});

/** A deployment file as the build writes it: checked, with every default and the stamp. Throws like parseDeployment. */
export function stampDeployment(file: unknown): object {
  const { $checked: _old, ...fields } = parseDeployment(file);
  return { $checked: stampOf(fields), ...fields };
}

export type Deployment = v.InferOutput<typeof deploymentSchema>;

/** Throws CONFIG_INVALID with the field's path and what is wrong with it. */
export function parseDeployment(value: unknown): Deployment {
  const result = v.safeParse(deploymentSchema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = v.getDotPath(issue) ?? 'the file';
  throw createError('CONFIG_INVALID', `config.json is refused: ${field}: ${issue.message}`);
}
