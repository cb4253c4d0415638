import * as hostKeys from '../../bridge/hostKeys.ts';
import { chatRows } from '../contact/answer.ts';
import { createCount } from '../outreach/count.ts';
import { defaultPopUpTimeMs, defaultProactive } from '../outreach/limits.ts';
import { nurtureTypesOf } from '../outreach/nurtureType.ts';
import { hasStart, parseProactiveRecord } from '../outreach/proactiveRecord.ts';
import { hasScrolledEnough, planBotTrigger } from '../outreach/scrollTrigger.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { storedEntries } from '../platform/storedEntries.ts';
import type { Audience, FirstCore } from '../widget.ts';

interface WatchPorts {
  /** When the widget started on this page. */
  readonly startedMs: number;
  /** When the visitor last did something on this page. */
  readonly actedMs: () => number;
  /** Downloads the rooms, which start outreach. */
  readonly wake: () => void;
}

/**
 * Waits, without the rooms, until outreach has something to do: offers, in-app messages or rules that may be shown, a pop-up
 * that is due soon, a bot that may welcome the visitor, or a stored count for which consent was withdrawn. Its lifetime ends when the
 * rooms are there and do the counting.
 */
export function watchOutreach(core: FirstCore & Pick<Audience, 'consent'>, { startedMs, actedMs, wake }: WatchPorts) {
  const { clock, lifetime, settings, self, hostStore, consent, viewport, contact } = core;
  // The built file omits fields with default values.
  const { proactive = defaultProactive, popUpTimeMs = defaultPopUpTimeMs, ...nurture } = core.deployment.outreach ?? {};
  let counting: { readonly lifetime: Lifetime; readonly count: ReturnType<typeof createCount> } | undefined;

  function hasNurture(): boolean {
    const stored = storedEntries(self);
    // Without consent, what is stored must be deleted.
    return (
      ('cm-offers' in stored && !consent.isAllowed('interact')) ||
      (consent.isAllowed('proactive') ? settings.rules.length > 0 : 'cm-closed' in stored) ||
      nurtureTypesOf(nurture, consent.isAllowed).length > 0
    );
  }

  /**
   * A bot has its own trigger (SH-119). Its availability is checked only after the trigger. On a short page the trigger is an input
   * after the delay, because without one nobody may be there.
   */
  function mayBotWelcome(): boolean {
    const { information } = contact.state;
    if (!information || !chatRows(information.first).some(({ chatService }) => chatService === 'bot')) return false;
    const trigger = planBotTrigger(viewport.state.viewport);
    return trigger.by === 'time'
      ? actedMs() >= startedMs + trigger.delayMs
      : hasScrolledEnough(viewport.state.viewport);
  }

  function startCounting(): void {
    const own = lifetime.child();
    const count = createCount({
      clock,
      lifetime: own,
      store: hostStore,
      popUpTimeMs,
      // Until the bot's availability is known; the count of the rooms corrects it (SH-117).
      firstType: () => 'proactiveInvite',
      isEarly: mayBotWelcome,
      wake,
    });
    counting = { lifetime: own, count };
    count.start();
  }

  async function stopCounting(): Promise<void> {
    counting?.lifetime.end();
    counting = undefined;
    const record = parseProactiveRecord(await hostStore.readJson(hostKeys.proactiveState));
    // The rooms delete the record.
    if (record && hasStart(record)) wake();
  }

  function follow(): void {
    if (lifetime.ended) return;
    if (hasNurture()) wake();
    else if (!proactive) return;
    else if (!consent.isAllowed('proactive')) void stopCounting();
    else if (!counting) startCounting();
  }
  follow();
  lifetime.add(consent.watch(follow));

  return {
    /** The visitor no longer needs an invitation. */
    paneShown: () => void counting?.count.cancel(),
  };
}
