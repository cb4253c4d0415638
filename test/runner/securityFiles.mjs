import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test of a security finding names it in its title. */
const finding = /\[(F-SE\d+)\]/g;

/** The unit tests of the bridge, the host's end and what the frame stores, and every other that names a finding. */
export function securityUnitTests(root) {
  const whole = [
    'contract/bridge',
    'contract/attacks',
    'contract/golden',
    'property/bridge',
    'unit/bridge',
    'unit/host',
  ];
  const isWhole = (path) =>
    [...whole, 'unit/platform/storage', 'unit/sandbox/isolationPages'].some((one) => path.startsWith(one));
  return testsIn(join(root, 'test'), /^(?:contract|property|unit)\/.*\.test\.tsx?$/)
    .filter(({ path, text }) => isWhole(path) || text.search(finding) >= 0)
    .map(({ path }) => `test/${path}`);
}

/** The browser tests of isolation and of the bridge, and every other that names a finding. */
export function securityBrowserTests(root) {
  const whole = /^(?:isolation|hostPages|nginx|bridge|loader|failures|release)\w*\.spec\.ts$/;
  return testsIn(join(root, 'test/browser'), /^\w+\.spec\.ts$/)
    .filter(({ path, text }) => whole.test(path) || text.search(finding) >= 0)
    .map(({ path }) => path.replace(/\.ts$/, ''));
}

/** The findings of the table. Each must have a passing test. */
export function securityFindings(root) {
  const table = readFileSync(join(root, 'test/spec/findings.md'), 'utf8');
  return [...table.matchAll(/^- \*\*(F-SE\d+)\*\* /gm)].map(([, id]) => id);
}

function testsIn(folder, pattern) {
  return readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
