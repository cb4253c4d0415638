import type { VendorFilesInput } from './vendorFiles.ts';
import { namesVendor } from './vendors.ts';

/** The fields that determine the headers. Every other section of the deployment only adds the origins of its services. */
export interface HeaderFields {
  readonly allowedHosts: readonly string[];
  readonly scriptOrigins?: readonly string[] | undefined;
  readonly connectOrigins?: readonly string[] | undefined;
  readonly vendorFiles?: VendorFilesInput | undefined;
  readonly pictureOrigins?: readonly string[] | undefined;
  readonly embedderPolicy?: EmbedderPolicy | undefined;
  readonly cspReportUrl?: string | undefined;
  readonly chat?: { readonly channels?: Readonly<Record<string, unknown>> | undefined } | undefined;
  readonly contact?: { readonly hosts?: readonly string[]; readonly file?: string | undefined } | undefined;
}

export type EmbedderPolicy = 'require-corp' | 'credentialless' | 'none';
export type HeaderSet = Readonly<Record<string, string>>;

export interface Headers {
  readonly document: HeaderSet;
  readonly asset: HeaderSet;
  readonly loader: HeaderSet;
  /** A loader at a versioned, immutable address. */
  readonly pinnedLoader: HeaderSet;
  readonly config: HeaderSet;
  /** The loader's integrity and the licences. */
  readonly other: HeaderSet;
  /** The path of the contact file, with `{language}` and `{region}`. It may be on the widget's own origin. */
  readonly contactFile?: string | undefined;
}

/** Hosts that read `_headers` ignore longer lines. */
const maxLineLength = 2_000;
/** nginx accepts no longer value in one piece: the text of a line may have 4,096 bytes. */
const maxValueLength = 3_500;
/** Servers, proxies and CDNs accept about 8,000 bytes of headers in all. */
const maxPolicyLength = 7_500;

/**
 * The headers that the static origin must send. Used by the build, the sandbox and the tests. `inlineSource` allows the inline script
 * of a release's document.
 */
export function headersFor(deployment: HeaderFields, inlineSource?: string): Headers {
  const shared = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': 'max-age=31536000',
  };
  const policy = policyOf(deployment, inlineSource);
  const embedder = embedderPolicyOf(deployment);
  const { cspReportUrl } = deployment;
  const report = cspReportUrl ? `; report-uri ${cspReportUrl}; report-to csp` : '';
  const wholePolicy = `frame-ancestors ${deployment.allowedHosts.join(' ') || "'none'"}; ${policy}${report}`;
  if (wholePolicy.length > maxPolicyLength)
    throw new Error(
      `config.json is refused: its ${deployment.allowedHosts.length} allowedHosts and its other origins make a Content-Security-Policy of ${wholePolicy.length} characters; servers take at most ${maxPolicyLength}. Use patterns, such as https://*.example.com`,
    );
  return {
    document: {
      ...shared,
      'Content-Security-Policy': wholePolicy,
      ...(embedder === 'none' ? {} : { 'Cross-Origin-Embedder-Policy': embedder }),
      ...(cspReportUrl ? { 'Reporting-Endpoints': `csp="${cspReportUrl}"` } : {}),
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), unload=()',
      'Cache-Control': 'no-cache',
    },
    asset: { ...shared, 'Cache-Control': 'public, max-age=31536000, immutable' },
    loader: { ...shared, 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' },
    pinnedLoader: {
      ...shared,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
    // Cached like the loader: a page view within five minutes requests neither.
    config: { ...shared, 'Cache-Control': 'public, max-age=300' },
    other: { ...shared, 'Cache-Control': 'public, max-age=300' },
    ...(deployment.contact?.file === undefined ? {} : { contactFile: deployment.contact.file }),
  };
}

/**
 * The frame's CSP for a meta element: without `frame-ancestors` and reports, which browsers ignore there. Throws if a source
 * could inject a directive.
 */
