/**
 * The build: loader.js as one classic script, the frame as hashed ES modules with code splitting, styles compiled by
 * vanilla-extract into constructed stylesheets (so that every lazy chunk carries its own and no CSP source is needed),
 * server headers, the size table, and the byte budgets that fail the build. Over 400 lines: it is one program, read from top
 * to bottom, and the top level has room for one.
 *
 *   node build.mjs          writes dist/ and prints the table
 *   node build.mjs start    builds, then runs the product with its sandbox
 *   node build.mjs dev      the same, and builds again on every change
 *   node build.mjs bench    builds, then measures (test/bench)
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compile, processVanillaFile } from '@vanilla-extract/integration';
import * as esbuild from 'esbuild';
import { minify } from 'terser';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
const cache = join(root, '.cache');

/** Adopted stylesheets and `inert` in all three engines. */
const target = ['chrome111', 'firefox115', 'safari16.4'];

/** What is downloaded for the first pane, beyond the core. */
const firstPane = ['frame/compose/rooms.ts', 'frame/app.tsx'];

/**
 * Byte budgets after gzip -9. `entries` are source files whose static imports are downloaded together; a budget
 * counts each file once, and with `beyond` only files that these other entries have not downloaded. A budget without its chunk
 * (not built yet) fails the build too.
 */
const budgets = [
  // 3,072 for every gzip -9: the command line's packs less tightly than Node's and writes the file's name, 20 bytes together.
  { name: 'loader', loader: true, entries: [], maxBytes: 3_052 },
  { name: 'before intent: loader, frame document, core', loader: true, entries: ['frame/main.ts'], maxBytes: 20_480 },
  {
    name: 'first pane open with menu',
    loader: true,
    entries: ['frame/main.ts', ...firstPane],
    maxBytes: 122_880,
  },
  {
    name: 'whole product with chat and scheduler open',
    loader: true,
    entries: ['frame/main.ts', ...firstPane, ...wholeProduct()],
    maxBytes: 204_800,
  },
  // Rules and hash together, downloaded only where a deployment names a datafile.
  {
    name: 'experiments client, beyond the core',
    entries: ['frame/insight/experiments/engine.ts'],
    beyond: ['frame/main.ts'],
    maxBytes: 6_000,
  },
];

/** The chunks that a visit with chat and scheduler open loads beyond the menu. */
function wholeProduct() {
  return [
    'frame/compose/chat.ts',
    'frame/chat/openChat.ts',
    'frame/chat/summary.ts',
    'frame/chat/channels/bot/index.ts',
    'frame/chat/views/ChatPane.tsx',
    'frame/chat/views/ChatHeader.tsx',
    // Temporal's polyfill is not counted: it is loaded only where the browser has none.
    'frame/compose/scheduler.ts',
    'frame/surfaces/SchedulerSurface.tsx',
  ];
}

/** Compiles `*.css.ts` and hands its CSS on as a module that adopts it. */
function stylesPlugin() {
  const sheets = new Map();
  return {
    name: 'styles',
    setup(build) {
      build.onLoad({ filter: /\.css\.ts$/ }, async ({ path }) => {
        const { source } = await compile({ filePath: path, cwd: root, identOption: 'short' });
        const contents = await processVanillaFile({
          source,
          filePath: path,
          identOption: 'short',
          serializeVirtualCssPath: ({ fileName, source: css }) => {
            sheets.set(fileName, css);
            return `import ${JSON.stringify(`sheet:${fileName}`)};`;
          },
        });
        return { contents, loader: 'js', resolveDir: root };
      });
      build.onResolve({ filter: /^sheet:/ }, ({ path }) => ({
        path: path.slice(6),
        namespace: 'sheet',
        sideEffects: true,
      }));
      build.onLoad({ filter: /.*/, namespace: 'sheet' }, async ({ path }) => {
        const css = await minifyCss(sheets.get(path));
        return {
          contents: `const sheet = new CSSStyleSheet();
sheet.replaceSync(${JSON.stringify(css)});
document.adoptedStyleSheets.push(sheet);`,
          loader: 'js',
        };
      });
    },
  };
}

