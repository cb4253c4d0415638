/**
 * The build has two parts. The product is the same for every deployment, and is kept in `.cache/` until a source changes:
 *
 *   buildLoader      loader.js, one classic script (esbuild)
 *   buildFrame       the frame as hashed ES modules (rolldown), styles compiled by vanilla-extract
 *   writeTexts       every key with its English, and the translations
 *   packagesOf       the packages in the build with their licences (.release/); one without a licence fails the build
 *   compressFiles    a .gz and a .br beside each served file (.release/)
 *   buildPackage     the npm package that puts the loader on a page (.release/)
 *
 * Its compilers are imported where they are used, because they take most of the time of a command that finds the product in the cache.
 *
 * What depends on the deployment is written in a second:
 *
 *   readDeployment   the deployment file, checked with the rooms' valibot schemas
 *   writeDocument    the frame's document, with its policy
 *   writeDeployment  the frame's config.json, with the stamp of the check, and its JSON Schema
 *   writeServices    what the widget calls: OpenAPI and AsyncAPI documents of all services (.release/)
 *   writeHeaders     the headers that the static origin must send
 *   writeSizes       the size of every file, and of what each stage of a visit downloads (.release/)
 *
 * Longer than 400 lines on purpose: it is one program, read from top to bottom, and the top level of the repository is fixed.
 *
 *   node build.mjs          or `build`: writes dist/ and prints the sizes; also --config PATH, --out PATH
 *   node build.mjs start    builds, then serves the product with its sandbox
 *   node build.mjs dev      serves a development build with source maps, and rebuilds on every change
 *   node build.mjs bench    builds, then measures (test/bench)
 *   node build.mjs release  a version with an address of its own, and how it is published (.release/)
 *   node build.mjs config   asks a few questions and writes frame/config.json
 *   node build.mjs site     writes the playground and its guides as static files (test/pages)
 *   node build.mjs check:contact FILE…    says what is wrong with contact files
 *   node build.mjs check:services CONFIG  tries the services of a deployment
 */
import { watch } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { cachedFolder, keyOfSources } from './.release/cachedFolder.mjs';
import { describeSchema } from './.release/describeSchema.mjs';
import { buildPackage, writeManifest } from './.release/loaderPackage.mjs';
import { readBuildOptions } from './.release/options.mjs';
import { licencesFile, packagesOf } from './.release/packages.mjs';
import { readJson } from './.release/readJson.mjs';
import { describeFailure, refusal } from './.release/refusal.mjs';
import { runRelease } from './.release/release.mjs';
import { replaceFolder } from './.release/replaceFolder.mjs';
import { compress, compressFiles, integrityOf } from './.release/servedFiles.mjs';
import { serviceDocuments } from './.release/serviceDocuments.mjs';
import { printSizes, sizesOf, writeSizes } from './.release/sizes.mjs';
import { firstPane, stages, staticImports } from './.release/stages.mjs';
import { writeConfig } from './.release/writeConfig.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
const ownConfig = join(root, 'frame/config.json');
const schemaFile = join(root, 'frame/config.schema.json');
const schemaHint = 'An editor that reads its $schema, frame/config.schema.json, explains every field.';
/** All that the product is made from, besides packages. */
const productSources = [
  ...['bridge', 'loader', 'frame', 'styles', 'build.mjs', 'LICENSE', 'package-lock.json'],
  ...['loaderPackage', 'packages', 'servedFiles', 'sizes', 'stages'].map((name) => `.release/${name}.mjs`),
];
/** Beside the product in the cache, and in no build. */
const productFile = 'product.json';

/** The oldest browsers with constructed style sheets (Safari), `color-mix()` (Chromium) and `toSorted` (Firefox). */
const target = ['chrome111', 'firefox115', 'safari16.4'];

/** Takes the place of the last build in the folder if all went well. */
export function build(outDir = dist, options = {}) {
  return replaceFolder(outDir, (folder) => writeBuild(folder, options));
}

