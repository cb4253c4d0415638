import * as v from 'valibot';
import { chatDeployment } from '../chat/routing/deployment.ts';
import { contactDeployment } from '../contact/deployment.ts';
import { privacyDeployment } from '../contact/privacy/deployment.ts';
import { overrideGroups } from '../host/queryParameters.ts';
import { identityDeployment } from '../identity/brokerDeployment.ts';
import { visitorDeployment } from '../identity/deployment.ts';
import { analyticsDeployment } from '../insight/analytics/deployment.ts';
import { consentDeployment } from '../insight/consentDeployment.ts';
import { experimentsDeployment } from '../insight/experiments/deployment.ts';
import { outreachDeployment } from '../outreach/deployment.ts';
import { createError } from '../platform/errors.ts';
import { nearestName } from '../platform/nearestName.ts';
import { schedulerDeployment } from '../scheduler/deployment.ts';
import { withStyles } from '../shell/brand/brandStyles.ts';
import { brandDeployment } from '../shell/brand/deployment.ts';
import { channelSections } from './channelSections.ts';
import { stampOf } from './stamp.ts';
import { vendorFilesDeployment } from './vendorFiles.ts';

/** As `allowedHosts.ts` reads it. Upper case, or a path, even `/`, would match no page. */
const pageOrigin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/(\*\.)?([a-z\d._-]+|\[[\da-f:.]+\])(:(\d+|\*))?$/, ({ input }) => {
    const normal = normalOrigin(input);
    return normal === undefined || normal === input
      ? 'is not the origin of pages, such as https://www.example.com'
      : `must be written as browsers do: ${normal}`;
  }),
);

/** The origin of a page's address as browsers send it, with `*` for its port if the text has that. */
function normalOrigin(text: string): string | undefined {
  const [, address = '', anyPort = ''] = /^(https?:.*?)(:\*)?$/i.exec(text) ?? [];
  return URL.canParse(address) ? `${new URL(address).origin}${anyPort}` : undefined;
}

