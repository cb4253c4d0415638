import { describe, expect, it } from 'vitest';
import { headersFor } from '../../../frame/deployment/headers.ts';
import { isAllowedHost } from '../../../frame/host/allowedHosts.ts';

const patterns = ['https://b.example', 'https://*.shop.example', 'http://localhost:*', 'https://ports.example:8443'];

describe('the origin of a page', () => {
  it.each([
    'https://b.example',
    'https://www.shop.example',
    'https://a.b.shop.example',
    'http://localhost:4600',
    'http://localhost',
    'https://ports.example:8443',
  ])('[SH-018] %s may embed the frame', (origin) => {
    expect(isAllowedHost(origin, patterns)).toBe(true);
  });

  it.each([
    ['a host that starts with ours', 'https://b.example.evil.com'],
    ['a host that ends with ours', 'https://evilb.example'],
    ['our host as a label of another', 'https://b.example.com'],
    ['a subdomain of ours', 'https://www.b.example'],
    ['another scheme', 'http://b.example'],
    ['another port', 'https://b.example:8443'],
    ['the port of another scheme', 'https://b.example:80'],
    ['the default port instead of the listed one', 'https://ports.example'],
    ['a trailing dot', 'https://b.example.'],
    ['upper case, which no browser sends', 'https://B.EXAMPLE'],
    ['punycode of a look-alike', 'https://xn--b-kdh.example'],
    ['a look-alike letter', 'https://ƅ.example'],
    ['the wildcard host itself', 'https://shop.example'],
    ['a host that ends with the wildcard one', 'https://evilshop.example'],
    ['a host that starts with localhost', 'http://localhost.evil.com:4600'],
    ['a user name', 'https://b.example@evil.com'],
    ['a path', 'https://b.example/'],
    ['an opaque origin', 'null'],
    ['an empty string', ''],
    ['a file URL', 'file://'],
    ['a data URL', 'data:text/html,x'],
    ['a blob URL of ours', 'blob:https://b.example/1'],
    ['two origins', 'https://b.example,https://evil.com'],
  ])('[BR-06][SH-018] with %s may not embed the frame: %s', (_what, origin) => {
    expect(isAllowedHost(origin, patterns)).toBe(false);
  });

  it('[BR-06] does not match an invalid pattern', () => {
    for (const pattern of ['*', 'https://*', 'https://*.', 'b.example', '//b.example', 'https://b.*', '']) {
      expect(isAllowedHost('https://b.example', [pattern]), pattern).toBe(false);
    }
  });
});

describe('the headers of a deployment', () => {
  const deployment = { allowedHosts: patterns, contact: { hosts: ['https://contact.example'] } };
  const policyOf = (change: object): string =>
    headersFor({ ...deployment, ...change }).document['Content-Security-Policy'] ?? '';

  it('[BR-39][CSP-12] list the allowed hosts of the deployment, or none', () => {
    expect(policyOf({})).toContain(`frame-ancestors ${patterns.join(' ')};`);
    expect(policyOf({ allowedHosts: [] })).toContain("frame-ancestors 'none';");
  });

  it('[CSP-11] have no unsafe source, and require Trusted Types unless there are other script origins', () => {
    expect(policyOf({})).not.toContain('unsafe');
    expect(policyOf({})).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policyOf({ scriptOrigins: ['https://vendor.example'] })).not.toContain('trusted-types');
    expect(policyOf({ scriptOrigins: ['https://vendor.example'] })).toContain(
      "script-src 'self' https://vendor.example;",
    );
  });

  it('[SH-026][CSP-11] allow the style sheets that the deployment names, and fonts of the one that declares a font', () => {
    expect(policyOf({})).toContain("style-src 'self';");
    expect(policyOf({})).toContain("font-src 'self';");
    const vendorFiles = {
      supportStyles: 'https://support.example/widget.css',
      fontStyles: 'https://fonts.example/sans.css',
    };
    expect(policyOf({ vendorFiles })).toContain("style-src 'self' https://fonts.example https://support.example;");
    expect(policyOf({ vendorFiles })).toContain("font-src 'self' https://fonts.example;");
  });

  it.each([
    ['a space', 'https://a.example https://evil.com'],
    ['an extra directive', "https://a.example; script-src 'unsafe-inline'"],
    ['an extra header', 'https://a.example\nX-Evil: 1'],
    ['a quote', 'https://a.example" always'],
    ['a keyword', "'unsafe-inline'"],
  ])('[CSP-12] throw for a source with %s', (_what, source) => {
    for (const field of ['allowedHosts', 'scriptOrigins', 'connectOrigins']) {
      expect(() => policyOf({ [field]: [source] })).toThrow(/is not an origin/);
    }
  });
});