/** Writes a build into an empty folder. Returns its sizes, notes for the operator, and what a release adds to. */
export async function writeBuild(outDir, { config = ownConfig, version } = {}) {
  const ownVersion = version ?? JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
  // First, because a wrong file is found at once.
  const { deployment, stamped } = await readDeployment(config, ownVersion);
  const { folder, chunks, packages, files } = await builtProduct();
  await cp(folder, outDir, { recursive: true, filter: (path) => path !== join(folder, productFile) });
  await writeManifest(outDir, ownVersion);
  await writeDocument(outDir, chunks, { deployment, version: ownVersion });
  await compress(outDir, ['frame/index.html']);
  await writeDeployment(outDir, stamped);
  await writeServices(join(outDir, 'services'), deployment, ownVersion);
  const notes = await writeHeaders(join(outDir, 'headers'), deployment);
  const sizes = await writeSizes(outDir, { chunks, files });
  return { deployment, packages, sizes, notes: [...plainPagesNote(deployment), ...notes] };
}

/** What does not depend on the deployment, with the facts about it that later steps need. */
async function builtProduct() {
  const key = await keyOfSources(root, productSources);
  const folder = await cachedFolder(join(root, '.cache/products'), key, writeProduct);
  return { folder, ...JSON.parse(await readFile(join(folder, productFile), 'utf8')) };
}

async function writeProduct(folder) {
  await buildLoader(folder);
  const chunks = await buildFrame(folder, await deploymentTools());
  await writeTexts(join(folder, 'texts'));
  const packages = packagesOf(
    root,
    chunks.flatMap(({ moduleIds }) => moduleIds),
  );
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesFile(packages));
  await compressFiles(folder);
  await buildPackage(root, folder);
  const files = await sizesOf(folder, ['loader.js', ...chunks.map(({ fileName }) => `frame/assets/${fileName}`)]);
  const known = chunks.map(({ moduleIds, ...chunk }) => chunk);
  await writeFile(join(folder, productFile), JSON.stringify({ chunks: known, packages, files }));
}

async function buildLoader(outDir, { isDev = false } = {}) {
  const text = await bundleLoader({ sourcemap: isDev && 'inline' });
  const script = isDev ? text : await minifyLoader(text);
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'loader.js'), script);
  await writeFile(join(outDir, 'loader.js.sri'), `${integrityOf(script)}\n`);
}

/** The loader's modules as one script that is not minified. `options` are esbuild's. */
export async function bundleLoader(options) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'loader/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target,
    legalComments: 'none',
    // No "use strict" at the top: nothing here depends on it, and it costs bytes.
    tsconfigRaw: { compilerOptions: { strict: false, alwaysStrict: false } },
    define: { PILL_CSS: JSON.stringify(await pillCss()) },
    ...options,
  });
  return outputFiles[0].text;
}

