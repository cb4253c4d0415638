import * as v from 'valibot';
import type { IdentityDeployment } from '../../../frame/identity/brokerDeployment.ts';
import { identitySchema } from '../../../frame/identity/tokens.ts';
import type { CallContract, ServiceContract } from './serviceContract.ts';

const tokenIdentities = v.array(v.strictObject({ consumerId: v.string(), service: v.string() }));

/** The visitor's claimed identity, and its proofs. */
const person = {
  /** The id that the page names. A claim: it proves nothing. */
  iui: v.optional(v.string()),
  /** The id, signed by the page's server. Check signature, audience and expiry. */
  signedIdentity: v.optional(v.string()),
  /** A token of the cloud profile service; empty if the visitor is not signed in there. */
  bluemixSigned: v.string(),
  /** A token of the sign-in service; empty if the visitor is not signed in there. */
  cmaasSigned: v.string(),
  /** Identities that this browser has a token for. The id of a guest cannot be guessed; that of a person proves nothing. */
  tokenIdentities,
};

/** Opens a session at the messaging services. */
const sessionBody = v.strictObject({
  ...person,
  /** As the page names it. */
  firstName: v.optional(v.string()),
  /** As the page names it. */
  lastName: v.optional(v.string()),
  /** The focus area of the page. */
  product: v.optional(v.string()),
  /** The skill that the page names. */
  skill: v.optional(v.string()),
  /** Whether in-app messages are on. */
  inApp: v.boolean(),
  /** The messaging services that need an identity. */
  services: v.array(v.string()),
  clientProperties: v.strictObject({
    appVersion: v.string(),
    /** The visitor's address, if the frame knows it. */
    ipAddress: v.optional(v.string()),
  }),
  /** The address of the page, without parameters that look secret. */
  entryPoints: v.array(v.string()),
  debug: v.boolean(),
  customerInfo: v.strictObject({
    customerId: v.optional(v.string()),
    companyName: v.optional(v.string()),
    /** The type of the visitor's account. */
    role: v.string(),
  }),
  personalInfo: v.strictObject({
    firstname: v.optional(v.string()),
    lastname: v.optional(v.string()),
    contacts: v.array(v.strictObject({ email: v.optional(v.string()) })),
  }),
});

/** Requests identities and fresh tokens. */
const identityBody = v.strictObject({
  ...person,
  /** True if the known tokens are invalid and new ones are needed. */
  refreshToken: v.boolean(),
});

/** One identity for each messaging service. */
const identitiesAnswer = v.object({
  /** Why the signed identity was refused. The visitor is then a guest. */
  signedIdentityRefused: v.optional(v.string()),
  identities: v.array(identitySchema),
});

/** Tokens that are no longer valid. */
const revokeBody = v.strictObject({ tokens: v.array(v.string()) });

/** The outcome of a session request. */
const logBody = v.strictObject({
  message: v.string(),
  userAgent: v.string(),
  /** The id that the page names. */
  upid: v.optional(v.string()),
  attributes: v.strictObject({
    topic: v.optional(v.string()),
    loginStatus: v.picklist([0, 1]),
    role: v.string(),
    canBroadwayRedirect: v.optional(v.boolean()),
  }),
  /** ms since the epoch. */
  time: v.number(),
  /** The address of the page. */
  url: v.string(),
  countryCode: v.optional(v.string()),
  ip: v.optional(v.string()),
});

/** A JSON Web Token of the visitor. */
const tokenAnswer = v.object({
  /** Missing or empty: the visitor is not signed in here. */
  token: v.optional(v.string()),
});

/** The settings of messaging. */
const settingsAnswer = v.object({ inAppMessaging: v.optional(v.boolean()) });

const examplePerson = { bluemixSigned: '', cmaasSigned: '', tokenIdentities: [] };
const exampleAnswer = {
  identities: [
    {
      consumerId: 'guest-1-5b1d',
      service: 'lemessaging',
      token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJndWVzdC0xIn0.c2lnbmF0dXJl',
      loggedInStatus: false,
      newIdentity: true,
      maxAge: 3600,
    },
  ],
};

const failed = { default: { description: 'The next host is tried. Without an answer there is no messaging.' } };

