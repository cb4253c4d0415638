import { atTime } from './atTime.ts';
import { createClosedNotes } from './closedNotes.ts';
import type { NotificationStore } from './notificationStore.ts';
import { isRuleMet, nextRuleMs, type PageRule, parsePageRules } from './pageRules.ts';
import { parseNotification } from './parseNotification.ts';
import type { OutreachPorts } from './ports.ts';

export interface RulesWatchPorts
  extends Pick<OutreachPorts, 'clock' | 'lifetime' | 'log' | 'page' | 'user' | 'allows' | 'storage'> {
  readonly notifications: Pick<NotificationStore, 'queue' | 'closedElsewhere'>;
}

/** The page's own rules (SH-137). They are checked when the page, the visitor, their consent or the time changes; each fires once, and never again once the visitor has seen its notification to its end. */
export function createRulesWatch(ports: RulesWatchPorts, given: unknown) {
  const { rules, skipped } = parsePageRules(given);
  for (const warning of skipped) ports.log.warn(warning);
  /** Under which id the notification of each rule is listed. Its own id, once it is queued. */
  const ids = new Map<PageRule, string>(rules.map((rule, index) => [rule, `page-rule-${index + 1}`]));
  const waiting = new Map(ids);
  const closed = createClosedNotes(ports.storage);
  let cancelNext = (): void => {};

  function check(): void {
    cancelNext();
    // On a later page, too, before the visitor came back.
    for (const [rule, id] of ids) if (closed.has(rule)) ports.notifications.closedElsewhere(id);
    if (ports.lifetime.ended || !ports.allows('proactive')) return;
    const { url, timeOrigin } = ports.page();
    const onPageMs = ports.clock.now() - timeOrigin;
    for (const [rule, id] of [...waiting]) {
      if (!isRuleMet(rule, { url, onPageMs, user: ports.user() })) continue;
      waiting.delete(rule);
      if (closed.has(rule)) continue;
      const notification = parseNotification(rule.notification, id);
      let isShown = false;
      const callbackMap = {
        onShown: () => {
          isShown = true;
        },
        onDone: () => {
          if (isShown) closed.add(rule);
        },
      };
      if (notification) {
        if (ports.notifications.queue({ ...notification, callbackMap })) ids.set(rule, notification.id);
      } else ports.log.warn(`The notification of ${id} has no known type or no text and is skipped.`);
    }
    const nextMs = nextRuleMs([...waiting.keys()], onPageMs);
    if (nextMs !== undefined) cancelNext = atTime(ports.clock, ports.lifetime, timeOrigin + nextMs, check);
  }

  check();
  closed.onChange(ports.lifetime, check);
  return { check };
}