const origin = v.pipe(
  v.string(),
  v.regex(
    /^(https?|wss?):\/\/(\*\.)?([^/:*?#\s]+|\[[^\]]+\])(:(\d+|\*))?$/,
    'is not an origin, such as https://www.example.com',
  ),
);

/**
 * The deployment file `config.json`: which services, hosts and features this deployment uses. One section per room,
 * declared in the room. The build writes its JSON Schema next to it.
 */
export const deploymentSchema = v.strictObject({
  /** JSON Schema of this file, for editors. */
  $schema: v.optional(v.string()),
  /** The build's stamp: the file has been checked. The frame checks a file that was changed later. */
  $checked: v.optional(v.string()),
  /** The version of the product. The build writes it. */
  version: v.optional(v.string()),
  /** The kill switch: disables the widget on every page at its next load. The page keeps its own links. */
  off: v.optional(v.boolean(), false),
  /** Origins whose pages may embed the widget: exact, or with `*` for the port or for any subdomain. */
  allowedHosts: v.array(pageOrigin),
  /** Origins that may serve scripts to the frame (vendor SDKs). With any, Trusted Types are off for the frame. */
  scriptOrigins: v.optional(v.array(origin), []),
  /** Further origins that the frame may call because a vendor's answer names them, such as `wss://*.example.com`. */
  connectOrigins: v.optional(v.array(origin), []),
  /**
   * Further origins that pictures of agents, experts and offers may come from, such as `https://*.example.com`. The widget's own
   * origin and those of the services in this file need no entry. Each can observe that a picture was shown.
   */
  pictureOrigins: v.optional(v.array(origin)),
  /**
   * `Cross-Origin-Embedder-Policy` of the frame's document, which isolated pages need. `require-corp` blocks scripts and
   * pictures whose server does not allow them, and works in every browser. `credentialless` loads them without cookies;
   * Safari does not support it. Default: `require-corp` if the deployment uses no vendor, else `credentialless`.
   */
  embedderPolicy: v.optional(v.picklist(['require-corp', 'credentialless', 'none'])),
  /** The address for reports of violations of the frame's Content-Security-Policy. Default: none. */
  cspReportUrl: v.optional(v.string()),
  /**
   * Parameters of the page's address that are sent to services, besides those of campaigns (`utm_source` and others). An empty list:
   * none at all, not even those of campaigns. Values that look like tokens, IBANs, card numbers or e-mail addresses, the fragment and our own
   * parameters (`cm-…`) are never sent.
   */
  relayedParameters: v.optional(v.array(v.string())),
  /**
   * What services get of the page's path: nothing (`origin`); the path with `-` for every part that looks like an id, a token, an IBAN or
   * a card number (`pattern`, the default); or the whole path (`all`).
   */
  relayedPath: v.optional(v.picklist(['origin', 'pattern', 'all'])),
  /** Public key that goes into the Authorization header of every call; without it no header is sent (CH-188). */
  authorizationKey: v.optional(v.string()),
  /**
   * What the page's address may replace, for tests and internal use: the visitor's `identity`, a refused `consent`, the
   * `chatAccount` and skill (without the group: only those that this file lists), and `developer` tools and modes. A public
   * deployment should list none, because anyone can send its visitors a link.
   */
  addressOverrides: v.optional(v.array(v.picklist(overrideGroups)), []),
  /**
   * Sections and fields that replace the others in dev mode (SH-164). The build removes it unless `addressOverrides` lists
   * `developer`.
   */
  dev: v.optional(v.record(v.string(), v.unknown()), {}),
  contact: contactDeployment,
  /**
   * How the widget looks, and where its pill is and what it says: the company's colour, font, corners and label. Other texts
   * come from the contact service.
   */
  brand: v.optional(brandDeployment),
  /** Chat services, accounts and pages (CH-006, CH-012, CH-013). */
  chat: v.optional(chatDeployment, {}),
  visitor: v.optional(visitorDeployment, {}),
  /** Who the visitor is at the messaging services (CH-161 to CH-174). */
  identity: v.optional(identityDeployment, {}),
  consent: v.optional(consentDeployment, {}),
  experiments: v.optional(experimentsDeployment),
  analytics: v.optional(analyticsDeployment),
  outreach: v.optional(outreachDeployment, {}),
  vendorFiles: v.optional(vendorFilesDeployment),
  /** Without it there is no scheduler; links and menu offer the other contact options. */
  scheduler: v.optional(schedulerDeployment),
  /** The service that exports or deletes the visitor's data. Without it, only data in the browser is affected. */
  privacy: v.optional(privacyDeployment),
  /** Hosts whose pages may use a page-level config (SH-058): `support.example.com`, `*.example.com`. */
  nonSalesHosts: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^\s*((\*\.)?[\w.-]+|\[[\dA-Fa-f:.]+\])\s*$/, 'is not the name of a host, such as support.example.com'),
      ),
    ),
    [],
  ),
});

/** The defaults of the sections that the built file shortens, in the code of the rooms. */
export const roomsDefaults = {
  chat: v.parse(chatDeployment, {}),
  identity: v.parse(identityDeployment, {}),
  outreach: v.parse(outreachDeployment, {}),
};
/** The defaults of `consent`, in the code of the audience. */
export const consentDefaults = v.parse(consentDeployment, {});

/**
 * A deployment file as the build writes it: checked, with the stamp and only what the frame reads. The headers are made from
 * the file before that. Throws like parseDeployment.
 */