/** The session broker, and the services around it. */
export function brokerService(identity: IdentityDeployment): ServiceContract {
  const { brokerHosts, revokePath, signInHosts, profileHosts, logHosts, settingsHosts } = identity;
  const token = (id: string, hosts: readonly string[], path: string, summary: string): CallContract => ({
    ...{ id, hosts, method: 'GET', path, summary, withCredentials: true, isExampleRefused: true },
    answers: {
      '200': { description: 'The token.', content: { schema: tokenAnswer, example: { token: 'eyJhbGciOi…' } } },
      default: { description: 'The visitor is not signed in here.' },
    },
  });
  return {
    name: 'broker',
    title: 'Session broker',
    description:
      'Identifies the visitor at the messaging services, and issues tokens for them. Ids that a page names prove nothing: see frame/identity/README.md.',
    file: 'test/services/contracts/broker.ts',
    schemas: {
      sessionBody,
      identityBody,
      identitiesAnswer,
      identitySchema,
      revokeBody,
      logBody,
      tokenAnswer,
      settingsAnswer,
    },
    calls: [
      {
        ...{ id: 'session', hosts: brokerHosts, method: 'POST', path: identity.sessionPath, withCredentials: true },
        summary: 'Opens a session',
        parameters: [
          {
            ...{ in: 'query', name: 'monitor', schema: v.literal('true'), example: 'true', isRequired: true },
            description: 'Always `true`.',
          },
          {
            ...{ in: 'query', name: 'refreshToken', schema: v.picklist(['true', 'false']), example: 'false' },
            ...{ description: '`true`: the known tokens are invalid.', isRequired: true },
          },
        ],
        body: {
          schema: sessionBody,
          example: {
            ...examplePerson,
            product: 'cloud',
            inApp: false,
            services: ['lemessaging'],
            clientProperties: { appVersion: '1.0' },
            entryPoints: ['https://www.example.com/prices'],
            debug: false,
            customerInfo: { role: '' },
            personalInfo: { contacts: [{}] },
          },
        },
        answers: {
          '200': {
            description: 'The identities.',
            content: { schema: identitiesAnswer, example: exampleAnswer },
            headers: { [identity.referrerHeader]: 'The address of the page. Only logged.' },
          },
          ...failed,
        },
      },
      {
        ...{ id: 'identity', hosts: brokerHosts, method: 'POST', path: identity.identityPath, withCredentials: true },
        summary: 'Refreshes identities and tokens',
        body: { schema: identityBody, example: { ...examplePerson, refreshToken: false } },
        answers: {
          '200': { description: 'The identities.', content: { schema: identitiesAnswer, example: exampleAnswer } },
          ...failed,
        },
      },
      {
        ...{ id: 'revoke', method: 'POST', path: revokePath ?? '/revoke', isForeign: true },
        hosts: revokePath === undefined ? [] : brokerHosts,
        summary: 'Revokes tokens when a visitor signs out',
        description:
          'Refuse these tokens from now on, close the connections that they opened, and do not reveal whether one was known. The request outlives the page and is not retried.',
        body: { schema: revokeBody, example: { tokens: ['eyJhbGciOi…'] } },
        answers: {
          '2XX': { description: 'The answer is not read.' },
          default: { description: 'The next host is tried.' },
        },
      },
      token('sign-in-token', signInHosts, identity.signInPath, 'The visitor’s token of the sign-in service'),
      token('profile-token', profileHosts, identity.profilePath, 'The visitor’s token of the cloud profile service'),
      {
        ...{ id: 'log', hosts: logHosts, method: 'POST', path: identity.logPath },
        summary: 'Logs the outcome of a session request',
        body: {
          schema: logBody,
          example: {
            message: 'session success',
            userAgent: 'Mozilla/5.0',
            attributes: { loginStatus: 0, role: '', canBroadwayRedirect: false },
            time: 1_790_000_000_000,
            url: 'https://www.example.com/prices',
          },
        },
        answers: { default: { description: 'The answer is not read.' } },
      },
      {
        ...{ id: 'settings', hosts: settingsHosts, method: 'GET', path: identity.settingsPath },
        summary: 'Whether in-app messages are on',
        answers: {
          '200': {
            description: 'The settings.',
            content: { schema: settingsAnswer, example: { inAppMessaging: true } },
          },
          default: { description: 'They are off.' },
        },
      },
    ],
  };
}
