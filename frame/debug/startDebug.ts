import { hostKeys } from '../../bridge/wire.ts';
import type { Widget } from '../composeRooms.ts';
import { createDebugStore, type DebugStore } from './store.ts';
import { debugTexts } from './texts.ts';
import { createTools, type Tools } from './tools.ts';

/** What the developer reads first: where this page was routed and what came back. */
export function debugFacts(widget: Widget): readonly (readonly [label: string, value: string])[] {
  const { contact, page, settings, visitor, consent, viewport, query } = widget;
  const { status, information } = contact.state;
  const key = information?.key;
  const allowed = Object.entries(consent.state.products).map(([product, isOn]) => `${product} ${isOn ? '✓' : '✗'}`);
  const rows: (readonly [string, string | undefined])[] = [
    ['lookup', status],
    ['bundle', key && [key.focusArea, key.languageCode, key.regionCode].filter(Boolean).join(' · ')],
    ['focus area', settings.focusArea],
    ['locale', `${page.locale.languageCode}-${page.locale.regionCode}`],
    ['texts', `${page.textLocale.languageCode}-${page.textLocale.regionCode}`],
    ['country', visitor.state.country],
    ['signed in', String(visitor.state.signedIn)],
    ['consent', allowed.join(' · ')],
    ['viewport', `${viewport.state.viewport.width} × ${viewport.state.viewport.height}`],
    ['environment', String(query.environment ?? (query.dev ? 'dev' : 'prod'))],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

export interface DebugTools {
  readonly tools: Tools;
  /** Only with the debug flag: demo mode has the tools alone. */
  readonly store: DebugStore | undefined;
}

/**
 * Downloaded with `cm-debug` or `data-demo` only. The tools stand on the frame's window as `contactWidgetTools`, for
 * the browser's console; the window opens by itself with the debug flag (SH-161, SH-162).
 */
export async function startDebug(widget: Widget): Promise<DebugTools> {
  const { host, lifetime, log, query, self, insight } = widget;
  const isDebug = query.debug === true;
  const tools = createTools({
    log,
    notify: async (type) =>
      (await widget.loadOutreach()).notify({
        type,
        headingText: debugTexts.sampleHeading,
        bodyText: debugTexts.sampleBody,
      }),
    openPane: () => widget.shell.show({ takesFocus: false }),
    async forget() {
      const ours = [hostKeys.pillEvents, hostKeys.proactiveState, hostKeys.proactiveBlock, hostKeys.experimentVisitor];
      await Promise.all(ours.map((key) => host.writeStore(key, null)));
    },
  });
  Object.assign(self, { contactWidgetTools: tools });
  if (!isDebug) return { tools, store: undefined };
  const store = await createDebugStore({
    lifetime,
    insight,
    tools,
    facts: () => debugFacts(widget),
    adapters: () =>
      (widget.chat.store?.state.adapters ?? []).map(({ id, queueType, state, skill, isReady }) => ({
        id,
        queueType,
        state,
        skill,
        isReady,
      })),
    sources: [
      widget.shell.state,
      widget.contact.state,
      widget.page,
      widget.visitor.state,
      widget.consent.state,
      widget.viewport.state,
    ],
    shell: widget.shell.state,
    self,
  });
  return { tools, store };
}
