import type { Import } from '../support/imports.ts';

/** Who may import whom. Each rule returns the sentence of what is wrong, or nothing. */
export type ImportRule = (one: Import) => string | undefined;

const isView = (path: string): boolean => /^frame\/(?:app\.tsx$|ui\/|surfaces\/|.*\/views\/)/.test(path);
const isStore = (path: string): boolean => /\/(?:store|\w+Store)\.ts$/.test(path) && !isView(path);
const isComposition = (path: string): boolean => /^frame\/(?:compose\/\w+|main|app)\.tsx?$/.test(path);
const channelOf = (path: string): string | undefined => /^frame\/chat\/channels\/([^/]+)\//.exec(path)?.[1];
const area = (path: string): string => path.split('/')[0] ?? '';

/** What a company bundles into its own page. It stands alone: not even the loader is in it. */
const packageFolder = 'loader/package/';
const isPackage = (path: string): boolean => path.startsWith(packageFolder);

/**
 * The only style sheet of the core. It styles the message that the app could not be downloaded, which must work when nothing can be
 * downloaded (SH-173).
 */
const coreSheet = 'styles/fallback.css.ts';
/** The build has put its colours into the sheets. */
const palette = 'styles/palette.ts';

/** A room is a folder of `frame/` that holds a feature; these are no rooms. */
const noRooms = new Set(['platform', 'text', 'host', 'ui', 'compose', 'surfaces', 'deployment']);
function roomOf(path: string): string | undefined {
  const room = /^frame\/([^/]+)\//.exec(path)?.[1];
  return room === undefined || noRooms.has(room) ? undefined : room;
}

const isReact = (name: string): boolean =>
  /^(?:react|react-dom|react-aria|react-aria-components|react-stately|@react-aria\/.+|lucide|valtio|valtio\/react)(?:\/|$)/.test(
    name,
  ) && name !== 'valtio/vanilla';

/** Packages that the core may download before intent; vanilla-extract is gone after the build. */
const corePackages = new Set(['@vanilla-extract/css', 'comlink']);

/** Each vendor's program is imported in one file of one room. */
const vendors = /^(?:@braze\/|@optimizely\/|@salesforce\/)/;

