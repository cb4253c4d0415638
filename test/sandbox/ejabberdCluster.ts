import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/freePort.ts';
import { distributionOf, erl, launchEjabberd, type NodeOfCluster } from './ejabberd.ts';
import { type Agent, guestHost, startAgent } from './xmppServer.ts';

const run = promisify(execFile);

/** Two nodes of ejabberd that keep the same data, on this machine only. */
export interface EjabberdCluster {
  readonly nodes: readonly [EjabberdNode, EjabberdNode];
  /** The node that has the session of a visitor, as one of the nodes knows it. */
  nodeOf(visitor: string, asked: EjabberdNode): Promise<EjabberdNode>;
  remove(): Promise<void>;
}

export interface EjabberdNode {
  readonly name: string;
  readonly port: number;
  startAgent(): Promise<Agent>;
  /** Runs a command of ejabberdctl and returns what it prints. */
  control(...command: readonly string[]): Promise<string>;
  /** Ends the program as when its machine is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** `filesOrigin` is where the proxy serves the files of both. */
export async function startEjabberdCluster(filesOrigin: string): Promise<EjabberdCluster> {
  const epmdPort = await freePort();
  // A process of ours, and not the daemon that Erlang would leave behind.
  const names = spawn('/usr/bin/epmd', ['-address', '127.0.0.1', '-port', String(epmdPort)], { stdio: 'ignore' });
  const files = { folder: mkdtempSync(join(tmpdir(), 'widget-ejabberd-files-')), origin: filesOrigin };
  const removers: (() => Promise<void>)[] = [];
  async function remove(): Promise<void> {
    await Promise.all(removers.splice(0).map((one) => one()));
    names.kill();
    rmSync(files.folder, { recursive: true, force: true });
  }
  const launch = async (name: string): Promise<EjabberdNode> => {
    const { port, agentPort, server } = await launchEjabberd({ name, epmdPort }, files);
    removers.push(server.remove);
    return {
      ...{ name, port },
      startAgent: () => startAgent(agentPort),
      control: (...command) => control({ name, epmdPort }, command),
      kill: () => server.stop('SIGKILL'),
      start: server.start,
    };
  };
  try {
    const nodes = [await launch('first@127.0.0.1'), await launch('second@127.0.0.1')] as const;
    const [first, second] = nodes;
    // The second one forgets its own data and has a copy of every table of the first from now on.
    await second.control('--no-timeout', 'join_cluster', first.name);
    return {
      nodes,
      async nodeOf(visitor, asked) {
        const sessions = await asked.control('user_sessions_info', visitor, guestHost);
        const node = nodes.find(({ name }) => sessions.includes(name));
        if (!node) throw new Error(`${visitor} has no session: ${sessions}`);
        return node;
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What `ejabberdctl` runs. The script itself works as the user `ejabberd` only. */
async function control({ name, epmdPort }: NodeOfCluster, command: readonly string[]): Promise<string> {
  const { args, env } = distributionOf({ name: `control-${process.pid}-${Date.now()}@127.0.0.1`, epmdPort });
  const { stdout } = await run(
    erl,
    ['-hidden', '-noinput', ...args, '-s', 'ejabberd_ctl', '-extra', name, ...command],
    { env },
  );
  return stdout;
}
