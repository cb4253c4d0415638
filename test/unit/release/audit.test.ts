import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verdictOf } from '../../../.release/audit.mjs';

const answer = (severity: string): string =>
  JSON.stringify({ vulnerabilities: { left: { name: 'left', severity, range: '<2.0.0' } }, metadata: {} });

it.each<readonly [string, boolean, RegExp]>([
  [answer('high'), true, /: 1, 1 of them high or critical\.\n {2}left <2\.0\.0: high$/],
  [answer('low'), false, /: 1, 0 of them high or critical\.\n {2}left <2\.0\.0: low$/],
  ['{"vulnerabilities":{},"metadata":{}}', false, /: 0, 0 of them/],
  ['{"error":{"code":"ENOTFOUND"}}', false, /not checked, because the registry did not answer/],
  ['', false, /not checked, because the registry did not answer/],
])('[F-SE29] fails for a grave vulnerability only, and not without an answer: %s', (output, isBad, text) => {
  expect(verdictOf(output)).toEqual({ isBad, text: expect.stringMatching(text) });
});

it('[F-SE29] lets no package run a script when it is installed, and CI checks for known vulnerabilities', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm run --silent check:packages \|\| /m);
});
