import type { PageSetUps } from '../pages/pageSetUps.ts';
import type { RequestLog } from './requestLog.ts';
import { isConnectionCut, parseRule, type Rule, type RuleBook, type SocketRule } from './rules.ts';
import type { SandboxAnswer, SandboxRequest, SandboxService } from './service.ts';

export interface ControlPorts {
  readonly rules: RuleBook;
  readonly log: RequestLog;
  readonly setUps: PageSetUps;
  readonly services: () => readonly SandboxService[];
  /** Breaks open websockets under a path. */
  readonly breakConnections: (path: string) => void;
  /** Applies a connection `cut` to the websockets that are already open. */
  readonly cutConnections: (rule: SocketRule) => void;
}

/** `/__sandbox/*`: `rules`, `requests`, `services`, `pages` and `reset`. Any other name is a command for a service, such as `agent`. */
export function createControl(ports: ControlPorts): (call: SandboxRequest) => SandboxAnswer {
  return (call) => {
    const command = call.path.slice('/__sandbox/'.length);
    if (command === 'requests') return { body: ports.log.list(call.query.get('path') ?? '/') };
    if (command === 'rules') return answerRules(call, ports);
    if (command === 'pages') return answerPages(call, ports.setUps);
    if (command === 'services') return { body: { services: ports.services().map(describe) } };
    if (call.method !== 'POST') return { status: 405, body: { message: `${command} needs POST` } };
    if (command === 'reset') {
      ports.rules.clear();
      ports.log.clear();
      ports.setUps.clear();
      ports.breakConnections('/');
      for (const service of ports.services()) service.reset();
      return { body: { reset: true } };
    }
    const fields = isRecord(call.body) ? call.body : {};
    for (const service of ports.services()) {
      const answer = service.control?.(command, fields);
      if (answer) return answer;
    }
    return { status: 404, body: { message: `no service knows the command ${command}` } };
  };
}

/** A service with the shortest list of path prefixes that covers all its calls, so that a rule can apply to all of them. */
function describe(service: SandboxService): { name: string; paths: readonly string[] } {
  const all = [...service.routes, ...(service.sockets ?? [])].map(({ path }) => path.replace(/\/:.*/, '/'));
  const paths = [...new Set(all)].filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
  return { name: service.name, paths };
}

function answerRules(call: SandboxRequest, ports: ControlPorts): SandboxAnswer {
  if (call.method === 'DELETE') ports.rules.clear();
  if (call.method === 'POST') {
    const parsed = (Array.isArray(call.body) ? call.body : [call.body]).map(parseRule);
    const problem = parsed.find((rule) => typeof rule === 'string');
    if (problem !== undefined) return { status: 400, body: { message: problem } };
    for (const rule of parsed as Rule[]) {
      ports.rules.add(rule);
      if (rule.kind === 'socket' && isConnectionCut(rule)) ports.cutConnections(rule);
    }
  }
  return { body: { rules: ports.rules.list() } };
}

/** `{path, …}` replaces what the page at `path` has; without other fields, the page is as it was. */
function answerPages(call: SandboxRequest, setUps: PageSetUps): SandboxAnswer {
  if (call.method === 'POST') {
    const { path, ...parameters } = isRecord(call.body) ? call.body : {};
    if (typeof path !== 'string') return { status: 400, body: { message: 'a set-up needs the path of its page' } };
    setUps.set(path, parameters);
  }
  return { body: { pages: setUps.list() } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
