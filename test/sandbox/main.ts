import { startDemo } from './demo.ts';

/**
 * `npm start`: serves the built product and its sandbox until interrupted. With `-- --xmpp`, people on an
 * XMPP server as well; with `-- --assistant`, the assistant of `test/assistant/` in place of the sandbox's bot.
 */
const port = Number(process.env.PORT ?? 4600);
const demo = await startDemo({
  ...{ port, distDir: 'dist' },
  wantsXmpp: process.argv.includes('--xmpp'),
  wantsAssistant: process.argv.includes('--assistant'),
}).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `a port from ${port} to ${port + 7} is in use` : error.message;
  console.error(`The sandbox could not start: ${reason}. To use other ports: PORT=5000 npm start`);
  process.exit(1);
});

console.log(demo.text);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    demo.close().finally(() => process.exit(0));
  });
}