async function minifyCss(css) {
  const { code } = await esbuild.transform(css, { loader: 'css', minify: true, target });
  return code.trim();
}

/** The loader's stylesheet as text. */
async function pillCss() {
  const filePath = join(root, 'styles/pill.css.ts');
  const { source } = await compile({ filePath, cwd: root, identOption: 'short' });
  let css = '';
  await processVanillaFile({
    source,
    filePath,
    identOption: 'short',
    serializeVirtualCssPath: (file) => {
      css += file.source;
      return '';
    },
  });
  return minifyCss(css);
}

async function buildLoader() {
  await esbuild.build({
    entryPoints: [join(root, 'loader/index.ts')],
    outfile: join(dist, 'loader.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target,
    legalComments: 'none',
    // No "use strict" at the top: nothing here depends on it, and every byte counts.
    tsconfigRaw: { compilerOptions: { strict: false, alwaysStrict: false } },
    define: { PILL_CSS: JSON.stringify(await pillCss()) },
  });
  await minifyFile(join(dist, 'loader.js'), {
    toplevel: true,
    compress: {
      ...tight,
      unsafe_arrows: false,
      unsafe_comps: true,
      unsafe_methods: /^(writeStore|setLinkText)$/,
      // Functions beside each other, ten bytes less after gzip.
      hoist_funs: true,
      inline: 1,
      // Of the loader's answers only comparisons and double negations are booleans, which stay such.
      booleans_as_integers: true,
    },
  });
  const script = await readFile(join(dist, 'loader.js'), 'utf8');
  await writeFile(join(dist, 'loader.js.sri'), `sha384-${createHash('sha384').update(script).digest('base64')}\n`);
}

/** What holds state by identity, so that core and lazy chunks must not each have a copy: exports by package. */
const shared = {
  'valtio/vanilla': ['proxy', 'ref', 'snapshot', 'subscribe'],
  'proxy-compare': ['createProxy', 'isChanged'],
};
const assets = 'dist/frame/assets';

/**
 * The frame in two programs. The core is one file: code split for sharing would lie in a dozen small files, which compress
 * worse and cost a request each, before anybody has shown intent. The lazy chunks are split among themselves, with copies of
 * the few small rules that the core has too; only what holds state by identity is shared.
 */
async function buildFrame({ schema }) {
  const options = {
    bundle: true,
    minify: true,
    format: 'esm',
    target,
    jsx: 'automatic',
    legalComments: 'none',
    outdir: join(root, assets),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    absWorkingDir: root,
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env': 'true',
      'import.meta.env.MODE': '"production"',
      DEPLOYMENT_SCHEMA: JSON.stringify(JSON.stringify(schema)),
    },
  };
  const state = await esbuild.build({
    ...options,
    stdin: {
      contents: Object.entries(shared)
        .map(([name, exported]) => `export { ${exported.join(', ')} } from '${name}';`)
        .join('\n'),
      sourcefile: 'state.js',
      resolveDir: root,
    },
    entryNames: 'state-[hash]',
  });
  const stateFile = `./${basename(Object.keys(state.metafile.outputs)[0])}`;
  const plugins = [stylesPlugin(), hashPlugin(), unreachedPlugin(), sharedPlugin(stateFile)];

  const main = { ...options, entryPoints: [join(root, 'frame/main.ts')] };
  const lazy = new Set();
  await esbuild.build({ ...main, write: false, plugins: [...plugins, lazyPlugin((path) => lazy.add(path) && path)] });
  const chunks = await esbuild.build({ ...options, splitting: true, entryPoints: [...lazy], plugins });
  const lazyOutputs = await joinShared(chunks.metafile.outputs, options);
  const core = await esbuild.build({
    ...main,
    plugins: [
      ...plugins,
      lazyPlugin((path) => `./${basename(outputNamed({ outputs: lazyOutputs }, relative(root, path)))}`),
    ],
  });
  const outputs = { ...state.metafile.outputs, ...lazyOutputs, ...core.metafile.outputs };
  for (const path of Object.keys(outputs))
    await minifyFile(join(root, path), {
      module: true,
      compress: path.includes('/main-') || path.includes('/state-') ? tight : careful,
    });
  for (const { imports } of Object.values(outputs))
    for (const imported of imports) if (imported.external) imported.path = join(assets, basename(imported.path));
  const metafile = { outputs };
  const document = await readFile(join(root, 'frame/index.html'), 'utf8');
  const entry = basename(outputNamed(metafile, 'frame/main.ts'));
  await writeFile(
    join(dist, 'frame/index.html'),
    document.replace(/<!--.*-->|\n\s*/g, '').replace('main.ts', `assets/${entry}`),
  );
  return metafile;
}