/** The same two minifiers as on the frame, in the same order. */
async function minifyLoader(text) {
  const { minify: minifyWithRolldown } = await import('rolldown/utils');
  const compressed = await minifyFurther(text, { toplevel: true, mangle: false, compress: loaderCompression });
  const { code, errors } = await minifyWithRolldown('loader.js', compressed, {
    compress: { target },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0)
    throw new Error(`loader.js was not minified: ${errors.map(({ message }) => message).join(', ')}`);
  return code.replace(/;\n?$/, '');
}

/** The loader's stylesheet as text: the loader adopts it itself. */
async function pillCss() {
  const sheets = new Map();
  await compileStyles(join(root, 'styles/pill.css.ts'), sheets);
  return minifyCss([...sheets.values()].join(''));
}

/** The schemas of the deployment file, the defaults that the frame's code has of them, and the functions that read a file. */
async function deploymentTools() {
  const tools = await importTool('frame/deployment/deployment.ts', 'deployment');
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  return { ...tools, schema: toJsonSchema(tools.deploymentSchema, { errorMode: 'ignore' }) };
}

/**
 * The deployment file, checked (`parseDeployment`). Also writes the JSON Schema: editors use it, and the frame checks a file against it
 * that was changed after the build.
 */
async function readDeployment(path, version) {
  const { schema, parseDeployment, stampDeployment } = await deploymentTools();
  const { headersFor } = await importTool('frame/deployment/headers.ts', 'headers');
  // Beside the file, where editors look for it, and before the file is checked: it helps to correct it.
  const described = describeSchema(schema, join(root, 'frame/deployment/deployment.ts'), 'deploymentSchema');
  const schemaText = `${JSON.stringify(described, null, 2)}\n`;
  // Unchanged, it is not written: `dev` builds again after every change.
  if ((await readFile(schemaFile, 'utf8').catch(() => '')) !== schemaText) await writeFile(schemaFile, schemaText);
  const name = shortName(path);
  try {
    const file = await readJson(path);
    const deployment = parseDeployment(file);
    headersFor(deployment);
    return { deployment, stamped: stampDeployment(file, version) };
  } catch (error) {
    if (error.code === 'ENOENT') throw refusal(`There is no file ${name}.`, 'Write one with: npm run config');
    if (error instanceof SyntaxError) throw refusal(`${name} is not JSON: ${error.message}`, `Correct ${name}.`);
    if (!error.message.startsWith('config.json is refused')) throw error;
    throw refusal(error.message.replace('config.json', name), `Correct ${name}. ${schemaHint}`);
  }
}

/** As a person in the project's folder writes it. */
function shortName(path) {
  const short = relative(root, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** Bundles a TypeScript program for Node and returns it as a module. */
async function importTool(source, name) {
  const outfile = join(root, '.cache', `${name}.mjs`);
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  // Renamed in one step, because another process may be reading it.
  const partial = `${outfile}.${process.pid}`;
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(partial, outputFiles[0].contents);
  await rename(partial, outfile);
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}

async function writeDeployment(outDir, stamped) {
  await writeFile(join(outDir, 'frame/config.json'), JSON.stringify(stamped));
  await copyFile(schemaFile, join(outDir, 'frame/config.schema.json'));
}

/** Every key with its English, for translators, and the languages that come with the product. Not served. */
async function writeTexts(outDir) {
  const { english } = await importTool('frame/compose/english.ts', 'english');
  const { languageTags } = await importTool('frame/text/languages/languageTags.ts', 'languageTags');
  const { loadLanguage } = await importTool('frame/text/languages/loadLanguage.ts', 'languages');
  await mkdir(outDir, { recursive: true });
  const write = (tag, texts) => writeFile(join(outDir, `${tag}.json`), `${JSON.stringify(texts, null, 2)}\n`);
  await write('en', english);
  await Promise.all(languageTags.map(async (tag) => write(tag, await loadLanguage(tag))));
}

/** Documents of the services that the widget calls. Not served. */
async function writeServices(outDir, deployment, version) {
  const { servicesOf, socketsOf } = await importTool('test/services/contracts/all.ts', 'services');
  const contracts = { services: servicesOf(deployment), sockets: socketsOf(deployment) };
  await mkdir(outDir, { recursive: true });
  for (const [file, document] of Object.entries(serviceDocuments(contracts, { root, version })))
    await writeFile(join(outDir, file), `${JSON.stringify(document, null, 2)}\n`);
}

/**
 * The frame: one graph from main.ts, split at every `import()`. Returns its chunks. Rolldown and not esbuild, because only
 * rolldown lets us say which modules share a file. Measured when it was chosen, on the same sources, gzip -9, with all that a page has downloaded:
 *
 *                                         before intent        first pane            whole product
 *   esbuild, its own splitting            23,471 B, 20 files   126,815 B, 38 files   195,997 B, 62 files
 *   esbuild, shared files joined by hand  20,438 B,  4 files   122,808 B,  8 files   193,178 B, 34 files
 *   rolldown, its own splitting           19,965 B,  3 files   120,433 B, 10 files   186,540 B, 30 files
 *   rolldown, with `joinedChunks`         19,966 B,  3 files   118,978 B,  6 files   183,132 B, 22 files
 */
async function buildFrame(outDir, { schema, consentDefaults, roomsDefaults }, { isDev = false } = {}) {
  const { rolldown } = await import('rolldown');
  const mode = JSON.stringify(isDev ? 'development' : 'production');
  const bundle = await rolldown({
    input: { main: join(root, 'frame/main.ts') },
    cwd: root,
    platform: 'browser',
    preserveEntrySignatures: false,
    transform: {
      target,
      define: {
        'process.env.NODE_ENV': mode,
        'import.meta.env': 'true',
        'import.meta.env.MODE': mode,
        DEPLOYMENT_SCHEMA: JSON.stringify(JSON.stringify(schema)),
        CONSENT_DEFAULTS: JSON.stringify(consentDefaults),
        ROOMS_DEFAULTS: JSON.stringify(roomsDefaults),
      },
    },
    // Inlines constants across files: saves 119 B before intent, 292 B of the first pane, 1,140 B of the whole product.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    checks: { bundlerTimings: false },
    plugins: [stylesPlugin(), !isDev && terserPlugin()],
  });
  const { output } = await bundle.write({
    dir: join(outDir, 'frame/assets'),
    cleanDir: true,
    format: 'esm',
    minify: !isDev,
    sourcemap: isDev,
    comments: isDev,
    codeSplitting: { groups: [joinedChunks()] },
    // 268 million values for each name are enough. One character less saves 20 B before intent.
    entryFileNames: '[name]-[hash:7].js',
    chunkFileNames: '[name]-[hash:7].js',
    hashCharacters: 'hex',
  });
  await bundle.close();
  const chunks = output.filter(({ type }) => type === 'chunk').map(describeChunk);
  failOnCycle(chunks);
  return chunks;
}

/** A chunk with its source files named as in `stages`. */
function describeChunk({ fileName, isEntry, imports, moduleIds }) {
  const sources = moduleIds.map((id) => (id.startsWith(root) ? id.slice(root.length).replaceAll('\\', '/') : id));
  return { fileName, isEntry, imports, moduleIds, sources };
}

/** The document, which starts the download of everything that the first view needs and connects to the contact service. */
async function writeDocument(outDir, chunks, { deployment, version }) {
  const document = await readFile(join(root, 'frame/index.html'), 'utf8');
  const { documentHead } = await importTool('frame/deployment/documentHead.ts', 'documentHead');
  const entry = chunks.find(({ isEntry }) => isEntry);
  // The imports of the first pane's files, for `loadApp` in main.ts to preload.
  const intent = staticImports(chunks, firstPane)
    .filter(({ sources }) => !sources.some((source) => firstPane.includes(source)))
    .map(({ fileName }) => `<link data-intent href="assets/${fileName}">`)
    .join('');
  await writeFile(
    join(outDir, 'frame/index.html'),
    document
      .replace(/<!--.*-->|\n\s*/g, '')
      .replace('main.ts', `assets/${entry.fileName}`)
      .replace('<title>', `${documentHead(deployment)}<meta name="version" content="${version}"><title>`)
      .replace('</head>', `${intent}</head>`),
  );
}

/**
 * Which modules share a file. The core, the rooms, the app, the parts of chat that start together and the scheduler are one
 * file each: split further, they compress worse and cost a request for each part. Everything else is split by who imports
 * it. Saves 1,455 B and 4 requests of the first pane, 4,127 B and 10 requests of the whole product.
 */
function joinedChunks() {
  let fileOf;
  const name = (id, graph) => {
    fileOf ??= assignModules((module) => graph.getModuleInfo(module));
    return fileOf(id);
  };
  return { name, debugName: 'joined', includeDependenciesRecursively: false };
}

function assignModules(infoOf) {
  const imports = new Map();
  const importsOf = (module) => {
    let found = imports.get(module);
    if (!found) {
      const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(module) ?? {};
      found = { direct: importedIds, lazy: dynamicallyImportedIds };
      imports.set(module, found);
    }
    return found;
  };
  /** The modules that these import statically, themselves included. */
  const reach = (modules) => {
    const reached = new Set(modules);
    for (const module of reached) for (const imported of importsOf(module).direct) reached.add(imported);
    return reached;
  };
  const reachOf = (files) => reach(files.map((file) => join(root, file)));
  const schedulerEntry = 'frame/compose/scheduler.ts';
  const [core, outreachWatch, rooms, app, chat, scheduler, experiments] = [
    stages.core,
    stages.outreachWatch,
    stages.rooms,
    stages.app,
    stages.chat,
    [schedulerEntry],
    stages.experiments,
  ].map(reachOf);
  // The expert of a call is shown in its later steps and with its appointment.
  const schedulerPane = reachOf(['frame/surfaces/SchedulerSurface.tsx', 'frame/scheduler/views/Expert.tsx']);
  const chatPane = reachOf(['frame/chat/views/ChatPane.tsx', 'frame/chat/views/ChatHeader.tsx']);
  const all = new Set(core);
  const entries = new Set();
  for (const module of all) {
    for (const imported of importsOf(module).direct) all.add(imported);
    for (const entry of importsOf(module).lazy) {
      entries.add(entry);
      all.add(entry);
    }
  }
  const laterViews = reachOf(['frame/ui/Picture.tsx', 'frame/text/isolate.ts']);
  const isIconOfLaterViews = (id) => /[\\/]lucide[\\/].*[\\/](?:check|download)\.mjs$/.test(id);
  // A few lines each, which several later parts share: alone, each would be one more request.
  const alsoInRooms = [
    'platform/locks.ts',
    'platform/pause.ts',
    'platform/sharedRun.ts',
    'platform/backend/firstHost.ts',
    'platform/backend/series.ts',
    'host/cookieText.ts',
    'identity/knownOf.ts',
    'text/toAddress.ts',
  ].map((file) => join(root, 'frame', file));
  // What the app shares with a module that has no views belongs to the rooms: otherwise that module would download React.
  const withoutViews = reach([...entries].filter((entry) => !entry.endsWith('.tsx')));

  // A few lines that only call valibot: alone, they would be one more request.
  const isParser = (id) => /[\\/]valibot[\\/]/.test(id) || id === join(root, 'frame/platform/wireFields.ts');
  // The field and its sheet, which other fields have too.
  const isField = (id) => id === join(root, 'frame/ui/TextField.tsx') || /[\\/]field\.css\./.test(id);

  const ofChannels = ['chat/channels/ground/channelState.ts', 'platform/timer.ts'].map((file) =>
    join(root, 'frame', file),
  );
  const ofPeople = ['endReports.ts', 'agentTyping.ts'].map((file) => join(root, 'frame/chat/channels/ground', file));
  const chatEntries = stages.chat.map((file) => join(root, file));
  const withoutChat = reach([...entries].filter((entry) => !chatEntries.includes(entry)));
  const withoutScheduler = reach([...entries].filter((entry) => entry !== join(root, schedulerEntry)));

  const schedulerViews = [
    'surfaces/SchedulerSurface.tsx',
    'scheduler/views/steps.tsx',
    'scheduler/views/laterViews.tsx',
  ];
  const viewsOfScheduler = schedulerViews.map((file) => join(root, 'frame', file));
  const withoutSchedulerViews = reach([...entries].filter((entry) => !viewsOfScheduler.includes(entry)));

  return (id) => {
    if (core.has(id)) return 'main';
    // What the rooms share with a part that comes without them: a few lines.
    if (rooms.has(id) && outreachWatch.has(id)) return 'main';
    // Not the watch itself: a file of our making that `import()` names needs the bundler's runtime, which is another request.
    if (outreachWatch.has(id) && !entries.has(id)) return 'outreachCount';
    if (rooms.has(id) || alsoInRooms.includes(id) || (app.has(id) && withoutViews.has(id))) return 'rooms';
    // What several of the later views have, such as pictures: they come after the app, and alone it would be one more request.
    if (app.has(id) || laterViews.has(id) || isIconOfLaterViews(id)) return 'app';
    if (experiments.has(id)) return 'experiments';
    if (isParser(id)) return 'parse';
    if (isField(id)) return 'TextField';
    // What chat shares with other rooms, above all valibot, they must be able to download without chat.
    if (chat.has(id) && (!withoutChat.has(id) || id.startsWith(join(root, 'frame/chat/')))) return 'chat';
    // Every channel has them: alone, they would be one more request.
    if (ofChannels.includes(id)) return 'chat';
    // What channels with people share. The typing indicator is a few lines: alone, it would be one more request.
    if (ofPeople.includes(id)) return 'endReports';
    // The pane and its header are always shown together.
    if (chatPane.has(id)) return 'ChatPane';
    // With what its views have too, which are downloaded with it or later.
    if (scheduler.has(id) && (!withoutScheduler.has(id) || id.startsWith(join(root, 'frame/scheduler/'))))
      return 'scheduler';
    // With what the later steps and the appointment have too.
    if (schedulerPane.has(id) && !withoutSchedulerViews.has(id)) return 'SchedulerSurface';
    return undefined;
  };
}

/** Compiles `*.css.ts` with vanilla-extract. Each sheet is a module that adopts it, so that the CSP needs no style source. */
function stylesPlugin() {
  const sheets = new Map();
  return {
    name: 'styles',
    resolveId: {
      filter: { id: /^sheet:/ },
      handler: (id) => ({ id, moduleSideEffects: true }),
    },
    load: {
      filter: { id: /\.css\.ts/ },
      async handler(id) {
        if (!id.startsWith('sheet:')) return { code: await compileStyles(id, sheets), moduleType: 'js' };
        const css = JSON.stringify(await minifyCss(sheets.get(id)));
        return {
          code: `const sheet = new CSSStyleSheet();
sheet.replaceSync(${css});
document.adoptedStyleSheets.push(sheet);`,
          moduleType: 'js',
        };
      },
    },
  };
}

/** Returns the module with the class names of a `*.css.ts` file and adds the CSS of the sheets that it imports to `sheets`. */
async function compileStyles(filePath, sheets) {
  const { compile, processVanillaFile } = await import('@vanilla-extract/integration');
  const { source } = await compile({ filePath, cwd: root, identOption: 'short' });
  return processVanillaFile({
    source,
    filePath,
    identOption: 'short',
    serializeVirtualCssPath: ({ fileName, source: css }) => {
      sheets.set(`sheet:${fileName}`, css);
      return `import ${JSON.stringify(`sheet:${fileName}`)};`;
    },
  });
}

async function minifyCss(css) {
  const { code } = await esbuild.transform(css, { loader: 'css', minify: true, target });
  return code.trim();
}

/**
 * A second minifier before rolldown's own, which inlines more functions. Saves 256 B before intent, 570 B of the first
 * pane and 970 B of the whole product.
 */
function terserPlugin() {
  return {
    name: 'terser',
    async renderChunk(code, { name }) {
      const compress = chunkCompression[name] ?? (ownChunks.has(name) ? roomCompression : packageCompression);
      // Rolldown shortens the names afterwards.
      return { code: await minifyFurther(code, { module: true, mangle: false, compress }), map: null };
    },
  };
}

/** For our own code that every page downloads: all that these options assume holds there. */
const ownCompression = { unsafe: true, pure_getters: true, keep_fargs: false };
// Functions that are not inlined compress better: 28 B.
const coreCompression = { ...ownCompression, unsafe_arrows: true, inline: 1, passes: 4 };
const loaderCompression = {
  ...ownCompression,
  unsafe_comps: true,
  hoist_funs: false,
  unsafe_arrows: true,
  // No boolean of the loader crosses the bridge as a constant.
  booleans_as_integers: true,
  // Separate statements and declarations compress better. No method of the loader is called with `new`.
  sequences: 2,
  join_vars: false,
  unsafe_methods: true,
};
/** For chunks that hold packages. Again without inlining: 83 B of the first pane, 160 B of the whole product. */
const packageCompression = { pure_getters: true, inline: 1 };
// React compresses better if a function that is called once is not moved into its caller: 320 B.
const appCompression = { ...packageCompression, reduce_funcs: false, passes: 4, unsafe_arrows: true };
const chunkCompression = { main: coreCompression, app: appCompression };
/** The files of the whole product that are almost only our own code. Four passes instead of two save 0.3 kB. `texts` is the file of delivery. */
const ownChunks = new Set(['rooms', 'chat', 'ChatPane', 'texts', 'bot', 'scheduler', 'SchedulerSurface']);
// Not `unsafe`: with it, the calendar does not open.
const roomCompression = { ...packageCompression, unsafe_arrows: true, passes: 4 };

async function minifyFurther(code, options) {
  const { minify } = await import('terser');
  const { code: minified } = await minify(code, {
    ecma: 2020,
    ...options,
    // Four more passes take 40 % of the build and save 0.1 % of the bytes.
    compress: { passes: 2, ...options.compress },
  });
  return minified.replace(/;?\n?$/, '');
}

/**
 * Server configuration, for the moving addresses or for the folder of a release. It is not served. Returns notes for the operator.
 */
export async function writeHeaders(outDir, deployment, { folder, inlineSource } = {}) {
  const { headersFor, headersFile, nginxFile } = await importTool('frame/deployment/headers.ts', 'headers');
  const headers = headersFor(deployment, inlineSource);
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'nginx.conf'), nginxFile(headers, folder));
  const text = headersFile(headers, folder);
  if (text !== undefined) await writeFile(join(outDir, '_headers'), text);
  return text === undefined ? [longPolicyNote(headers)] : [];
}

/** Anyone on the network path can change such a page, and so what the widget's script does there. */
function plainPagesNote({ allowedHosts }) {
  const isLocal = /^http:\/\/(?:(?:[\w*-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::|$)/;
  const plain = allowedHosts.filter((origin) => origin.startsWith('http:') && !isLocal.test(origin));
  if (plain.length === 0) return [];
  return [
    `allowedHosts lists pages without encryption: ${plain.join(', ')}. Anyone on the network path can change such a page, and read what
its visitors write. Use https://, except on localhost.`,
  ];
}

function longPolicyNote({ document }) {
  const { length } = document['Content-Security-Policy'];
  return `The Content-Security-Policy has ${length} characters, and hosts that read a _headers file ignore lines over 2,000. So headers/ has
only nginx.conf. For another host, shorten the lists of origins in the deployment file, for example with https://*.example.com.`;
}

/** Files that import each other may read a binding before it is initialised. The sources have no cycle, so joining made it. */
function failOnCycle(chunks) {
  for (const { fileName, imports } of chunks)
    for (const imported of imports)
      if (chunks.find((chunk) => chunk.fileName === imported).imports.includes(fileName))
        throw new Error(`${fileName} and ${imported} import each other: see \`assignModules\` in build.mjs`);
}

/** A build for development: source maps, nothing minified, React's development build. */
async function buildForDevelopment(outDir) {
  const tools = await deploymentTools();
  const { deployment } = await readDeployment(ownConfig);
  await buildLoader(outDir, { isDev: true });
  const chunks = await buildFrame(outDir, tools, { isDev: true });
  await writeDocument(outDir, chunks, { deployment, version: 'development' });
}

/**
 * Builds for development, then again after every change of a source file, until `close` is called. `onRebuilt` gets the
 * file that changed, the time that the build took and the error if it failed.
 */
export async function startDev({ outDir = dist, onRebuilt = printRebuild } = {}) {
  let running = replaceFolder(outDir, buildForDevelopment);
  await running;
  let pending;
  const rebuild = async (file) => {
    const startMs = performance.now();
    const error = await buildForDevelopment(outDir).catch((thrown) => thrown);
    onRebuilt({ file, ms: Math.round(performance.now() - startMs), error });
  };
  const watchers = ['bridge', 'loader', 'frame', 'styles'].map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      // An editor writes a file in several steps.
      clearTimeout(pending);
      pending = setTimeout(() => {
        running = running.then(() => rebuild(join(folder, name ?? '')));
      }, 50);
    }),
  );
  return {
    async close() {
      clearTimeout(pending);
      for (const watcher of watchers) watcher.close();
      await running;
    },
  };
}

