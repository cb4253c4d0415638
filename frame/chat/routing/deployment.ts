import * as v from 'valibot';
import { linkAddress } from '../../platform/linkAddress.ts';
import { xmppDeployment } from '../channels/xmpp/deployment.ts';
import { pageMappingSchema } from './routing.ts';

const environments = v.picklist(['sandbox', 'alpha', 'production']);
const accountsByEnvironment = v.strictObject({
  /** The account of the test environment. */
  sandbox: v.optional(v.string()),
  /** The account of the stage before production. */
  alpha: v.optional(v.string()),
  /** The account of the production environment, which visitors use. */
  production: v.optional(v.string()),
});

/** As `channels/bot/availability.ts` compares it; `*` is every country. */
const country = v.pipe(
  v.string(),
  v.regex(/^(?:\*|(?![Ee][Uu])[A-Za-z]{2})$/, 'is not a two-letter country code, such as de'),
);

const page = v.object({
  ...pageMappingSchema.entries,
  /** Two-letter codes of the countries in which the product is offered. Empty: everywhere. */
  countries: v.optional(v.array(country)),
});

/** The `chat` section of `frame/config.json`. Every field has a default, so a deployment without chat can omit it. */
export const chatDeployment = v.strictObject({
  /** The chat environment of the company that this deployment uses (CH-013). */
  environment: v.optional(environments, 'production'),
  /** The default services, by environment (CH-013). */
  defaultServices: v.optional(
    v.strictObject({
      /** The services of the test environment. */
      sandbox: v.optional(v.array(v.string()), ['lemessaging']),
      /** The services of the stage before production. */
      alpha: v.optional(v.array(v.string()), ['lemessaging']),
      /** The services of the production environment, which visitors use. */
      production: v.optional(v.array(v.string()), ['liveperson2', 'softlayermessaging']),
    }),
    { sandbox: ['lemessaging'], alpha: ['lemessaging'], production: ['liveperson2', 'softlayermessaging'] },
  ),
  /** Account ids, by service and environment (CH-013). */
  accountIds: v.optional(v.record(v.string(), accountsByEnvironment), {}),
  /** Accounts of the service gateway (CH-012). */
  accounts: v.optional(
    v.array(
      v.strictObject({
        /** The gateway's service. */
        service: v.string(),
        /** The account of the company there. */
        account: v.string(),
        /** The host that serves the account, without a scheme. */
        baseURI: v.pipe(
          v.string(),
          v.regex(/^(\S*[^/\s])?$/, 'is not a host without a slash at the end, such as chat.example.com'),
        ),
      }),
    ),
    [],
  ),
  /** Skills that a link may name, besides the products of `pages` (CH-011). */
  skills: v.optional(v.array(v.string()), []),
  /** The page mapping: which page has which bot (CH-006). */
  pages: v.optional(v.array(page), []),
  /** An agent whose name contains one of these is not a person and is hidden (CH-053). */
  hiddenAgentMarkers: v.optional(v.array(v.string()), []),
  /**
   * Which pages name their signed-in visitor (CH-014). `everyPage`: a page that names nobody for 10 s signs the visitor out,
   * and their stored data is removed in all tabs. `somePages`: such a page has no effect, and the visitor's chat continues
   * there. A sign-out then requires that a page sets `signedin: false`, names another visitor, or stops naming the visitor.
   */
  visitorNamedOn: v.optional(v.picklist(['everyPage', 'somePages']), 'everyPage'),
  /** Hides the input bar (CH-028). */
  isInputHidden: v.optional(v.boolean(), false),
  /** The routing codes of the hosted assistant (CH-105). */
  assistantRoutingCodes: v.optional(v.array(v.string()), ['assistant-api']),
  /** The skill whose bot restarts after an exit survey (CH-050). */
  restartSkill: v.optional(v.string(), 'console-contact'),
  /** The sign-in page for anonymous visitors of an unavailable queue (CH-033). An empty string hides the link. */
  signInUrl: v.optional(linkAddress, ''),
  /** The page for creating an account. An empty string hides the link. */
  createAccountUrl: v.optional(linkAddress, ''),
  /** One section per channel folder, which parses it. */
  channels: v.optional(
    v.strictObject({
      /** The hosted assistant. */
      assistant: v.optional(v.unknown()),
      /** Messaging. */
      async: v.optional(v.unknown()),
      /** The company's own bot. */
      bot: v.optional(v.unknown()),
      /** Support chat. */
      support: v.optional(v.unknown()),
      /** Live chat. */
      sync: v.optional(v.unknown()),
      /** The company's own XMPP server. */
      xmpp: v.optional(xmppDeployment),
    }),
    {},
  ),
});

export type ChatDeployment = v.InferOutput<typeof chatDeployment>;
