import { randomUUID } from 'node:crypto';
import type { Visits } from '../live/visits.ts';
import { fieldsOf, type SandboxAnswer, type SandboxRequest, type SandboxService } from '../service.ts';
import { type Claims, signToken, verifyToken } from '../signedToken.ts';

export interface IdentityBrokerOptions {
  readonly now: () => number;
  readonly messagingServices?: readonly string[];
  /** Hears who the visitors are. */
  readonly visits?: Visits;
  /** The visitor's open conversation at the messaging service. Default: there is none. */
  readonly openConversationOf?: (consumerId: string) => { readonly unread: number } | undefined;
}

export interface IdentityBroker extends SandboxService {
  /** Whether the broker has issued this token since `expireTokens` was last set, and nobody has revoked it. */
  readonly isTokenValid: (token: string) => boolean;
  /** Whom a valid token belongs to; undefined for any other text. */
  readonly subjectOf: (token: unknown) => string | undefined;
  /** Whom the page's server has signed this identity for; undefined for any other text. */
  readonly signerOf: (signedIdentity: unknown) => string | undefined;
  /** Calls the listener when tokens are not valid any more. */
  readonly onInvalid: (listener: () => void) => void;
}

/** The page's server and the broker share this key. A company's key is random and stays on its servers. */
export const pageKey = 'the sandbox’s page and broker share this';
/** Whom an identity that the page's server has signed is for. */
export const pageAudience = 'northwind-contact-broker';
/** A signed identity is for the page view that it was made for. */
const signedIdentityLifeS = 600;
/** The broker's own tokens are for the messaging services. */
const tokenAudience = 'acc:4711';
const tokenLifeS = 3_600;

/** What the broker reads of a request for a session or for identities. */
interface SessionBody {
  readonly iui?: string;
  readonly skill?: unknown;
  readonly tokenIdentities?: readonly { readonly consumerId: string }[];
  readonly cmaasSigned?: string;
  readonly signedIdentity?: unknown;
}

/** The monitor names it only while an agent is available. */
const engagement = {
  ...{ campaignId: 8805, engagementId: 8806, engagementRevision: 21 },
  ...{ contextId: '1', connectorId: 26, status: 'expose' },
};

