import { sandboxDeployment, withXmpp } from './deployment.ts';
import { startProsody, whyNoProsody } from './prosody.ts';
import { startSandbox } from './server.ts';
import { deskAddress, deskPassword } from './xmppServer.ts';

/** `npm start`: serves the built product and its sandbox until interrupted. With `-- --xmpp`, a real XMPP server as well. */
const port = Number(process.env.PORT ?? 4600);
const wantsXmpp = process.argv.includes('--xmpp');
if (wantsXmpp && whyNoProsody) console.log(`\n  Without an XMPP server: ${whyNoProsody}`);
const prosody = wantsXmpp && !whyNoProsody ? await startProsody([port + 3, port + 4]) : undefined;
const sandbox = await startSandbox({
  port,
  distDir: 'dist',
  config: (urls) => (prosody ? withXmpp(sandboxDeployment(urls), prosody.port) : sandboxDeployment(urls)),
}).catch((error: NodeJS.ErrnoException) => {
  const reason =
    error.code === 'EADDRINUSE' ? `a port from ${port} to ${port + 2}, or ${port + 5}, is in use` : error.message;
  console.error(`The sandbox could not start: ${reason}. To use other ports: PORT=5000 npm start`);
  process.exit(1);
});

console.log(`
  Host demo   ${sandbox.hostUrl}
  Widget      ${sandbox.widgetUrl}/loader.js
  Services    ${sandbox.servicesUrl}
  Vendors     ${sandbox.vendorsUrl}

  Try
    ${sandbox.hostUrl}/?panel=open        change the language, the focus area, faults
    ${sandbox.hostUrl}/pages              every host page: strict CSP, hostile CSS, Arabic, single-page app …
    ${sandbox.servicesUrl}/agent          answer visitors as an agent

${
  prosody
    ? `
  People on XMPP: choose the chat "XMPP" in the panel, and answer as
    ${deskAddress}, password ${deskPassword}
    ws://127.0.0.1:${prosody.port}/xmpp-websocket, or port ${prosody.agentPort} without encryption
`
    : ''
}
  Press Ctrl-C to stop.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    Promise.all([sandbox.close(), prosody?.remove()]).finally(() => process.exit(0));
  });
}
