import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** What the servers of `test/xmpp/` have in common: their names, how they are run, and the agent who answers. */

export const guestHost = 'guests.example.com';
export const signedInHost = 'people.example.com';
export const deskAddress = 'sales@desk.example.com';
export const deskPassword = 'desk-password';

/** Who writes and who answers, in place of the names of the documented configuration. */
export interface XmppNames {
  readonly guestHost: string;
  readonly deskAddress: string;
}
/** The widget's origin in `nginx.conf`. */
export const widgetOrigin = 'https://widget.example.com';

/** In the repository: the commands run at its top level. */
export const folderOf = (path: string): string => resolve('test/xmpp', path);

/** What is missing to start the agent, with the command that installs it; undefined if nothing is. */
export const whyNoSlixmpp = existsSync('/usr/lib/python3/dist-packages/slixmpp')
  ? undefined
  : 'slixmpp is not installed: apt-get install -y python3-slixmpp';

/** The ports of the websocket, and of clients other than browsers. */
export type XmppPorts = readonly [websocket: number, agents: number];

export interface XmppServer {
  readonly port: number;
  readonly agentPort: number;
  /** The upload service of the guests. */
  readonly uploadService: string;
  /** A token of the broker for a signed-in visitor. Undefined: the server takes none. */
  readonly mintToken?: (user: string, lifeS?: number) => string;
  /** An agent of the desk, on slixmpp. */
  startAgent(): Promise<Agent>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

export interface AgentEvent {
  readonly event:
    | 'ready'
    | 'text'
    | 'carbon_sent'
    | 'carbon_received'
    | 'file'
    | 'slot'
    | 'answers'
    | 'receipt'
    | 'read'
    | 'state'
    | 'priority';
  readonly id?: string;
  readonly text?: string;
  readonly visitor?: string;
  readonly state?: string;
  readonly nick?: string | null;
  readonly answers?: Readonly<Record<string, string>>;
  readonly put?: string;
  readonly get?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Agent {
  readonly events: readonly AgentEvent[];
  readonly texts: () => readonly string[];
  /** What other agents of the desk have answered, as the server copies it to this one (XEP-0280). */
  readonly sentCopies: () => readonly string[];
  /** What visitors have written to other agents of the desk only. */
  readonly receivedCopies: () => readonly string[];
  act(
    command:
      | ({
          readonly action: 'say' | 'state' | 'correct' | 'retract' | 'read' | 'slot' | 'file' | 'form';
          readonly to: string;
        } & Record<string, string>)
      | { readonly action: 'priority'; readonly priority: string },
  ): void;
  stop(): void;
}

export async function until(isTrue: () => boolean, what: string, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`This has not happened within ${timeoutMs} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/xmpp-websocket`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** ejabberd takes 4 s on an idle machine, and more than 30 s on a busy one. */
export const startMs = 120_000;

/** A program that serves the websocket, for as long as it runs. */
export function createServerProcess(name: string, port: number, launch: () => ChildProcess) {
  let server: ChildProcess | undefined;
  return {
    get pid() {
      return server?.pid;
    },
    async start(): Promise<void> {
      server = launch();
      const end = Date.now() + startMs;
      while (!(await answers(port))) {
        if (Date.now() > end) throw new Error(`${name} does not answer`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    /** With `SIGKILL` as when the machine is gone. */
    async stop(signal?: 'SIGKILL'): Promise<void> {
      const stopped = server;
      server = undefined;
      if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
      await new Promise((done) => {
        stopped.once('exit', done);
        stopped.kill(signal);
      });
    },
  };
}

export async function startAgent(agentPort: number): Promise<Agent> {
  const events: AgentEvent[] = [];
  const client = spawn('/usr/bin/python3', [folderOf('agent.py'), deskAddress, deskPassword, String(agentPort)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  createInterface({ input: client.stdout }).on('line', (line) => events.push(JSON.parse(line) as AgentEvent));
  await until(() => events.some(({ event }) => event === 'ready'), 'the agent is online', startMs);
  const textsOf = (kind: AgentEvent['event']) => () =>
    events.flatMap(({ event, text }) => (event === kind && text !== undefined ? [text] : []));
  return {
    events,
    texts: textsOf('text'),
    sentCopies: textsOf('carbon_sent'),
    receivedCopies: textsOf('carbon_received'),
    act: (command) => void client.stdin.write(`${JSON.stringify(command)}\n`),
    // It logs out.
    stop: () => void client.stdin.end(),
  };
}
