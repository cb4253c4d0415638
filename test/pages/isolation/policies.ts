import { escapeHtml, type PageUrls } from '../template.ts';
import { addLoader, type IsolationPage, nonce } from './isolationPage.ts';

const policy = (...directives: readonly string[]) => ({ 'content-security-policy': directives.join('; ') });

/** The minimum that a page must allow: the widget's script and frame. Everything else is forbidden. */
const minimal = (urls: PageUrls, scripts = `'self' ${urls.widgetUrl}`): readonly string[] => [
  "default-src 'none'",
  `script-src ${scripts}`,
  "style-src 'self'",
  `frame-src ${urls.widgetUrl}`,
  "base-uri 'none'",
  "form-action 'none'",
];

const noTrustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** Content security policies, and headers that isolate the page. */
export const policyPages: readonly IsolationPage[] = [
  {
    name: 'csp-origin',
    about: 'The widget’s origin in script-src and frame-src, nothing else',
    headers: (urls) => policy(...minimal(urls)),
  },
  {
    name: 'csp-nonce',
    about: 'A nonce on the loader’s tag',
    headers: (urls) => policy(...minimal(urls, `'nonce-${nonce}'`)),
    loader: () => `nonce="${nonce}"`,
  },
  {
    name: 'csp-strict-dynamic',
    about: 'strict-dynamic, with a trusted script that adds the loader',
    headers: (urls) => policy(...minimal(urls, `'nonce-${nonce}' 'strict-dynamic'`)),
    js: addLoader,
    loader: null,
  },
  {
    name: 'csp-hash',
    about: 'The loader’s integrity hash as the only script source',
    headers: (urls) => policy(...minimal(urls, `'${urls.loaderIntegrity ?? ''}'`)),
    loader: (urls) => `integrity="${urls.loaderIntegrity ?? ''}" crossorigin="anonymous"`,
  },
  {
    name: 'csp-two',
    about: 'Two policies that must both be met',
    headers: (urls) => ({
      'content-security-policy': [
        minimal(urls).join('; '),
        `script-src http: 'nonce-${nonce}'; frame-src ${urls.widgetUrl}; object-src 'none'`,
      ],
    }),
  },
  {
    name: 'csp-trusted-types',
    about: 'Trusted Types without any policy',
    headers: (urls) => policy(...minimal(urls), ...noTrustedTypes),
  },
  {
    name: 'csp-trusted-types-default',
    about: 'Trusted Types with a default policy that refuses everything',
    headers: (urls) => policy(...minimal(urls), "require-trusted-types-for 'script'", 'trusted-types default'),
    js: () => `'use strict';
const refuse = () => { throw new TypeError('refused by the page'); };
window.trustedTypes?.createPolicy('default', { createHTML: refuse, createScript: refuse, createScriptURL: refuse });`,
  },
  {
    name: 'csp-none-of-all',
    about: 'connect-src, img-src, font-src and others set to none',
    headers: (urls) =>
      policy(
        ...minimal(urls),
        ...['connect', 'img', 'font', 'worker', 'media', 'object', 'manifest', 'child'].map(
          (kind) => `${kind}-src ${kind === 'child' ? urls.widgetUrl : "'none'"}`,
        ),
        ...noTrustedTypes,
      ),
  },
  {
    name: 'csp-report-only',
    about: 'An enforced policy, and a stricter one that only reports',
    headers: (urls) => ({
      ...policy(...minimal(urls)),
      'content-security-policy-report-only': [...minimal(urls), "connect-src 'none'", ...noTrustedTypes].join('; '),
    }),
  },
  {
    name: 'csp-meta',
    about: 'The policy in a meta element instead of a header',
    head: (urls) => `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(minimal(urls).join('; '))}" />`,
  },
  {
    name: 'csp-meta-late',
    about: 'A policy that a script adds when the page has loaded, and that allows nothing of the widget',
    js: () => `'use strict';
addEventListener('load', () => setTimeout(() => {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'self'; frame-src 'none'; style-src 'self'";
  document.head.append(policy);
}, 3000));`,
    moves: 'the policy is added',
  },
  {
    name: 'csp-sandbox',
    about: 'The page sandboxes itself, with scripts and its origin',
    headers: (urls) => policy(...minimal(urls), 'sandbox allow-scripts allow-same-origin allow-forms allow-popups'),
  },
  {
    name: 'coop',
    about: 'COOP same-origin',
    headers: () => ({ 'cross-origin-opener-policy': 'same-origin' }),
  },
  {
    name: 'coep',
    about: 'COEP require-corp and COOP same-origin: cross-origin isolated',
    headers: () => ({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }),
  },
  {
    name: 'coep-alone',
    about: 'COEP require-corp without COOP',
    headers: () => ({ 'cross-origin-embedder-policy': 'require-corp' }),
  },
  {
    name: 'coep-credentialless',
    about: 'COEP credentialless',
    headers: () => ({ 'cross-origin-embedder-policy': 'credentialless' }),
  },
  {
    name: 'no-referrer',
    about: 'No referrer, and COOP same-origin-allow-popups',
    headers: () => ({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    }),
  },
  {
    name: 'permissions',
    about: 'Permissions-Policy that denies everything',
    headers: () => ({
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), clipboard-write=(), fullscreen=(), storage-access=(), unload=()',
    }),
  },
];
