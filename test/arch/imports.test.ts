import { describe, expect, it } from 'vitest';
import { findCycle, readImports, staticClosure } from '../support/imports.ts';
import { readSources } from '../support/sources.ts';
import { broken, importRules, scatteredVendors, strangersInCore } from './importRules.ts';

const sources = readSources(['bridge', 'loader', 'frame', 'styles'], /\.tsx?$/);
const imports = sources.flatMap(readImports);

const parse = (path: string, text: string) => readImports({ path, text });

describe('imports', () => {
  it.each(Object.entries(importRules))('%s', (_, rule) => {
    expect(broken(rule, imports)).toEqual([]);
  });

  it('have no cycle, types included', () => {
    expect(findCycle(imports)).toEqual([]);
  });

  it('name existing files with their extension', () => {
    const known = new Set(sources.map(({ path }) => path));
    const lost = imports.filter(({ to, isOurs }) => isOurs && !known.has(to) && !/\.(?:json|css)$/.test(to));
    expect(lost.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('are not handed on: no file but the entry of the npm package re-exports another (no barrels)', () => {
    const barrels = imports.filter(({ isReexport, from }) => isReexport && from !== 'loader/package/index.ts');
    expect(barrels.map(({ from, to }) => `${from} re-exports ${to}`)).toEqual([]);
  });

  it('keep React, views, styles and vendors out of what is downloaded before intent', () => {
    const closure = staticClosure(imports, 'frame/main.ts');
    expect(strangersInCore(closure)).toEqual([]);
  });

  it('bring each vendor in through one file', () => {
    expect(scatteredVendors(imports)).toEqual([]);
  });
});

/** For each rule an import that it must refuse. */
const offenders: Readonly<Record<string, [path: string, text: string]>> = {
  'bridge imports nothing but bridge': [
    'bridge/guards.ts',
    "import { isWidgetError } from '../frame/platform/errors.ts';",
  ],
  'loader imports itself, types of bridge, and values of bridge/wire, bridge/endpoint and bridge/hostEvents': [
    'loader/index.ts',
    "import { parseLinks } from '../bridge/guards.ts';",
  ],
  'the npm package imports itself, and each framework in the file of its component; nothing imports the package': [
    'loader/package/handle.ts',
    "import { hello } from '../../bridge/wire.ts';",
  ],
  'styles imports styles and vanilla-extract': [
    'styles/pill.css.ts',
    "import { limits } from '../frame/shell/limits.ts';",
  ],
  'frame imports bridge, frame and styles': ['frame/main.ts', "import { draw } from '../loader/draw.ts';"],
  'React and its company are imported by views, surfaces, ui and app.tsx': [
    'frame/chat/store.ts',
    "import { useSnapshot } from 'valtio';",
  ],
  'sheets are imported by views, surfaces, ui and app.tsx': [
    'frame/chat/store.ts',
    "import { pane } from '../../styles/chat.css.ts';",
  ],
  'valtio/vanilla is imported by stores': ['frame/chat/mergeMessages.ts', "import { proxy } from 'valtio/vanilla';"],
  'Comlink is imported by frame/host/connect.ts and frame/host/textEndpoint.ts': [
    'frame/compose/core.ts',
    "import { wrap } from 'comlink';",
  ],
  'views, surfaces and ui are downloaded on intent: nothing else imports them statically': [
    'frame/chat/store.ts',
    "import { Transcript } from './views/Transcript.tsx';",
  ],
  'ui imports no room': ['frame/ui/Button.tsx', "import type { Phase } from '../chat/phase.ts';"],
  'platform, text and host import no room': [
    'frame/text/dates.ts',
    "import { slots } from '../scheduler/visibleSlots.ts';",
  ],
  "rooms do not import each other's stores": ['frame/outreach/store.ts', "import { chat } from '../chat/store.ts';"],
  "rooms do not import each other's calls": ['frame/outreach/store.ts', "import { lookUp } from '../contact/api.ts';"],
  'a channel imports its own folder and the common ground; the assistant imports the bot, whose service answers it': [
    'frame/chat/channels/bot/transport.ts',
    "import type { Frame } from '../async/wire.ts';",
  ],
  'only main imports the composition': ['frame/chat/store.ts', "import { composeCore } from '../compose/core.ts';"],
  'rooms declare their own ports: only main, app, compose and surfaces import the contracts of widget.ts': [
    'frame/contact/views/MenuBlock.tsx',
    "import type { Widget } from '../../widget.ts';",
  ],
};

describe('the checks themselves', () => {
  it.each(Object.entries(importRules))('refuse an offender: %s', (name, rule) => {
    const [path, text] = offenders[name] ?? ['', ''];
    expect(broken(rule, parse(path, text))).toHaveLength(1);
  });

  it('tell static, dynamic and type imports and re-exports apart, and skip comments', () => {
    const found = parse(
      'frame/a/b.ts',
      [
        "import { one } from './one.ts';",
        "import type { Two } from '../two.ts';",
        "import {\n  three,\n  type Four,\n} from './three.ts';",
        "import './five.ts';",
        "// import { six } from './six.ts';",
        "const seven = await import('./seven.tsx');",
        "export { eight } from './eight.ts';",
        "export type { Nine } from 'nine';",
        "const text = `import ten from './ten.ts'`;",
        "const from = 'x'; export const eleven = 'eleven';",
        "import Twelve, * as twelve from 'twelve/sub';",
      ].join('\n'),
    );
    expect(found.map(({ to, kind, isReexport }) => `${kind}${isReexport ? '!' : ''} ${to}`)).toEqual([
      'static frame/a/one.ts',
      'type frame/two.ts',
      'static frame/a/three.ts',
      'static frame/a/five.ts',
      'dynamic frame/a/seven.tsx',
      'static! frame/a/eight.ts',
      'type! nine',
      'static twelve/sub',
    ]);
  });

  it('find a cycle, also across types, and none across a dynamic import', () => {
    const file = (path: string, to: string) => parse(path, to);
    expect(findCycle([...file('frame/a.ts', "import './b.ts'"), ...file('frame/b.ts', "import './a.ts'")])).toEqual([
      'frame/a.ts',
      'frame/b.ts',
      'frame/a.ts',
    ]);
    expect(
      findCycle([...file('frame/a.ts', "import './b.ts'"), ...file('frame/b.ts', "const a = import('./a.ts');")]),
    ).toEqual([]);
    expect(
      findCycle([...file('frame/a.ts', "import './b.ts'"), ...file('frame/b.ts', "import type { A } from './a.ts'")]),
    ).toHaveLength(3);
  });

  it('[SH-008][F-PG4] find a stranger in the core, valtio and valibot among them, only along static imports', () => {
    const core = [
      ...parse('frame/main.ts', "import './compose/core.ts';\nimport('./app.tsx');"),
      ...parse(
        'frame/compose/core.ts',
        "import 'react';\nimport 'valtio/vanilla';\nimport 'valibot';\nimport 'comlink';",
      ),
      ...parse('frame/app.tsx', "import 'react-dom/client';"),
    ];
    const found = strangersInCore(staticClosure(core, 'frame/main.ts'));
    expect(found.toSorted()).toEqual(['react', 'valibot', 'valtio/vanilla']);
  });

  it('find a vendor in two files', () => {
    const both = ['a', 'b'].flatMap((name) =>
      parse(`frame/outreach/${name}.ts`, "const sdk = import('@braze/web-sdk');"),
    );
    expect(scatteredVendors(both)).toHaveLength(1);
    expect(scatteredVendors(both.slice(1))).toEqual([]);
  });
});
