import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/freePort.ts';
import { signToken } from './signedToken.ts';
import {
  createServerProcess,
  deskPassword,
  folderOf,
  guestHost,
  signedInHost,
  startAgent,
  startMs,
  until,
  whyNoSlixmpp,
  type XmppServer,
} from './xmppServer.ts';

/** Debian's package keeps its libraries among those of Erlang. */
export const erl = '/usr/bin/erl';
const libraries = '/usr/lib/x86_64-linux-gnu';

/** What the server shares with the broker. */
const tokenKey = 'a key of at least 256 random bits, which nobody else has';

/** What is missing to start the server with the agent of the tests; undefined if nothing is. */
export const whyNoEjabberdAgent =
  (existsSync('/usr/sbin/ejabberdctl') && existsSync(libraries)
    ? undefined
    : 'ejabberd is not installed: apt-get install -y --no-install-recommends ejabberd') ?? whyNoSlixmpp;

/** A node of a cluster, by the name under which the others know it. */
export interface NodeOfCluster {
  readonly name: string;
  /** Where the nodes find each other. */
  readonly epmdPort: number;
}

/** The files of all nodes of a cluster. */
export interface SharedFiles {
  readonly folder: string;
  /** Of the proxy in front of the nodes. */
  readonly origin: string;
}

/** The nodes of one run know each other by it. */
const cookie = randomUUID();

/** What makes a program of Erlang reachable for the nodes of a cluster, on this machine only. */
export const distributionOf = ({ name, epmdPort }: NodeOfCluster) => ({
  args: [
    ...['-name', name, '-setcookie', cookie, '-start_epmd', 'false'],
    ...['-kernel', 'inet_dist_use_interface', '{127,0,0,1}'],
  ],
  env: { ...process.env, ERL_LIBS: libraries, ERL_EPMD_PORT: String(epmdPort), ERL_EPMD_ADDRESS: '127.0.0.1' },
});

export interface Ejabberd extends XmppServer {
  /** The most memory that the server has had so far, in MB; undefined where the system does not report it. */
  peakMemory(): number | undefined;
}

/** Starts the installed ejabberd with the documented configuration, in a folder of its own. */
export async function startEjabberd(): Promise<Ejabberd> {
  const { port, agentPort, peakMemory, server } = await launchEjabberd();
  return {
    ...{ port, agentPort, uploadService: `upload.${guestHost}` },
    ...server,
    startAgent: () => startAgent(agentPort),
    peakMemory,
    mintToken(user, lifeS = 600) {
      const iat = Math.floor(Date.now() / 1_000);
      const jid = `${user}@${signedInHost}`;
      return signToken({ sub: user, aud: 'xmpp', iat, exp: iat + lifeS, jti: randomUUID(), jid }, tokenKey);
    },
  };
}

/** Launches the program, on its own or as a node of a cluster. */
export async function launchEjabberd(node?: NodeOfCluster, files?: SharedFiles) {
  const folder = mkdtempSync(join(tmpdir(), 'widget-ejabberd-'));
  const [port, agentPort] = [await freePort(), await freePort()];
  const config = join(folder, 'ejabberd.yml');
  const hasDesk = join(folder, 'desk');
  mkdirSync(join(folder, 'database'));
  writeFileSync(config, localConfig({ folder, port, agentPort, files }));
  writeFileSync(
    join(folder, 'people.jwk'),
    JSON.stringify({ kty: 'oct', k: Buffer.from(tokenKey).toString('base64url') }),
  );
  const account = `<<"sales">>, <<"desk.example.com">>, <<"${deskPassword}">>`;
  // The account is there when the file is.
  const run = `{ok, _} = application:ensure_all_started(ejabberd), ejabberd_auth:try_register(${account}), file:write_file("${hasDesk}", "").`;
  const distribution = node ? distributionOf(node) : { args: [], env: { ...process.env, ERL_LIBS: libraries } };
  const program = ['-noinput', ...distribution.args, '-mnesia', 'dir', `"${join(folder, 'database')}"`, '-eval', run];
  const server = createServerProcess('ejabberd', port, () =>
    spawn(erl, program, {
      cwd: folder,
      stdio: 'ignore',
      env: { ...distribution.env, EJABBERD_CONFIG_PATH: config, EJABBERD_LOG_PATH: join(folder, 'ejabberd.log') },
    }),
  );
  async function start(): Promise<void> {
    rmSync(hasDesk, { force: true });
    await server.start();
    await until(() => existsSync(hasDesk), 'the desk has an account', startMs);
  }
  async function remove(): Promise<void> {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  function peakMemory(): number | undefined {
    const file = `/proc/${server.pid}/status`;
    const kilobytes = existsSync(file) ? /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
  }
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { port, agentPort, peakMemory, server: { start, stop: server.stop, remove } };
}

/** The documented configuration without TLS, on other ports, and without the pause between registrations. */
function localConfig({
  folder,
  port,
  agentPort,
  files = { folder: join(folder, 'upload'), origin: `http://127.0.0.1:${port}` },
}: Readonly<Record<'port' | 'agentPort', number>> & { folder: string; files?: SharedFiles | undefined }) {
  const changes: readonly (readonly [string, string])[] = [
    ['port: 5222', `port: ${agentPort}`],
    ['ip: "::"', 'ip: "127.0.0.1"'],
    ['port: 5280', `port: ${port}`],
    ['    starttls: true\n    starttls_required: true\n', ''],
    ['certfiles:\n  - /etc/ejabberd/desk.pem\n', ''],
    ['/var/lib/ejabberd/upload', files.folder],
    ['/etc/ejabberd/people.jwk', join(folder, 'people.jwk')],
    ['https://upload.example.com', files.origin],
    ['registration_timeout: 10', 'registration_timeout: infinity'],
    ['max_size: 10485760', 'max_size: 204800'],
  ];
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`ejabberd.yml no longer has what the tests change: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(folderOf('ejabberd.yml'), 'utf8'),
  );
}
