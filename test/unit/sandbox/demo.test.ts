import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Demo, startDemo } from '../../sandbox/demo.ts';
import { prosodyPath, whyNoProsodyAt } from '../../sandbox/prosody.ts';

/** What `npm start` prints and serves. */
describe('the demo', () => {
  let demo: Demo | undefined;
  const start = async (options: { readonly wantsXmpp: boolean; readonly prosody?: string }): Promise<Demo> => {
    demo = await startDemo({ port: 0, distDir: 'dist', ...options });
    return demo;
  };
  afterEach(async () => {
    await demo?.close();
    demo = undefined;
  });

  it('[F-AD2] names the one command that installs the XMPP server, and goes on without', async () => {
    const { text, sandbox, converse } = await start({ wantsXmpp: true, prosody: '/nowhere/prosody' });
    expect(text).toContain('Without people on XMPP: prosody is not installed: sudo apt-get install -y prosody\n');
    expect(text).not.toContain('Converse');
    expect(converse).toBeUndefined();
    expect((await fetch(`${sandbox.hostUrl}/`)).ok).toBe(true);
  });

  it('[F-AD27] prints the three addresses last, and each opens something', async () => {
    const { text } = await start({ wantsXmpp: false });
    const last = text.trimEnd().split('\n').slice(-3);
    expect(last.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(['Host demo', 'Widget', 'Services']);
    for (const [address = ''] of text.matchAll(/http:\S+/g)) expect((await fetch(address)).status, address).toBe(200);
    const services = await fetch(last[2]?.trim().split(/ {2,}/)[1] ?? '');
    expect(services.headers.get('content-type')).toContain('text/html');
    expect(await services.text()).toContain('<a href="/agent">Answer visitors as an agent</a>');
  });

  it('[F-AD2] says nothing of XMPP unless it is asked for', async () => {
    const { text, converse } = await start({ wantsXmpp: false, prosody: '/nowhere/prosody' });
    expect(text).not.toContain('XMPP');
    expect(converse).toBeUndefined();
  });

  it.skipIf(whyNoProsodyAt(prosodyPath))('[F-AD2] serves the agent’s page beside the server', async () => {
    const { text, converse, sandbox } = await start({ wantsXmpp: true });
    expect(text).toContain(`${sandbox.servicesUrl}/agent/xmpp `);
    const page = await fetch(`${converse?.url}/`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await page.text()).toContain('/converse.min.js');
    const desk = await fetch(`${converse?.url}/desk.js`);
    expect(desk.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const settings = await desk.text();
    expect(settings).toContain('"jid":"desk@chat.localhost","password":"desk"');
    expect(text).toContain('password desk\n');
    const agentPage = await fetch(`${sandbox.servicesUrl}/agent/xmpp`, { redirect: 'manual' });
    expect([agentPage.status, agentPage.headers.get('location')]).toEqual([302, `${converse?.url}/`]);
    const program = await fetch(`${converse?.url}/converse.min.js`);
    expect(program.headers.get('content-type')).toBe('text/javascript');
    expect((await program.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    expect((await fetch(`${converse?.url}/..%2fpackage.json`)).status).toBe(404);
    expect((await fetch(`${converse?.url}//`)).ok).toBe(true);
    expect((await fetch(`${sandbox.widgetUrl}//`)).status).toBe(404);
    const config = (await (await fetch(`${sandbox.widgetUrl}/frame/config.json`)).json()) as {
      readonly chat: { readonly channels: Readonly<Record<string, unknown>> };
    };
    expect(config.chat.channels.xmpp).toMatchObject({ guestHost: 'guests.localhost' });
  });
  it.skipIf(whyNoProsodyAt(prosodyPath))('runs the XMPP server’s program that it is given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'widget-demo-'));
    const runs = join(folder, 'runs');
    for (const name of ['prosody', 'prosodyctl']) {
      const script = `#!/bin/sh\necho ${name} "$3" >> ${runs}\nexec ${prosodyPath.replace(/prosody$/, name)} "$@"\n`;
      writeFileSync(join(folder, name), script, { mode: 0o755 });
    }
    try {
      const { converse } = await start({ wantsXmpp: true, prosody: join(folder, 'prosody') });
      expect(readFileSync(runs, 'utf8').split('\n')).toEqual(['prosodyctl register', 'prosody -F', '']);
      expect((await fetch(`${converse?.url}/`)).ok).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