/**
 * Joins what the first pane shares with other chunks into two files, with and without React: split by who shares what they
 * are two dozen, which compress worse. The others are written anew, to import from the joined ones under names that tell of
 * both. Returns the outputs that are left.
 */
async function joinShared(outputs, options) {
  const sourceOf = (path) => outputs[path].entryPoint;
  const entries = Object.keys(outputs).filter(sourceOf);
  const sharedBy = (isMeant) => {
    const reached = new Set();
    const visit = (path) => {
      if (reached.has(path) || !outputs[path]) return;
      for (const imported of outputs[path].imports) if (imported.kind === 'import-statement') visit(imported.path);
      reached.add(path);
    };
    entries.filter((path) => isMeant(sourceOf(path))).forEach(visit);
    return [...reached].filter((path) => !sourceOf(path));
  };
  const first = sharedBy((source) => firstPane.includes(source));
  const withoutReact = new Set(sharedBy((source) => !source.endsWith('.tsx')));

  const joined = new Map(); // path of a chunk -> the file it is joined into, and what its exports' names begin with there
  const pathOf = (file) => join(assets, file);
  const joinPlugin = (suffix) => ({
    name: 'join',
    setup(build) {
      build.onResolve({ filter: /^\.\// }, ({ path, kind }) => {
        if (kind === 'entry-point') return undefined;
        const chunk = pathOf(path);
        // What is imported for no name, esbuild's own helpers above all, is not downloaded for it.
        if (joined.has(chunk)) return { path: chunk, namespace: 'joined', sideEffects: !withoutReact.has(chunk) };
        if (outputs[chunk] && suffix === '') return undefined;
        return { path: outputs[chunk] ? path.replace(/\.js$/, `${suffix}.js`) : path, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => {
        const { file, prefix } = joined.get(path);
        const names = outputs[path].exports.map((name) => `${prefix}${name} as ${name}`);
        return { contents: `export { ${names.join(', ')} } from '${file}';`, resolveDir: join(root, assets) };
      });
    },
  });

  const left = {};
  let suffix = '-';
  for (const [name, members] of [
    ['rules', first.filter((path) => withoutReact.has(path))],
    ['views', first.filter((path) => !withoutReact.has(path))],
  ]) {
    const prefixOf = (path) => `_${members.indexOf(path).toString(36)}_`;
    const lines = members.map((path) => {
      const names = outputs[path].exports.map((one) => `${one} as ${prefixOf(path)}${one}`);
      return `export { ${names.join(', ')} } from './${basename(path)}';`;
    });
    const { metafile } = await esbuild.build({
      ...options,
      stdin: { contents: lines.join('\n'), resolveDir: join(root, assets) },
      entryNames: `${name}-[hash]`,
      plugins: [joinPlugin('')],
    });
    const [path] = Object.keys(metafile.outputs);
    left[path] = metafile.outputs[path];
    suffix += /-(\w{4})/.exec(path)[1];
    for (const member of members) joined.set(member, { file: `./${basename(path)}`, prefix: prefixOf(member) });
  }

  const rest = Object.keys(outputs).filter((path) => !joined.has(path));
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: rest.map((path) => join(root, path)),
    entryNames: `[name]${suffix}`,
    plugins: [joinPlugin(suffix)],
    // Meant: a file that is imported for no name is left out.
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  for (const path of Object.keys(outputs)) await rm(join(root, path));
  for (const path of rest) {
    const renamed = path.replace(/\.js$/, `${suffix}.js`);
    left[renamed] = { ...metafile.outputs[renamed], entryPoint: sourceOf(path) };
  }
  for (const { imports } of Object.values(left))
    for (const imported of imports) imported.path = pathOf(basename(imported.path));
  return left;
}

/** The hash as an ES module: as CommonJS it would need esbuild's helpers, which lie in a file of the first pane. */
function hashPlugin() {
  return {
    name: 'hash',
    setup(build) {
      build.onLoad({ filter: /\/murmurhash\/murmurhash\.js$/ }, async ({ path }) => ({
        contents: `const module = {};\n${await readFile(path, 'utf8')}\nexport default module.exports;`,
        loader: 'js',
      }));
    },
  };
}

/**
 * Parts of the interface library that are never reached here, as what is left of them: an announcer for buttons that wait
 * (ours cannot, frame/ui/Button.tsx), and pages drawn on a server or by a React without `useId`.
 */
const unreached = {
  'live-announcer/LiveAnnouncer.mjs':
    'export const announce = () => {}, clearAnnouncer = announce, destroyAnnouncer = announce;',
  'ssr/SSRProvider.mjs': `import { useId } from 'react';
export const useIsSSR = () => false, SSRProvider = ({ children }) => children;
export const useSSRSafeId = (given) => { const own = useId(); return given || own; };`,
};

function unreachedPlugin() {
  const filter = new RegExp(`/react-aria/dist/private/(${Object.keys(unreached).join('|').replaceAll('.', '\\.')})$`);
  return {
    name: 'unreached',
    setup(build) {
      build.onLoad({ filter }, ({ path }) => ({
        contents: unreached[filter.exec(path)[1]],
        resolveDir: root,
      }));
    },
  };
}

/** Takes what is shared from its file. */
function sharedPlugin(stateFile) {
  return {
    name: 'shared',
    setup(build) {
      const filter = new RegExp(`^(${Object.keys(shared).join('|')})$`);
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'shared' }));
      build.onResolve({ filter: /^\.\/state-/ }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
        // The last is for valtio's development build, which names it and never calls it in this one.
        contents: `export { ${shared[path].join(', ')} } from '${stateFile}'; export const affectedToPathList = undefined;`,
        resolveDir: root,
      }));
    },
  };
}

