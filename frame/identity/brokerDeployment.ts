import * as v from 'valibot';

/** The `identity` section of `frame/config.json`: who knows the visitor at the messaging services. */
export const identityDeployment = v.object({
  /** Origins of the session broker, best first. Empty: there is no messaging. */
  brokerHosts: v.optional(v.array(v.string()), []),
  /** Path of the session call (CH-161). */
  sessionPath: v.optional(v.string(), '/session'),
  /** Path of the identity refresh (CH-170). */
  identityPath: v.optional(v.string(), '/identity'),
  /** Response header that names the page of origin (CH-163). */
  referrerHeader: v.optional(v.string(), 'x-original-referrer'),
  /** Origins of the log service for session outcomes (CH-165). Empty: nothing is logged. */
  logHosts: v.optional(v.array(v.string()), []),
  logPath: v.optional(v.string(), '/log'),
  /** Origins of the cloud profile service (CH-172); empty: nobody is signed in there. */
  profileHosts: v.optional(v.array(v.string()), []),
  profilePath: v.optional(v.string(), '/profile/jwt'),
  /** Origins of the sign-in service; empty: nobody is signed in there. */
  signInHosts: v.optional(v.array(v.string()), []),
  signInPath: v.optional(v.string(), '/signin/jwt'),
  /**
   * Origins of the service that tells whether in-app messaging is on: GET, `{"inAppMessaging": true}` (CH-152). Sessions say it
   * on, and `outreach.inApp` counts only where it is on; without an answer it is off. Empty: sessions say no, and
   * `outreach.inApp.enabled` decides alone.
   */
  settingsHosts: v.optional(v.array(v.string()), []),
  settingsPath: v.optional(v.string(), '/async/settings'),
  /** Hosts (with port, when it is not the standard one) that may announce a completed sign-in (CH-174). */
  signInSenders: v.optional(v.array(v.string()), []),
  /** Messaging services that identities are asked for (CH-162). Empty: the chat environment's own and the page's. */
  services: v.optional(v.array(v.string()), []),
});

export type IdentityDeployment = v.InferOutput<typeof identityDeployment>;
