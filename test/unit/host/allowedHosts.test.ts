import { describe, expect, it } from 'vitest';
import { headersFor } from '../../../build.mjs';
import { isAllowedHost } from '../../../frame/host/allowedHosts.ts';

const patterns = ['https://b.example', 'https://*.shop.example', 'http://localhost:*', 'https://ports.example:8443'];

describe('which pages may embed the frame', () => {
  it.each([
    'https://b.example',
    'https://www.shop.example',
    'https://a.b.shop.example',
    'http://localhost:4600',
    'http://localhost',
    'https://ports.example:8443',
  ])('[SH-018] %s may', (origin) => {
    expect(isAllowedHost(origin, patterns)).toBe(true);
  });

  it.each([
    ['a name that begins with ours', 'https://b.example.evil.com'],
    ['a name that ends with ours', 'https://evilb.example'],
    ['ours below a stranger', 'https://b.example.com'],
    ['a label more', 'https://www.b.example'],
    ['another scheme', 'http://b.example'],
    ['another port', 'https://b.example:8443'],
    ['the port of another scheme', 'https://b.example:80'],
    ['a port that is not the one', 'https://ports.example'],
    ['a dot at the end', 'https://b.example.'],
    ['upper case, which no browser sends', 'https://B.EXAMPLE'],
    ['punycode of a look-alike', 'https://xn--b-kdh.example'],
    ['a look-alike letter', 'https://ƅ.example'],
    ['the starred name itself', 'https://shop.example'],
    ['a name that ends with the starred one', 'https://evilshop.example'],
    ['a name of the loopback family', 'http://localhost.evil.com:4600'],
    ['a user in the address', 'https://b.example@evil.com'],
    ['a path', 'https://b.example/'],
    ['no origin', 'null'],
    ['nothing', ''],
    ['a file', 'file://'],
    ['data', 'data:text/html,x'],
    ['a blob of ours', 'blob:https://b.example/1'],
    ['a list', 'https://b.example,https://evil.com'],
  ])('[BR-06][SH-018] %s may not: %s', (_what, origin) => {
    expect(isAllowedHost(origin, patterns)).toBe(false);
  });

  it('[BR-06] a pattern that is no pattern matches nothing', () => {
    for (const pattern of ['*', 'https://*', 'https://*.', 'b.example', '//b.example', 'https://b.*', '']) {
      expect(isAllowedHost('https://b.example', [pattern]), pattern).toBe(false);
    }
  });
});

describe('the headers of a deployment', () => {
  const deployment = { allowedHosts: patterns, contact: { hosts: ['https://contact.example'] } };
  const policyOf = (change: object): string =>
    headersFor({ ...deployment, ...change }).document['Content-Security-Policy'] ?? '';

  it('[BR-39][CSP-12] name the hosts of this deployment, and none when it has none', () => {
    expect(policyOf({})).toContain(`frame-ancestors ${patterns.join(' ')};`);
    expect(policyOf({ allowedHosts: [] })).toContain("frame-ancestors 'none';");
  });

  it('[CSP-11] have no unsafe source, and Trusted Types unless scripts of others are named', () => {
    expect(policyOf({})).not.toContain('unsafe');
    expect(policyOf({})).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policyOf({ scriptOrigins: ['https://vendor.example'] })).not.toContain('trusted-types');
    expect(policyOf({ scriptOrigins: ['https://vendor.example'] })).toContain(
      "script-src 'self' https://vendor.example;",
    );
  });

  it.each([
    ['a space', 'https://a.example https://evil.com'],
    ['a directive more', "https://a.example; script-src 'unsafe-inline'"],
    ['a header more', 'https://a.example\nX-Evil: 1'],
    ['a quote', 'https://a.example" always'],
    ['a keyword', "'unsafe-inline'"],
  ])('[CSP-12] are refused for a source with %s', (_what, source) => {
    for (const field of ['allowedHosts', 'scriptOrigins', 'connectOrigins']) {
      expect(() => policyOf({ [field]: [source] })).toThrow(/is not an origin/);
    }
  });
});