/** Signs the visitor in and notifies the window that opened it, as the company's real sign-in page does. */
const signInPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Northwind sign-in</title>
<h1>Northwind account</h1><button id="in">Sign in as Ana</button> <button id="out">Sign out</button>
<script>
async function change(signedIn) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/__sandbox/identity', { method: 'POST', headers, body: JSON.stringify({ signedIn }) });
  return answer.json();
}
function tell(message) {
  opener?.postMessage(message, '*');
  close();
}
document.querySelector('#in').addEventListener('click', async () => {
  const { token } = await change('ana');
  tell({ type: 'loginComplete', token });
});
document.querySelector('#out').addEventListener('click', async () => {
  await change(null);
  tell({ type: 'logoutComplete' });
});
</script>`;

/** The company's session broker, identities, sign-in, monitor and gateway engagement. */
export function createIdentityBroker(options: IdentityBrokerOptions): IdentityBroker {
  const names = options.messagingServices ?? ['liveperson2', 'softlayermessaging', 'lemessaging'];
  const key = randomUUID();
  let issue = 1;
  let oldestIssue = 1;
  let signedIn: string | undefined;
  let visitors = 0;
  let agentStatus = 'available';
  let loading = 0;
  const revoked = new Set<string>();
  /** The skill of the page that each visitor is on, which the session names. */
  const skills = new Map<unknown, string>();
  const invalidListeners: (() => void)[] = [];

  function tokenOf(subject: string, by?: Claims): string {
    const iat = Math.floor(options.now() / 1000);
    const times = { iat, exp: iat + tokenLifeS };
    const proof = by ? { by: by.jti } : {};
    return signToken({ sub: subject, aud: tokenAudience, ...times, jti: randomUUID(), issue, ...proof }, key);
  }

  /** The claims of a token of ours that counts. */
  function claimsOf(token: unknown): Claims | undefined {
    const verdict = verifyToken(token, { key, audience: tokenAudience, nowMs: options.now() });
    if ('refused' in verdict || revoked.has(verdict.claims.jti)) return undefined;
    return Number(verdict.claims.issue) >= oldestIssue ? verdict.claims : undefined;
  }

  /** Whom the page's server has signed in, or why that is refused. Without a signed identity, nobody. */
  function signedByPage({ signedIdentity, iui }: SessionBody): { claims?: Claims; refused?: string } {
    if (signedIdentity === undefined) return {};
    const expected = { key: pageKey, audience: pageAudience, nowMs: options.now(), mostLifeS: signedIdentityLifeS };
    const verdict = verifyToken(signedIdentity, expected);
    if ('refused' in verdict) return verdict;
    if (revoked.has(verdict.claims.jti)) return { refused: 'revoked' };
    // A page that names one person and shows the signature of another is wrong about one of them.
    return iui !== undefined && iui !== verdict.claims.sub ? { refused: 'subject' } : verdict;
  }

  function identities(body: unknown): SandboxAnswer {
    const request = (body ?? {}) as SessionBody;
    const named = request.tokenIdentities?.[0]?.consumerId;
    // The page's own user id (`iui`) proves nothing, and neither does the id of a person whom somebody names. Only a token
    // of the sign-in service or of the page's server does. Nobody can guess the id of a guest.
    const guest = named?.startsWith('guest-') && !revoked.has(named) ? named : undefined;
    const byService = signedIn !== undefined && claimsOf(request.cmaasSigned)?.sub === signedIn ? signedIn : undefined;
    const byPage = signedByPage(request);
    const person = byService ?? byPage.claims?.sub;
    const stored = person === undefined ? guest : named;
    visitors += stored === undefined ? 1 : 0;
    const consumerId = person ?? guest ?? `guest-${visitors}-${randomUUID()}`;
    if (typeof request.skill === 'string') skills.set(consumerId, request.skill);
    const open = options.openConversationOf?.(consumerId);
    return {
      body: {
        ...(byPage.refused === undefined ? {} : { signedIdentityRefused: byPage.refused }),
        identities: names.map((service) => ({
          consumerId,
          service,
          token: tokenOf(consumerId, byPage.claims),
          loggedInStatus: person !== undefined,
          newIdentity: stored === undefined,
          maxAge: tokenLifeS,
          conversationStatus: { status: open ? 'OPEN' : 'CLOSE', unread: open?.unread ?? 0, agentStatus },
        })),
      },
    };
  }

  /** Whoever shows a token may end it, and with it the signature that it was issued for, and a guest. */
  function revoke(body: unknown): SandboxAnswer {
    const { tokens } = (body ?? {}) as { tokens?: unknown };
    if (!Array.isArray(tokens)) return { status: 400, body: { message: 'tokens: not a list' } };
    const known = tokens.filter((token) => claimsOf(token) !== undefined) as readonly string[];
    for (const token of known) {
      const { jti, sub, by } = claimsOf(token) as Claims;
      revoked.add(jti);
      if (typeof by === 'string') revoked.add(by);
      if (sub.startsWith('guest-')) revoked.add(sub);
    }
    for (const listener of invalidListeners) listener();
    // The answer does not reveal whether a token was known.
    return { status: 200, body: {} };
  }

  const skillStatusOf = (body: unknown) => ({ skillName: skills.get(fieldsOf(body).consumerId) ?? 'cloud-sales' });

  const monitor = ({ body }: SandboxRequest): SandboxAnswer => {
    options.visits?.reported(body);
    if (loading > 0) {
      loading -= 1;
      return { status: 500, body: { time: options.now(), message: 'Loading account: 4711, vid: v', internalCode: 20 } };
    }
    return {
      status: 201,
      body: {
        sessionId: 'monitor-session',
        visitorId: 'monitor-visitor',
        pageId: '595933432',
        ...(agentStatus === 'available' ? { engagementDetails: [engagement] } : {}),
        skillStatus: skillStatusOf(body),
      },
    };
  };

  return {
    name: 'identityBroker',
    isTokenValid: (token) => claimsOf(token) !== undefined,
    subjectOf: (token) => claimsOf(token)?.sub,
    signerOf: (signedIdentity) => signedByPage({ signedIdentity }).claims?.sub,
    onInvalid: (listener) => void invalidListeners.push(listener),
    routes: [
      {
        method: 'POST',
        path: '/session',
        // The referrer of the call is the frame. The page that the visitor is on stands in the body.
        answer: ({ body }) => ({
          ...identities(body),
          headers: { 'X-Original-Referrer': (body as { entryPoints?: string[] }).entryPoints?.[0] ?? '' },
        }),
      },
      { method: 'POST', path: '/identity', answer: ({ body }) => identities(body) },
      { method: 'POST', path: '/revoke', answer: ({ body }) => revoke(body) },
      {
        method: 'GET',
        path: '/signin/jwt',
        answer: () => ({ body: signedIn === undefined ? {} : { token: tokenOf(signedIn) } }),
      },
      { method: 'GET', path: '/sign-in', answer: () => ({ body: signInPage, type: 'text/html; charset=utf-8' }) },
      { method: 'GET', path: '/profile/jwt', answer: () => ({ body: {} }) },
      { method: 'POST', path: '/log', answer: () => ({ status: 200, body: {} }) },
      { method: 'POST', path: '/async/monitor', answer: monitor },
      { method: 'POST', path: '/async/monitor/update', answer: monitor },
      {
        method: 'POST',
        path: '/async/engagement',
        answer({ body }) {
          options.visits?.reported(body);
          return {
            body: {
              status: agentStatus === 'available' ? 'Available' : 'NotAvailable',
              skillStatus: skillStatusOf(body),
            },
          };
        },
      },
      { method: 'POST', path: '/async/engagement/status', answer: () => ({ body: { status: 'Available' } }) },
      { method: 'GET', path: '/async/agent', answer: () => ({ body: { agentId: '25025413', nickname: 'Natalie' } }) },
      { method: 'POST', path: '/async/skill', answer: ({ body }) => ({ body: { skillName: fieldsOf(body).skillId } }) },
      { method: 'POST', path: '/async/attributes', answer: () => ({ status: 200, body: {} }) },
      { method: 'GET', path: '/async/settings', answer: () => ({ body: { inAppMessaging: true } }) },
      {
        method: 'GET',
        path: '/async/conversations/:conversation/availability',
        answer: () => ({ body: { available: agentStatus === 'available' } }),
      },
    ],
    control(command, body) {
      if (command !== 'identity') return undefined;
      if (typeof body.signedIn === 'string') signedIn = body.signedIn;
      if (body.signedIn === null) signedIn = undefined;
      if (typeof body.agentStatus === 'string') agentStatus = body.agentStatus;
      if (typeof body.loading === 'number') loading = body.loading;
      if (body.expireTokens === true) {
        issue += 1;
        oldestIssue = issue;
        for (const listener of invalidListeners) listener();
      }
      // What the page's own server does for a person who is signed in there.
      if (typeof body.signFor === 'string') {
        const iat = Math.floor(options.now() / 1_000);
        const claims = { sub: body.signFor, aud: pageAudience, iat, exp: iat + 300, jti: randomUUID() };
        return { body: { signedIdentity: signToken(claims, pageKey) } };
      }
      const token = signedIn === undefined ? {} : { token: tokenOf(signedIn) };
      return { body: { signedIn: signedIn ?? null, agentStatus, ...token } };
    },
    reset() {
      issue = 1;
      oldestIssue = 1;
      signedIn = undefined;
      agentStatus = 'available';
      loading = 0;
      revoked.clear();
      skills.clear();
    },
  };
}
