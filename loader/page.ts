import { configObject, settings } from './config.ts';

/** Only these fields of a link, a user object or the visual viewport are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'firstName height signedin focusArea scale country accountType company accountId accountGuid accountPlan offsetTop email ticketId iamId ip emailAddress userId iui kind resource lastName href purpose phone authenticated width'.split(
    ' ',
  );

/**
 * The value at a path from the window, undefined if a step is missing: throwing takes a millisecond on a slow processor. Not with `reduce`,
 * which old libraries replace.
 */
export function valueAt(steps: readonly string[], value = window as never): never {
  for (const step of steps) value = value?.[step as never] as never;
  return value;
}

/**
 * The paths of what the loader reads from the page itself (SH-021). The settings, the script's own attributes, name some of them.
 * A function cannot be sent as JSON, so its `name` shows that it exists (CH-157). In the order that compresses best.
 */
export const pagePaths = (): string[] =>
  `contactWidgetUser innerHeight document.documentElement.scrollHeight document.documentElement.lang scrollY ${settings.profileObject} ${settings.supportObject} ${configObject} ${settings.chatFunction}.name visualViewport location.href performance.timeOrigin document.referrer innerWidth`.split(
    ' ',
  );
