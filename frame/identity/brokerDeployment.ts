import * as v from 'valibot';
import { serviceHosts, servicePath } from '../platform/backend/serviceHosts.ts';

/** As in `URL.host`: without the port of https. */
const sender = v.pipe(
  v.string(),
  v.regex(
    /^([a-z\d._-]+|\[[\da-f:.]+\])(:(?!443$)\d+)?$/,
    'is not a host as browsers write it, such as login.example.com',
  ),
);

/** The `identity` section of `frame/config.json`: the services that identify the visitor for messaging. */
export const identityDeployment = v.strictObject({
  /** Origins of the session broker, in order of preference. Empty: no messaging. */
  brokerHosts: v.optional(serviceHosts, []),
  /** Path of the session call (CH-161). */
  sessionPath: v.optional(servicePath, '/session'),
  /** Path of the identity refresh (CH-170). */
  identityPath: v.optional(servicePath, '/identity'),
  /**
   * Path of the call that revokes tokens when a visitor signs out or deletes their data (README.md of the room). Without it
   * tokens stay valid until they expire.
   */
  revokePath: v.optional(servicePath),
  /** Name of the response header with the originating referrer (CH-163). */
  referrerHeader: v.optional(v.string(), 'x-original-referrer'),
  /** Origins of the log service for session outcomes (CH-165). Empty: nothing is logged. */
  logHosts: v.optional(serviceHosts, []),
  /** Path of the log call. */
  logPath: v.optional(servicePath, '/log'),
  /** Origins of the cloud profile service (CH-172). Empty: no visitor is signed in there. */
  profileHosts: v.optional(serviceHosts, []),
  /** Path of the profile call. */
  profilePath: v.optional(servicePath, '/profile/jwt'),
  /** Origins of the sign-in service. Empty: no visitor is signed in there. */
  signInHosts: v.optional(serviceHosts, []),
  /** Path of the sign-in call. */
  signInPath: v.optional(servicePath, '/signin/jwt'),
  /**
   * Origins of the service with the flag for in-app messaging: GET, `{"inAppMessaging": true}` (CH-152). The flag is sent with
   * sessions, and `outreach.inApp` needs it to be on. Without an answer it is off. Empty: sessions send false, and
   * `outreach.inApp.enabled` alone decides.
   */
  settingsHosts: v.optional(serviceHosts, []),
  /** Path of the flag. */
  settingsPath: v.optional(servicePath, '/async/settings'),
  /** Hosts in lower case, with any non-standard port, whose pages may announce a completed sign-in (CH-174). */
  signInSenders: v.optional(v.array(sender), []),
  /** Messaging services to request identities for (CH-162). Empty: those of the chat environment and of the page. */
  services: v.optional(v.array(v.string()), []),
});

export type IdentityDeployment = v.InferOutput<typeof identityDeployment>;
