import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/freePort.ts';
import {
  createServerProcess,
  deskAddress,
  deskPassword,
  folderOf,
  guestHost,
  startAgent,
  whyNoSlixmpp,
  type XmppNames,
  type XmppPorts,
  type XmppServer,
} from './xmppServer.ts';

export const prosodyPath = '/usr/bin/prosody';

/** What is missing to start the server at this path, with the command that installs it; undefined if nothing is. */
export const whyNoProsodyAt = (path: string): string | undefined =>
  existsSync(path) ? undefined : 'prosody is not installed: sudo apt-get install -y prosody';

const whyNoProsody = whyNoProsodyAt(prosodyPath);

/** The same with the agent of the tests. */
export const whyNoProsodyAgent = whyNoProsody ?? whyNoSlixmpp;

export const uploadService = 'upload.example.com';

export interface Prosody extends XmppServer {
  /** Whether the server has an account of a visitor with this name, or anything in their archive. */
  hasGuest(name: string): boolean;
  /** Removes all accounts of visitors, and starts the server again. */
  removeGuests(): Promise<void>;
}

export interface ProsodyOptions {
  /** The server's program, which has `prosodyctl` beside it. Default: the installed one. */
  readonly program?: string;
  /** Without ports it picks free ones. */
  readonly ports?: XmppPorts | undefined;
  readonly uploadOrigin?: string;
  /** Of the desk's account. Default: the one that the agents of the tests have. */
  readonly password?: string;
  /** Default: those of the documented configuration. */
  readonly names?: XmppNames;
}

/** How prosody spells a name in its folder. */
const fileNameOf = (name: string): string =>
  name.replace(/[^A-Za-z\d]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Starts prosody with the documented configuration, in a folder of its own. */
export async function startProsody({
  program = prosodyPath,
  ports,
  uploadOrigin,
  password = deskPassword,
  names = { guestHost, deskAddress },
}: ProsodyOptions = {}): Promise<Prosody> {
  const folder = mkdtempSync(join(tmpdir(), 'widget-prosody-'));
  const [port, agentPort] = ports ?? [await freePort(), await freePort()];
  const config = join(folder, 'prosody.cfg.lua');
  const [deskName = '', deskHost = ''] = names.deskAddress.split('@');
  const documented = join(folder, 'documented.cfg.lua');
  writeFileSync(
    documented,
    readFileSync(folderOf('prosody.cfg.lua'), 'utf8')
      .replaceAll(deskAddress, names.deskAddress)
      .replaceAll('desk.example.com', deskHost)
      .replaceAll(guestHost, names.guestHost),
  );
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'certs'));
  writeFileSync(
    config,
    `Include "${documented}"
VirtualHost "${names.guestHost}"
registration_throttle_max = 10000
Host "*"
data_path = "${join(folder, 'data')}"
pidfile = "${join(folder, 'prosody.pid')}"
plugin_paths = { "${folderOf('prosody-modules')}" }
http_ports = { ${port} }
http_default_host = "${uploadService}"
c2s_ports = { ${agentPort} }
c2s_interfaces = { "127.0.0.1" }
c2s_require_encryption = false
run_as_root = true
log = { { levels = { min = "warn" }, to = "file", filename = "${join(folder, 'prosody.log')}" } }
Component "${uploadService}" "http_file_share"
http_external_url = "${uploadOrigin ?? `http://127.0.0.1:${port}`}/"
http_file_share_size_limit = 200 * 1024
`,
  );
  execFileSync(`${program}ctl`, ['--config', config, 'register', deskName, deskHost, password], {
    stdio: 'ignore',
  });
  const server = createServerProcess('prosody', port, () =>
    spawn(program, ['--config', config, '-F'], { stdio: 'ignore' }),
  );
  async function remove(): Promise<void> {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await server.start();
  } catch (error) {
    await remove();
    throw error;
  }
  const guests = join(folder, 'data', fileNameOf(names.guestHost));
  return {
    ...{ port, agentPort, uploadService },
    ...server,
    async removeGuests() {
      await server.stop();
      rmSync(guests, { recursive: true, force: true });
      await server.start();
    },
    hasGuest(name) {
      const files = existsSync(guests) ? (readdirSync(guests, { recursive: true }) as string[]) : [];
      return files.some((file) => file.includes(fileNameOf(name)));
    },
    startAgent: () => startAgent(agentPort),
    remove,
  };
}
