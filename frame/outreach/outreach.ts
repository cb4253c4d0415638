import * as hostKeys from '../../bridge/hostKeys.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { ShownCard } from '../shell/cards.ts';
import { notificationRisePx, notificationWidthPx, popUpRisePx, popUpWidthPx, postWidthPx } from '../shell/limits.ts';
import { type CardState, createCardState } from './cardStore.ts';
import { createCount } from './count.ts';
import { nurtureTypesOf } from './nurtureType.ts';
import type { OpenedOutreach, openOutreach } from './openOutreach.ts';
import type { OutreachPorts } from './ports.ts';
import type { Proactive } from './proactive.ts';
import { createProactiveCookie } from './proactiveCookie.ts';
import { hasStart, parseProactiveRecord } from './proactiveRecord.ts';

export type LoadOutreach = () => Promise<{ readonly openOutreach: typeof openOutreach }>;

/** Pop-up, notifications and offers, for the rest of the widget. */
export interface Outreach {
  readonly state: CardState;
  /** After the lookups (SH-007). `startedMs` is when the widget started on this page. */
  start(startedMs: number): void;
  /** The visitor's consent or country has changed (SH-111). */
  consentChanged(): void;
  /** The pane has opened, for any reason (SH-038, SH-130). */
  paneShown(): void;
  /** The page sent `cm-close` (SH-011). */
  close(): void;
  /** The pane was hidden, or an overlay appeared or disappeared. */
  sceneChanged(): void;
  viewportChanged(): void;
  pageChanged(): void;
  /** The visitor has deleted their data: what was fetched for them is dropped, and fetched again without their ids. */
  visitorLeft(): void;
  /** Shows a notification from the debug window (SH-163). False if it is invalid. */
  notify(given: unknown): Promise<boolean>;
  /** For the views. Undefined until it is downloaded. */
  opened(): OpenedOutreach | undefined;
  /** The card that the frame must fit. */
  shownCard(): ShownCard | undefined;
}

/**
 * The door of outreach: the count, and a state that the shell can observe. The rest is downloaded when there is something to
 * prepare or to fetch.
 */
export function createOutreach(ports: OutreachPorts, load: LoadOutreach = () => import('./openOutreach.ts')): Outreach {
  const state = createCardState();
  const rest = createLazy({
    clock: ports.clock,
    lifetime: ports.lifetime,
    download: load,
    create: ({ openOutreach }) => openOutreach(ports, state),
    // SH-177: this page only lacks pop-up and notifications.
    onFailure: (error) => ports.log.warn('Pop-up and notifications could not be loaded.', error),
    retries: 'onRequest',
  });
  let isStarted = false;
  let isRefused = false;
  let isProactiveOver = !ports.deployment.proactive;
  /** When the widget started on this page. */
  let startedMs = 0;
  /** The count and the pop-up that follows it. The lifetime ends when the visitor withdraws consent. */
  let counting: { readonly lifetime: Lifetime; readonly count: ReturnType<typeof createCount> } | undefined;
  let proactive: Proactive | undefined;

  function startCounting(): void {
    const lifetime = ports.lifetime.child();
    const mayWelcome = (): boolean => ports.bot.isAvailable() && !ports.bot.isVariationOff();
    const count = createCount({
      clock: ports.clock,
      lifetime,
      store: ports.hostStore,
      popUpTimeMs: ports.deployment.popUpTimeMs,
      firstType: () => (mayWelcome() ? 'botWelcomeMessage' : 'proactiveInvite'),
      isEarly: mayWelcome,
      wake: async () => {
        const opened = await rest.get().catch(() => undefined);
        if (!opened || isProactiveOver || lifetime.ended) return;
        proactive = opened.openProactive(lifetime, count);
        proactive.start(startedMs);
      },
    });
    counting = { lifetime, count };
    count.start();
  }

  /** Stops the pop-up and deletes an unfinished count. The marker of a shown pop-up stays. */
  async function stopCounting(): Promise<void> {
    counting?.lifetime.end();
    counting = undefined;
    proactive = undefined;
    const record = parseProactiveRecord(await ports.hostStore.readJson(hostKeys.proactiveState));
    if (!record || hasStart(record)) await ports.hostStore.remove(hostKeys.proactiveState);
    ports.storage.remove('cm-proactive-block');
  }

  function wantsNurture(): boolean {
    const types = nurtureTypesOf(ports.deployment, ports.allows);
    return types.length > 0 || (ports.pageRules.length > 0 && ports.allows('proactive'));
  }

  /** Starts the allowed features and stops the others: at the start, and when consent or country change (SH-111). */
  function followConsent(): void {
    if (!isStarted || ports.lifetime.ended) return;
    const wasRefused = isRefused;
    isRefused = !ports.allows('proactive');
    // Also deletes the count of an earlier page.
    if (isRefused && !wasRefused) void stopCounting();
    else if (!isRefused && !isProactiveOver && !counting) startCounting();
    if (isRefused) ports.storage.remove('cm-closed');
    if (!ports.allows('interact')) ports.storage.remove('cm-offers');
    rest.peek()?.consentChanged();
    if (wantsNurture()) rest.whenReady((opened) => void opened.loadNurture());
  }

  return {
    state,
    start(ms) {
      startedMs = ms;
      isStarted = true;
      followConsent();
    },
    consentChanged: followConsent,
    paneShown() {
      if (!isProactiveOver) {
        isProactiveOver = true;
        if (proactive) proactive.cancel();
        else if (counting) void counting.count.cancel();
        else if (ports.allows('proactive')) void createProactiveCookie(ports.hostStore).markPaneOpened();
      }
      rest.peek()?.close();
    },
    close: () => rest.peek()?.close(),
    sceneChanged: () => rest.peek()?.stage.sceneChanged(),
    viewportChanged: () => proactive?.viewportChanged(),
    pageChanged: () => rest.peek()?.pageChanged(),
    visitorLeft: () => rest.peek()?.visitorLeft(),
    async notify(given) {
      const opened = await rest.get().catch(() => undefined);
      const nurture = await opened?.loadNurture();
      return nurture?.notify(given) ?? false;
    },
    opened: rest.peek,
    shownCard() {
      const { card, contentHeightPx: heightPx } = state;
      if (!card) return undefined;
      const { kind } = card;
      if (kind === 'popUp') return { kind, heightPx, widthPx: popUpWidthPx, risePx: popUpRisePx };
      const widthPx = card.content.type === 'post' ? postWidthPx : notificationWidthPx;
      return { kind, heightPx, widthPx, risePx: notificationRisePx };
    },
  };
}
