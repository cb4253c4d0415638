import { startSandbox } from './server.ts';

/** `npm start`: the built product with its sandbox, until interrupted. */
const port = Number(process.env.PORT ?? 4600);
const sandbox = await startSandbox({ port, distDir: 'dist' }).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `a port from ${port} to ${port + 2} is taken` : error.message;
  console.error(`The sandbox could not start: ${reason}. Another base port: PORT=5000 npm start`);
  process.exit(1);
});

console.log(`
  Host demo   ${sandbox.hostUrl}
  Widget      ${sandbox.widgetUrl}/loader.js
  Services    ${sandbox.servicesUrl}

  Try
    ${sandbox.hostUrl}/?panel=open        switch language, focus area, faults
    ${sandbox.hostUrl}/pages              every host page: strict CSP, hostile CSS, Arabic, single-page app …
    ${sandbox.servicesUrl}/agent          take the agent's part in an open chat

  Ctrl-C stops it.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.close().finally(() => process.exit(0));
  });
}