/** Leaves every `import()` to the browser, under the name that `nameOf` gives for the imported file. */
function lazyPlugin(nameOf) {
  return {
    name: 'lazy',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import' ? { path: nameOf(join(resolveDir, path)), external: true } : undefined,
      );
    },
  };
}

function outputNamed(metafile, entry) {
  const found = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === entry);
  if (!found) throw new Error(`${entry} is not built as a chunk of its own`);
  return found;
}

/** For the two programs that every page downloads: what these assume holds in them. */
const tight = { unsafe: true, unsafe_arrows: true, pure_getters: true, keep_fargs: false };
/** For chunks with other people's code. */
const careful = { pure_getters: true };

/** A second minifier: it inlines what esbuild leaves as functions, about 2 % of the bytes. */
async function minifyFile(path, options) {
  const { code } = await minify(await readFile(path, 'utf8'), {
    ecma: 2020,
    ...options,
    compress: { passes: 3, ...options.compress },
  });
  await writeFile(path, code.replace(/;?\n?$/, ''));
}

/** Bundles a TypeScript program of test/ for Node and returns it as a module. */
async function importTool(source, name) {
  const outfile = join(cache, `${name}.mjs`);
  await esbuild.build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}

/** The deployment file's JSON Schema, from the rooms' declarations, and the shipped file checked against them. */
async function readDeployment() {
  const { deploymentSchema, parseDeployment, stampDeployment } = await importTool('frame/deployment/deployment.ts', 'deployment');
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const schema = toJsonSchema(deploymentSchema, { errorMode: 'ignore' });
  const file = JSON.parse(await readFile(join(root, 'frame/config.json'), 'utf8'));
  return { schema, deployment: parseDeployment(file), stamped: stampDeployment(file) };
}

