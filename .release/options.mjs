import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refusal } from './refusal.mjs';

/**
 * `--config PATH` and `--out PATH` of a command, and the other arguments. npm runs scripts at the top level of the repository; relative
 * paths start at the caller's folder.
 */
export function readBuildOptions(args, { config, out, usage = 'npm run build -- --config PATH --out PATH', ...rest }) {
  const { values, positionals } = parse(args, usage);
  if (positionals.length > 0 && !rest.hasOthers) throw refusal(`${positionals[0]} is not an option.`, `Use: ${usage}`);
  const pathOf = (path, standard) => (path === undefined ? standard : resolve(process.env.INIT_CWD ?? '.', path));
  return { config: pathOf(values.config, config), out: pathOf(values.out, out), others: positionals };
}

function parse(args, usage) {
  const options = { config: { type: 'string' }, out: { type: 'string' } };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw refusal(error.message.replace(/\. To specify a positional.*/s, '.'), `Use: ${usage}`);
  }
}
