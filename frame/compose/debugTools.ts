import { ref } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import { toDebugRows } from '../debug/facts.ts';
import { createDebugStore } from '../debug/store.ts';
import { debugTexts } from '../debug/texts.ts';
import { createTools } from '../debug/tools.ts';
import { toLocaleCode } from '../text/locale.ts';
import type { Widget } from '../widget.ts';

/**
 * Downloaded with `cm-debug` or `data-demo` only. The tools are `contactWidgetTools` on the frame's window, for the
 * browser's console; the window opens by itself with the debug flag (SH-161, SH-162), and not in demo mode.
 */
export async function composeDebug(widget: Widget): Promise<void> {
  const { host, lifetime, log, query, self, insight, outreach, shell, chat, storage } = widget;
  const tools = createTools({
    log,
    notify: async (type) =>
      (await outreach.get()).notify({
        type,
        headingText: debugTexts.sampleHeading,
        bodyText: debugTexts.sampleBody,
      }),
    openPane: () => shell.show({ takesFocus: false }),
    async forget() {
      const ours = [hostKeys.pillEvents, hostKeys.proactiveState, hostKeys.experimentVisitor];
      storage.remove('cm-proactive-block');
      await Promise.all(ours.map((key) => host.writeStore(key, null)));
    },
  });
  Object.assign(self, { contactWidgetTools: tools });
  if (query.debug !== true) return;
  const { contact, page, visitor, consent, viewport } = widget;
  const store = await createDebugStore({
    lifetime,
    insight,
    tools,
    facts: () => toDebugRows(readFacts(widget)),
    adapters: () =>
      (chat.store?.state.adapters ?? []).map(({ id, queueType, state, skill, isReady }) => ({
        ...{ id, queueType, state, skill, isReady },
      })),
    sources: [shell.state, contact.state, page, visitor.state, consent.state, viewport.state],
    shell: shell.state,
    self,
  });
  if (lifetime.ended) return;
  page.debug = ref(store);
  store.onToggle(widget.drawing.draw);
  void shell.prepare();
}

function readFacts({ contact, page, settings, visitor, consent, viewport, query }: Widget) {
  return {
    lookupStatus: contact.state.status,
    bundleKey: contact.state.information?.key,
    focusArea: settings.focusArea,
    locale: toLocaleCode(page.locale),
    textLocale: toLocaleCode(page.textLocale),
    country: visitor.state.country,
    isSignedIn: visitor.state.signedIn,
    consent: consent.state.products,
    viewport: viewport.state.viewport,
    environment: String(query.environment ?? (query.dev === true ? 'dev' : 'prod')),
  };
}