/**
 * The headers that the static origin must send, from a deployment. Used by the files in dist/headers and by `npm start`.
 * @returns {{ document: Record<string, string>, asset: Record<string, string>, loader: Record<string, string>, config: Record<string, string> }}
 */
export function headersFor(deployment) {
  const shared = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  const { allowedHosts, ...services } = deployment;
  // A space or semicolon would be a directive more, a quote the end of the header.
  const sources = [...allowedHosts, ...(deployment.scriptOrigins ?? []), ...(deployment.connectOrigins ?? [])];
  const wrong = sources.find((source) => !/^[\w.:/*[\]-]+$/.test(source));
  if (wrong !== undefined) throw new Error(`config.json is refused: ${JSON.stringify(wrong)} is not an origin`);
  const origins = [...new Set(originsIn(services))];
  const connect = origins.join(' ');
  const pictures = origins.filter((origin) => origin.startsWith('http:')).join(' ');
  const scripts = ["'self'", ...(deployment.scriptOrigins ?? [])].join(' ');
  const csp = [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src 'self' https: data: ${pictures}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${connect}`.trim(),
    `frame-src ${(deployment.scriptOrigins ?? []).join(' ') || "'none'"}`,
    `frame-ancestors ${allowedHosts.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(deployment.scriptOrigins?.length ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ');
  return {
    document: {
      ...shared,
      'Content-Security-Policy': csp,
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), unload=()',
      'Cache-Control': 'no-cache',
    },
    asset: { ...shared, 'Cache-Control': 'public, max-age=31536000, immutable' },
    loader: { ...shared, 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' },
    config: { ...shared, 'Cache-Control': 'no-cache' },
  };
}

/** Every origin (http and, for sockets, ws) named anywhere in a record. */
function originsIn(value) {
  if (typeof value === 'string') {
    return /^(https?|wss?):\/\//.test(value) ? [new URL(value).origin.replace('null', value)] : [];
  }
  return value && typeof value === 'object' ? Object.values(value).flatMap(originsIn) : [];
}

/**
 * The same headers as ready server configuration, by file of dist/headers.
 * @returns {Record<'_headers' | 'nginx.conf', string>}
 */
export function headerFiles(deployment) {
  const headers = headersFor(deployment);
  const places = [
    ['/loader.js', headers.loader],
    ['/frame/index.html', headers.document],
    ['/frame/config.json', headers.config],
    ['/frame/assets/*', headers.asset],
  ];
  const lines = (indent, entries, form) => entries.map(([name, value]) => `${indent}${form(name, value)}`).join('\n');
  const netlify = places
    .map(([path, fields]) => `${path}\n${lines('  ', Object.entries(fields), (name, value) => `${name}: ${value}`)}`)
    .join('\n\n');
  const nginx = places
    .map(([path, fields]) => {
      const location = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`;
      const body = lines('  ', Object.entries(fields), (name, value) => `add_header ${name} "${value}" always;`);
      return `location ${location} {\n${body}\n}`;
    })
    .join('\n\n');
  return {
    _headers: `${netlify}\n`,
    'nginx.conf': `# Include inside the server block of the widget's origin.\n${nginx}\n`,
  };
}

async function writeHeaders(deployment) {
  await mkdir(join(dist, 'headers'), { recursive: true });
  for (const [name, text] of Object.entries(headerFiles(deployment)))
    await writeFile(join(dist, 'headers', name), text);
}

/** Outputs reached from an entry's output by static imports. */
function closure(metafile, entry) {
  const reached = new Set();
  const queue = [outputNamed(metafile, entry)];
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const imported of metafile.outputs[path].imports)
      if (imported.kind === 'import-statement' && metafile.outputs[imported.path]) queue.push(imported.path);
  }
  return reached;
}

async function measure(metafile) {
  const paths = [
    join(dist, 'loader.js'),
    join(dist, 'frame/index.html'),
    ...Object.keys(metafile.outputs).map((path) => join(root, path)),
  ];
  const files = {};
  for (const path of paths) {
    const bytes = await readFile(path);
    files[relative(dist, path)] = {
      raw: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    };
  }
  const measured = budgets.map(({ name, loader, entries, beyond = [], maxBytes }) => {
    const counted = new Set(loader ? ['loader.js'] : []);
    if (loader && entries.length > 0) counted.add('frame/index.html');
    for (const entry of entries)
      for (const path of closure(metafile, entry)) counted.add(relative(dist, join(root, path)));
    for (const entry of beyond)
      for (const path of closure(metafile, entry)) counted.delete(relative(dist, join(root, path)));
    const bytes = [...counted].reduce((sum, file) => sum + files[file].gzip, 0);
    return { name, gzip: bytes, maxBytes, ok: bytes <= maxBytes };
  });
  await writeFile(join(dist, 'sizes.json'), `${JSON.stringify({ files, budgets: measured }, null, 2)}\n`);
  return { files, measured };
}

function printSizes({ files, measured }) {
  const row = (cells, widths) =>
    cells
      .map((cell, index) => (index ? String(cell).padStart(widths[index]) : String(cell).padEnd(widths[0])))
      .join('  ');
  const widths = [48, 9, 9, 9];
  console.log(row(['file', 'raw', 'gzip -9', 'brotli'], widths));
  const sorted = Object.entries(files).sort(([, a], [, b]) => b.gzip - a.gzip);
  for (const [file, size] of sorted) console.log(row([file, size.raw, size.gzip, size.brotli], widths));
  console.log(`\n${row(['budget (gzip)', 'measured', 'at most', ''], widths)}`);
  for (const { name, gzip, maxBytes, ok } of measured)
    console.log(row([name, gzip, maxBytes, ok ? 'ok' : 'OVER'], widths));
}

export async function build() {
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'frame'), { recursive: true });
  await buildLoader();
  const { schema, deployment, stamped } = await readDeployment();
  const metafile = await buildFrame({ schema });
  await writeFile(join(dist, 'frame/config.json'), `${JSON.stringify(stamped, null, 2)}\n`);
  await writeFile(join(dist, 'frame/config.schema.json'), `${JSON.stringify(schema, null, 2)}\n`);
  await writeHeaders(deployment);
  const sizes = await measure(metafile);
  printSizes(sizes);
  const over = sizes.measured.filter(({ ok }) => !ok);
  if (over.length > 0) throw new Error(`over budget: ${over.map(({ name }) => name).join(', ')}`);
}

/** The sandbox as a module: `startSandbox({ port, distDir })`. */
export async function buildSandbox() {
  return importTool('test/sandbox/server.ts', 'sandbox');
}

async function run(command) {
  await build();
  if (command === 'build') await buildSandbox();
  if (command === 'start' || command === 'dev') await importTool('test/sandbox/main.ts', 'main');
  if (command === 'bench') await importTool('test/bench/run.ts', 'bench');
  if (command !== 'dev') return;
  const changes = watch(root, { recursive: true });
  let pending;
  for await (const { filename } of changes) {
    if (!/^(bridge|loader|frame|styles)\//.test(filename ?? '')) continue;
    clearTimeout(pending);
    pending = setTimeout(() => build().catch((error) => console.error(error.message)), 200);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run(process.argv[2] ?? 'build').catch((error) => {
    console.error(error.message ?? error);
    process.exitCode = 1;
  });
}