function printRebuild({ file, ms, error }) {
  console.log(error ? `${file}: the build failed\n${error.message}` : `${file}: rebuilt in ${ms} ms`);
}

async function run(command, args) {
  if (command === 'build') {
    const { config, out: outDir } = readBuildOptions(args, { config: ownConfig, out: dist });
    const { sizes, notes } = await build(outDir, { config });
    printSizes(sizes);
    for (const note of notes) console.log(`\n${note}`);
    return;
  }
  if (command === 'dev') {
    await startDev();
    await importTool('test/sandbox/main.ts', 'main');
    return;
  }
  if (command === 'check:contact') {
    await importTool('test/contact/check.ts', 'check');
    return;
  }
  if (command === 'check:services') {
    const { checkServices } = await importTool('test/services/check.ts', 'checkServices');
    process.exitCode = await checkServices(args);
    return;
  }
  if (command === 'config') {
    const { parseDeployment } = await importTool('frame/deployment/deployment.ts', 'deployment');
    const path = args[0] === undefined ? ownConfig : resolve(process.env.INIT_CWD ?? '.', args[0]);
    await writeConfig(path, { parseDeployment, ownConfig, schemaFile });
    return;
  }
  if (command === 'site') {
    const { run: writeSite } = await importTool('test/pages/site.ts', 'site');
    await writeSite(args);
    return;
  }
  if (command === 'release') {
    await runRelease(args, { writeBuild, writeHeaders, config: ownConfig, outDir: dist });
    return;
  }
  if (command !== 'start' && command !== 'bench')
    throw refusal(`There is no command "${command}".`, 'See the scripts in package.json.');
  await build();
  if (command === 'start') await importTool('test/sandbox/main.ts', 'main');
  else await importTool('test/bench/run.ts', 'bench');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command = 'build', ...args] = process.argv.slice(2);
  run(command, args).catch(async (error) => {
    console.error(await describeFailure(error, { command, args, outDir: dist }));
    process.exitCode = 1;
  });
}
