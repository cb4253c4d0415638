import type { DataHolder } from '../dataHolder.ts';
import type { SandboxAnswer, SandboxRequest, SandboxService } from '../service.ts';
import type { IdentityBroker } from './identityBroker.ts';

/**
 * The company's service for the data of visitors: `POST /privacy/export` and `POST /privacy/delete`. It acts for whoever shows a
 * token of the broker, a signature of the page's server, or the id of a conversation. `POST /__sandbox/privacy {"takesDays": true}`
 * makes it delete later; it then answers with a reference.
 */
export function createPrivacyService(
  broker: Pick<IdentityBroker, 'subjectOf' | 'signerOf'>,
  holders: readonly DataHolder[],
): SandboxService {
  let takesDays = false;
  let requests = 0;

  function withAsker(
    { body }: SandboxRequest,
    answer: (asker: Parameters<DataHolder['held']>[0]) => SandboxAnswer,
  ): SandboxAnswer {
    const { tokens, signedIdentity, conversations } = (body ?? {}) as {
      readonly tokens?: unknown;
      readonly signedIdentity?: unknown;
      readonly conversations?: unknown;
    };
    const shown = [...listOf(tokens).map(broker.subjectOf), broker.signerOf(signedIdentity)];
    const asker = {
      subjects: new Set(shown.filter((subject) => subject !== undefined)),
      conversations: new Set(listOf(conversations).map((one) => String((one as { id?: unknown }).id))),
    };
    // Whoever shows nothing may be anybody.
    if (asker.subjects.size + asker.conversations.size === 0) return { status: 403, body: { message: 'no proof' } };
    return answer(asker);
  }

  return {
    name: 'privacy',
    routes: [
      {
        method: 'POST',
        path: '/privacy/export',
        answer: (request) =>
          withAsker(request, (asker) => ({
            body: Object.fromEntries(holders.map((holder) => [holder.name, holder.held(asker)])),
          })),
      },
      {
        method: 'POST',
        path: '/privacy/delete',
        answer: (request) =>
          withAsker(request, (asker) => {
            requests += 1;
            if (takesDays) return { status: 202, body: { state: 'accepted', reference: `NW-${requests}` } };
            for (const holder of holders) holder.forget(asker);
            return { body: { state: 'deleted' } };
          }),
      },
    ],
    control(command, body) {
      if (command !== 'privacy') return undefined;
      if (typeof body.takesDays === 'boolean') takesDays = body.takesDays;
      return { body: { takesDays } };
    },
    reset() {
      takesDays = false;
      requests = 0;
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