export function policyOf(deployment: HeaderFields, inlineSource?: string): string {
  const {
    allowedHosts,
    scriptOrigins = [],
    connectOrigins = [],
    pictureOrigins,
    cspReportUrl,
    ...services
  } = deployment;
  const named = originsIn(services);
  // A space or semicolon would add a directive, a comma a policy, and a quote would end the header.
  const sources = [...allowedHosts, ...scriptOrigins, ...connectOrigins, ...(pictureOrigins ?? []), ...named];
  const wrong = sources.find((source) => !/^[\w.:/*[\]-]+$/.test(source));
  if (wrong !== undefined) throw new Error(`config.json is refused: ${JSON.stringify(wrong)} is not an origin`);
  if (cspReportUrl && !/^https?:\/\/[\w.:/?&=%[\]-]+$/.test(cspReportUrl))
    throw new Error(`config.json is refused: cspReportUrl: ${JSON.stringify(cspReportUrl)} is not an address`);
  const origins = [...new Set([...named, ...scriptOrigins, ...connectOrigins])];
  const { supportStyles, fontStyles } = deployment.vendorFiles ?? {};
  // Any other origin could receive what a script in the frame writes into a picture's address.
  const pictures = [...origins.filter((origin) => origin.startsWith('http')), ...(pictureOrigins ?? [])];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...(inlineSource ? [inlineSource] : []), ...scriptOrigins].join(' ')}`,
    `style-src ${[...new Set(["'self'", ...originsIn([fontStyles, supportStyles])])].join(' ')}`,
    `img-src ${[...new Set(["'self'", 'data:', ...pictures])].join(' ')}`,
    `font-src ${["'self'", ...originsIn(fontStyles)].join(' ')}`,
    `connect-src 'self' ${origins.join(' ')}`.trim(),
    `frame-src ${scriptOrigins.join(' ') || "'none'"}`,
    "base-uri 'none'",
    // The vendor's script of support chats starts one with a form, at the origin that its server names.
    `form-action ${(deployment.chat?.channels?.support && scriptOrigins.join(' ')) || "'none'"}`,
    ...(scriptOrigins.length > 0 ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ');
}

/**
 * The deployment's own policy. The default is `require-corp` only without vendors, because no vendor guarantees the header
 * that it requires. Browsers without `credentialless` treat it as no policy.
 */
export function embedderPolicyOf(deployment: HeaderFields): EmbedderPolicy {
  return deployment.embedderPolicy ?? (namesVendor(deployment) ? 'credentialless' : 'require-corp');
}

/** Texts, and pages that only links open. */
const uncalledFields = ['$schema', 'brand', 'calendarUrl', 'createAccountUrl', 'privacyUrl', 'signInUrl'];

/** Every origin (http and, for sockets, ws) that the frame may call, named anywhere in a record. */
function originsIn(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') {
    if (!/^(https?|wss?):\/\//.test(value)) return [];
    if (URL.canParse(value)) return [new URL(value).origin];
    throw new Error(`config.json is refused: ${path.join('.')}: ${JSON.stringify(value)} is not an address`);
  }
  if (!value || typeof value !== 'object') return [];
  const fields = Object.entries(value).filter(([name]) => !uncalledFields.includes(name));
  return fields.flatMap(([name, field]) => originsIn(field, [...path, name]));
}

const withoutCaching = ({ 'Cache-Control': _, ...policies }: HeaderSet): HeaderSet => policies;
const cachingOf = (headers: HeaderSet): HeaderSet => ({ 'Cache-Control': headers['Cache-Control'] ?? '' });

/**
 * The headers as a `_headers` file; of a release, for its folder. Hosts join the values of a header that two rules set, and
 * browsers ignore `require-corp, require-corp`, so no two rules set the same header for one address. The document has as
 * many addresses as hosts have redirects (`/frame/`, `/frame/index`, `/frame/index.html`), so everything under `/frame/`
 * gets its policies. Its caching is left to the host: those that support this file make browsers revalidate each time.
 * Undefined if a line would be too long, because a host would ignore it and send the rest.
 */
export function headersFile(headers: Headers, folder?: string): string | undefined {
  const base = folder ? `/${folder}` : '';
  const shared = withoutCaching(headers.other);
  const ownOf = (set: HeaderSet): HeaderSet =>
    Object.fromEntries(Object.entries(set).filter(([name]) => shared[name] === undefined));
  // Of a release, one rule for all: Cloudflare accepts 100 rules.
  const rules: readonly (readonly [string, HeaderSet])[] = [
    ...(folder
      ? ([
          [`${base}/*`, shared],
          [`${base}/loader.js`, ownOf(headers.pinnedLoader)],
          [`${base}/frame/*`, ownOf(withoutCaching(headers.document))],
        ] as const)
      : ([
          [`${base}/loader.js`, headers.loader],
          [`${base}/loader.js.sri`, headers.other],
          [`${base}/THIRD-PARTY-LICENSES.txt`, headers.other],
          [`${base}/frame/*`, withoutCaching(headers.document)],
        ] as const)),
    [`${base}/frame/assets/*`, cachingOf(headers.asset)],
    [`${base}/frame/config.json`, cachingOf(headers.config)],
  ];
  const blocks = rules.map(([path, fields]) => [
    path,
    ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  if (blocks.flat().some((line) => line.length > maxLineLength)) return undefined;
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The headers as nginx locations, of which the first match applies; of a release, for its folder. */
export function nginxFile(headers: Headers, folder?: string): string {
  const base = folder ? `^/${folder.replaceAll('.', String.raw`\.`)}/` : '^/';
  const locations = [
    [String.raw`${base}loader\.js$`, folder ? headers.pinnedLoader : headers.loader],
    [String.raw`${base}(?:loader\.js\.sri|THIRD-PARTY-LICENSES\.txt)$`, headers.other],
    [`${base}frame/assets/`, headers.asset],
    [String.raw`${base}frame/config(?:\.schema)?\.json$`, headers.config],
    // Every address of the document, and the redirects to it.
    [`${base}frame(?:/|$)`, headers.document],
    // If there is none on this origin, the answer is 404 as well.
    ...(folder || !headers.contactFile ? [] : [[patternOf(headers.contactFile), headers.config] as const]),
  ] as const;
  // Error pages get the policies too, but no caching: a file that is missing during a release may exist a moment later.
  const always = (name: string): string => (name === 'Cache-Control' ? '' : ' always');
  const blocks = locations.map(([pattern, fields]) => {
    const lines = Object.entries(fields).flatMap(([name, value]) => {
      const parts = partsOf(value.replaceAll('"', '\\"'));
      if (parts.length === 1) return `  add_header ${name} "${parts[0]}"${always(name)};`;
      const joined = parts.map((part, at) => `  set $widget_value "${at > 0 ? soFar : ''}${part}";`);
      return [...joined, `  add_header ${name} $widget_value${always(name)};`];
    });
    return `location ~ "${pattern}" {\n${lines.join('\n')}\n}`;
  });
  return folder ? `${blocks.join('\n\n')}\n` : `${nginxStart}\n${blocks.join('\n\n')}\n${nginxEnd}`;
}

/** Matches the addresses of the contact file. Unusual characters match any, because they would end nginx's quotes or mean something. */
function patternOf(file: string): string {
  const parts = file.split(/\{(?:language|region)\}/);
  const patterns = parts.map((part) =>
    part.replace(/(?:%[\dA-Fa-f]{2}|[^\w/-])+/g, (odd) => (odd === '.' ? String.raw`\.` : '.+')),
  );
  return `^${patterns.join(String.raw`[A-Za-z\d-]+`)}$`;
}

/** nginx's variable, in braces because text follows. */
const soFar = '$' + '{widget_value}';

const partsOf = (value: string): readonly string[] => value.match(new RegExp(`.{1,${maxValueLength}}`, 'g')) ?? [''];

const nginxStart = `# Include inside the server block of the widget's origin, whose root is the served folder.
absolute_redirect off;
gzip_static on;
# With the module ngx_brotli, also: brotli_static on;
gzip on;
gzip_vary on;
gzip_min_length 200;
gzip_types application/json text/javascript application/javascript text/plain;
`;

const nginxEnd = `
# No other file in the folder is public.
location / {
  return 404;
}
`;
