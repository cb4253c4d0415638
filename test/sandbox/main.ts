import { startSandbox } from './server.ts';

/** `npm start`: serves the built product and its sandbox until interrupted. */
const port = Number(process.env.PORT ?? 4600);
const sandbox = await startSandbox({ port, distDir: 'dist' }).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `a port from ${port} to ${port + 2} is in use` : error.message;
  console.error(`The sandbox could not start: ${reason}. To use other ports: PORT=5000 npm start`);
  process.exit(1);
});

console.log(`
  Host demo   ${sandbox.hostUrl}
  Widget      ${sandbox.widgetUrl}/loader.js
  Services    ${sandbox.servicesUrl}

  Try
    ${sandbox.hostUrl}/?panel=open        change the language, the focus area, faults
    ${sandbox.hostUrl}/pages              every host page: strict CSP, hostile CSS, Arabic, single-page app …
    ${sandbox.servicesUrl}/agent          answer visitors as an agent

  Press Ctrl-C to stop.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.close().finally(() => process.exit(0));
  });
}
