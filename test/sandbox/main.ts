import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemo } from './demo.ts';
import { endWithParent } from './endWithParent.mjs';

/**
 * `npm start`: serves the built product and its sandbox until interrupted. With `-- --xmpp`, people on an XMPP server as well; with
 * `-- --assistant [FOLDER or FILE.mjs]`, the assistant of `test/assistant/` in place of the sandbox's bot.
 */
const port = Number(process.env.PORT ?? 4600);
const { values, positionals } = parseArgs({
  ...{ args: process.argv.slice(2), allowPositionals: true, strict: false },
  options: { xmpp: { type: 'boolean' }, assistant: { type: 'boolean' } },
});
// The first one is the command. npm changes to the top level of the repository; paths are the caller's.
const [, folder] = positionals;
const demo = await startDemo({
  ...{ port, distDir: 'dist', wantsXmpp: values.xmpp === true, wantsAssistant: values.assistant === true },
  pages: folder && resolve(process.env.INIT_CWD ?? '.', folder),
}).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `a port from ${port} to ${port + 7} is in use` : error.message;
  console.error(`The sandbox could not start: ${reason}. To use other ports: PORT=5000 npm start`);
  process.exit(1);
});

console.log(demo.text);

const end = (): void => void demo.close().finally(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
endWithParent(end);
