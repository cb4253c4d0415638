import { readFileSync } from 'node:fs';
import { type AgentAction, agents, type LiveConversation, type LiveDesk, skills } from '../live/desk.ts';
import type { Visits } from '../live/visits.ts';
import type { SandboxAnswer, SandboxService } from '../service.ts';

/** Relative to the project's root, because `npm start` runs the sandbox as one bundled file in another folder. */
const asset = (name: string): string => readFileSync(`test/sandbox/agentDesk/${name}`, 'utf8');

/** Strict: text from visitors must not run here either. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const actions: readonly unknown[] = [
  'join',
  'say',
  'typing',
  'leave',
  'end',
  'transfer',
  'quickReplies',
  'survey',
  'edit',
  'remove',
  'read',
  'control',
] satisfies AgentAction['action'][];

/** The agent desk, where a person answers visitors, and the `agent` command that does the same in tests. */
export function createAgentDesk(desks: readonly LiveDesk[], visits: Visits): SandboxService {
  const list = (): readonly LiveConversation[] =>
    desks.flatMap((desk) => desk.list()).sort((one, other) => other.startedAt - one.startedAt);

  function act(body: Readonly<Record<string, unknown>>): SandboxAnswer {
    if (!actions.includes(body.action))
      return { status: 400, body: { message: `action: must be one of ${actions.join(', ')}` } };
    const named = typeof body.conversationId === 'string' ? body.conversationId : undefined;
    const id = named ?? list().find((one) => one.state !== 'ended')?.id;
    if (id === undefined) return { status: 409, body: { message: 'there is no open conversation' } };
    const done = desks.some((desk) => desk.act(id, body as unknown as AgentAction));
    return done
      ? { body: { conversation: list().find((one) => one.id === id) } }
      : { status: 409, body: { message: `the conversation ${id} does not allow ${String(body.action)} now` } };
  }

  const page = (name: string, type: string) => (): SandboxAnswer => ({
    body: asset(name),
    type,
    headers: { 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' },
  });

  return {
    name: 'agentDesk',
    routes: [
      { method: 'GET', path: '/agent', answer: page('agent.html', 'text/html') },
      { method: 'GET', path: '/agent/agent.css', answer: page('agent.css', 'text/css') },
      { method: 'GET', path: '/agent/agent.js', answer: page('agent.js', 'text/javascript') },
      {
        method: 'GET',
        path: '/agent/conversations',
        answer: () => ({
          body: { conversations: list().map((one) => ({ ...one, visit: visits.of(one) })), agents, skills },
        }),
      },
      {
        method: 'POST',
        path: '/agent/act',
        answer: ({ body }) => act((body ?? {}) as Readonly<Record<string, unknown>>),
      },
    ],
    control: (command, body) => (command === 'agent' ? act(body) : undefined),
    reset: visits.clear,
  };
}