export const importRules: Readonly<Record<string, ImportRule>> = {
  'bridge imports nothing but bridge': ({ from, to, isOurs }) =>
    area(from) === 'bridge' && !(isOurs && area(to) === 'bridge') ? `imports ${to}` : undefined,

  'loader imports itself, types of bridge, and values of bridge/wire, bridge/endpoint and bridge/hostEvents': ({
    from,
    to,
    isOurs,
    kind,
  }) => {
    if (area(from) !== 'loader' || isPackage(from) || (isOurs && area(to) === 'loader')) return undefined;
    if (!isOurs || area(to) !== 'bridge') return `imports ${to}`;
    return kind === 'type' || /^bridge\/(?:wire|endpoint|hostEvents)\.ts$/.test(to)
      ? undefined
      : `imports values of ${to}`;
  },

  'the npm package imports itself, and each framework in the file of its component; nothing imports the package': ({
    from,
    to,
    isOurs,
  }) => {
    if (isPackage(from)) {
      const isFramework = !isOurs && from === `${packageFolder}${to}.ts`;
      return isFramework || (isOurs && isPackage(to)) ? undefined : `imports ${to}`;
    }
    return isOurs && isPackage(to) ? `imports ${to}` : undefined;
  },

  'styles imports styles and vanilla-extract': ({ from, to, isOurs }) =>
    area(from) === 'styles' && !(isOurs ? area(to) === 'styles' : to.startsWith('@vanilla-extract/'))
      ? `imports ${to}`
      : undefined,

  'frame imports bridge, frame and styles': ({ from, to, isOurs }) =>
    area(from) === 'frame' && isOurs && !['bridge', 'frame', 'styles'].includes(area(to)) ? `imports ${to}` : undefined,

  'React and its company are imported by views, surfaces, ui and app.tsx': ({ from, to, isOurs, kind }) =>
    area(from) === 'frame' && !isOurs && isReact(to) && kind !== 'type' && !isView(from) ? `imports ${to}` : undefined,

  'sheets are imported by views, surfaces, ui and app.tsx': ({ from, to, isOurs, kind }) =>
    area(from) === 'frame' &&
    isOurs &&
    /^styles\/.*\.css\.ts$/.test(to) &&
    kind === 'static' &&
    to !== coreSheet &&
    !isView(from)
      ? `imports ${to}`
      : undefined,

  'valtio/vanilla is imported by stores': ({ from, to, kind }) =>
    area(from) === 'frame' &&
    to.startsWith('valtio/vanilla') &&
    kind !== 'type' &&
    !isStore(from) &&
    !isComposition(from)
      ? `imports ${to}`
      : undefined,

  'Comlink is imported by frame/host/connect.ts and frame/host/textEndpoint.ts': ({ from, to }) =>
    to.startsWith('comlink') && !/^frame\/host\/(?:connect|textEndpoint)\.ts$/.test(from) ? `imports ${to}` : undefined,

  'views, surfaces and ui are downloaded on intent: nothing else imports them statically': ({
    from,
    to,
    isOurs,
    kind,
  }) => (isOurs && kind === 'static' && isView(to) && !isView(from) ? `imports ${to}` : undefined),

  'ui imports no room': ({ from, to, isOurs }) =>
    from.startsWith('frame/ui/') && isOurs && roomOf(to) !== undefined ? `imports ${to}` : undefined,

  'platform, text and host import no room': ({ from, to, isOurs }) =>
    /^frame\/(?:platform|text|host)\//.test(from) && isOurs && roomOf(to) !== undefined ? `imports ${to}` : undefined,

  "rooms do not import each other's stores": ({ from, to, isOurs, kind }) =>
    isOurs && kind !== 'type' && isStore(to) && roomOf(from) !== roomOf(to) && !isComposition(from)
      ? `imports ${to}`
      : undefined,

  "rooms do not import each other's calls": ({ from, to, isOurs, kind }) =>
    isOurs && kind !== 'type' && /\/api\.ts$/.test(to) && roomOf(from) !== roomOf(to) && !isComposition(from)
      ? `imports ${to}`
      : undefined,

  'a channel imports its own folder and the common ground; the assistant imports the bot, whose service answers it': ({
    from,
    to,
    isOurs,
  }) => {
    const [channel, imported] = [channelOf(from), channelOf(to)];
    if (!isOurs || !channel || !imported || imported === channel || imported === 'ground') return undefined;
    return channel === 'assistant' && imported === 'bot' ? undefined : `imports ${to}`;
  },

  'only main imports the composition': ({ from, to, isOurs }) =>
    isOurs && isComposition(to) && !isComposition(from) ? `imports ${to}` : undefined,

  'rooms declare their own ports: only main, app, compose and surfaces import the contracts of widget.ts': ({
    from,
    to,
    isOurs,
  }) =>
    isOurs && to === 'frame/widget.ts' && !isComposition(from) && !from.startsWith('frame/surfaces/')
      ? `imports ${to}`
      : undefined,
};

/** What the core's static closure must not hold. */
export function strangersInCore(closure: Iterable<string>): readonly string[] {
  return [...closure].filter(
    (path) =>
      isView(path) ||
      (area(path) === 'styles' && path !== coreSheet && path !== palette) ||
      area(path) === 'loader' ||
      (!/^(?:bridge|frame|styles)\//.test(path) && !corePackages.has(path)),
  );
}

/** Vendors that are imported from more than one file. */
export function scatteredVendors(imports: readonly Import[]): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const { from, to, isOurs, kind } of imports) {
    if (isOurs || kind === 'type' || !vendors.test(to)) continue;
    users.set(to, (users.get(to) ?? new Set()).add(from));
  }
  return [...users]
    .filter(([, files]) => files.size > 1)
    .map(([vendor, files]) => `${vendor}: ${[...files].join(', ')}`);
}

export function broken(rule: ImportRule, imports: readonly Import[]): readonly string[] {
  return imports.flatMap((one) => {
    const sentence = rule(one);
    return sentence === undefined ? [] : [`${one.from} ${sentence}`];
  });
}
