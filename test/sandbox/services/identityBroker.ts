import type { SandboxAnswer, SandboxService } from '../service.ts';

export interface IdentityBrokerOptions {
  readonly now: () => number;
  readonly messagingServices?: readonly string[];
}

export interface IdentityBroker extends SandboxService {
  /** Whether the token was issued since `expireTokens` was last set. */
  readonly isTokenValid: (token: string) => boolean;
}

/** Signs the visitor in and notifies the window that opened it, as the company's real sign-in page does. */
const signInPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Northwind sign-in</title>
<h1>Northwind account</h1><button>Sign in as Ana</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  await fetch('/__sandbox/identity', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"signedIn":"ana"}' });
  opener?.postMessage({ type: 'loginComplete' }, '*');
  close();
});
</script>`;

/** The company's session broker, identities, sign-in, monitor and gateway engagement. */
export function createIdentityBroker(options: IdentityBrokerOptions): IdentityBroker {
  const names = options.messagingServices ?? ['liveperson2', 'softlayermessaging', 'lemessaging'];
  let issue = 1;
  let oldestIssue = 1;
  let signedIn: string | undefined;
  let visitors = 0;
  let agentStatus = 'available';
  let loading = 0;

  function tokenOf(subject: string): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(options.now() / 1000);
    return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: subject, aud: 'acc:4711', iat, exp: iat + 3600, jti: issue })}.sandbox`;
  }

  function identities(body: unknown): SandboxAnswer {
    const request = (body ?? {}) as { tokenIdentities?: { consumerId: string }[]; cmaasSigned?: string };
    const storedId = request.tokenIdentities?.[0]?.consumerId;
    visitors += storedId === undefined ? 1 : 0;
    // The page's own user id (`iui`) proves nothing. Only a token from the sign-in service identifies a person.
    const signedInId = request.cmaasSigned ? signedIn : undefined;
    const consumerId = signedInId ?? storedId ?? `guest-${visitors}-${Math.floor(options.now() % 1_000_000)}`;
    return {
      body: {
        identities: names.map((service) => ({
          consumerId,
          service,
          token: tokenOf(consumerId),
          loggedInStatus: signedInId !== undefined,
          newIdentity: storedId === undefined,
          maxAge: 3_600,
          conversationStatus: { status: 'CLOSE', unread: 0, agentStatus },
        })),
      },
    };
  }

  const monitor = (): SandboxAnswer => {
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
        engagementDetails: [
          {
            campaignId: 8805,
            engagementId: 8806,
            engagementRevision: 21,
            contextId: '1',
            connectorId: 26,
            status: 'expose',
          },
        ],
        skillStatus: { skillName: 'cloud-sales' },
      },
    };
  };

  return {
    name: 'identityBroker',
    isTokenValid(token) {
      try {
        const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
          jti?: number;
        };
        return (payload.jti ?? 0) >= oldestIssue;
      } catch {
        return false; // The token is not valid JSON.
      }
    },
    routes: [
      {
        method: 'POST',
        path: '/session',
        answer: ({ body, headers }) => ({
          ...identities(body),
          headers: headers.referer === undefined ? {} : { 'X-Original-Referrer': headers.referer },
        }),
      },
      { method: 'POST', path: '/identity', answer: ({ body }) => identities(body) },
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
        answer: () => ({
          body: {
            status: agentStatus === 'available' ? 'Available' : 'NotAvailable',
            skillStatus: { skillName: 'cloud-sales' },
          },
        }),
      },
      { method: 'POST', path: '/async/engagement/status', answer: () => ({ body: { status: 'Available' } }) },
      { method: 'GET', path: '/async/agent', answer: () => ({ body: { agentId: '25025413', nickname: 'Natalie' } }) },
      { method: 'POST', path: '/async/skill', answer: () => ({ body: { skillName: 'cloud-sales' } }) },
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
      }
      return { body: { signedIn: signedIn ?? null, agentStatus } };
    },
    reset() {
      issue = 1;
      oldestIssue = 1;
      signedIn = undefined;
      agentStatus = 'available';
      loading = 0;
    },
  };
}