export function stampDeployment(file: unknown, version?: string): object {
  const { $checked, $schema, scriptOrigins, connectOrigins, pictureOrigins, embedderPolicy, cspReportUrl, ...rest } =
    parseDeployment(file);
  const { dev, chat, consent, identity, outreach, brand, ...read } = rest;
  const fields = {
    ...read,
    ...(version === undefined ? {} : { version }),
    ...(brand && { brand: withStyles(brand) }),
    chat: changedFields(chat, roomsDefaults.chat),
    consent: changedFields(consent, consentDefaults),
    identity: changedFields(identity, roomsDefaults.identity),
    outreach: changedFields(outreach, roomsDefaults.outreach),
    ...(Object.keys(dev).length > 0 ? { dev } : {}),
  };
  return { $checked: stampOf(fields), ...fields };
}

/** The fields of a section that differ from its defaults, each whole. */
function changedFields(section: object, defaults: object): object {
  const standard = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(section).filter(([name, field]) => JSON.stringify(field) !== JSON.stringify(standard.get(name))),
  );
}

export type Deployment = v.InferOutput<typeof deploymentSchema>;

/**
 * Without the group `developer`, the result has no hosts of other environments. Throws CONFIG_INVALID with the field's path
 * and the reason.
 */
export function parseDeployment(value: unknown): Deployment {
  const issues = schemas.flatMap((schema) => v.safeParse(schema, value).issues ?? []);
  // A misspelt field often causes a missing one too. Report the misspelt one.
  const issue = issues.find(isUnknownField) ?? issues[0];
  if (issue) {
    const field = v.getDotPath(issue) ?? 'the file';
    throw createError('CONFIG_INVALID', `config.json is refused: ${field}: ${sentenceOf(issue)}`);
  }
  const deployment = v.parse(deploymentSchema, value);
  return deployment.addressOverrides.includes('developer') ? deployment : withoutInternalHosts(deployment);
}

const schemas = [deploymentSchema, channelSections];

const isUnknownField = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never';

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  if (isUnknownField(issue)) {
    const path = issue.path?.map(({ key }) => String(key)) ?? [];
    const known = schemas.flatMap((schema) => knownFields(schema, path.slice(0, -1)));
    const nearest = nearestName(path.at(-1) ?? '', known);
    return `there is no such field${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
  }
  // A message of our schema. Valibot's own begin with `Invalid`.
  if (!issue.message.startsWith('Invalid '))
    return /^(?:is not|must be) /.test(issue.message) ? `${issue.received} ${issue.message}` : issue.message;
  if (issue.received === 'undefined') return 'is missing';
  // A rule such as `email` expects no value, but has a name.
  const expected = issue.expected ?? issue.type;
  return `must be ${kinds[expected] ?? expected.replace(/^\((.*)\)$/, '$1').replaceAll(' | ', ' or ')}, not ${kinds[issue.received] ?? issue.received}`;
}

const kinds: Readonly<Record<string, string>> = {
  Array: 'a list in brackets',
  Object: 'an object in braces',
  string: 'a text in quotes',
  number: 'a number',
  boolean: 'true or false',
  url: 'an address',
  email: 'an e-mail address',
  integer: 'a whole number',
};

/** The fields of the object at a path of the schema. */
function knownFields(schema: unknown, path: readonly string[]): readonly string[] {
  let current = schema as Partial<Record<'wrapped' | 'item' | 'value', unknown>> & {
    entries?: Record<string, unknown>;
  };
  for (const name of [...path, undefined]) {
    while (current?.wrapped) current = current.wrapped as typeof current;
    if (name !== undefined) current = (current?.entries?.[name] ?? current?.item ?? current?.value) as typeof current;
  }
  return Object.keys(current?.entries ?? {});
}

/** Hosts that only `cm-dev` and `cm-env` can select: they must not be public, and no CSP should allow them. */
function withoutInternalHosts(deployment: Deployment): Deployment {
  const { offers, inApp } = deployment.outreach;
  const noHosts = { dev: [], test: [] };
  return {
    ...deployment,
    dev: {},
    outreach: {
      ...deployment.outreach,
      offers: { ...offers, hosts: { ...offers.hosts, ...noHosts } },
      inApp: { ...inApp, hosts: { ...inApp.hosts, ...noHosts } },
    },
  };
}
