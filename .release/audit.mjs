/**
 * `npm run check:packages`: whether a known vulnerability concerns a package that is shipped. Without an answer of the registry nothing is
 * known, and nothing fails.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What to print about the output of `npm audit --json`, and whether somebody must act. */
export function verdictOf(output) {
  let read;
  try {
    read = JSON.parse(output);
  } catch {
    read = {};
  }
  if (!read.metadata)
    return { isBad: false, text: 'Known vulnerabilities: not checked, because the registry did not answer.' };
  const found = Object.values(read.vulnerabilities ?? {});
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  const lines = found.map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  const count = `Known vulnerabilities in packages that are shipped: ${found.length}, ${grave.length} of them high or critical.`;
  return { isBad: grave.length > 0, text: [count, ...lines].join('\n') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', timeout: 60_000 });
  const { isBad, text } = verdictOf(stdout ?? '');
  console.log(text);
  process.exitCode = isBad ? 1 : 0;
}
