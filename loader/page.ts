import { configObject, settings } from './config.ts';

/** Only these fields of a link, a user object or the visual viewport are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'firstName height signedin focusArea scale country accountGuid accountId accountType company accountPlan offsetTop ticketId ip kind resource iamId iui lastName href phone email purpose emailAddress userId authenticated width'.split(
    ' ',
  );

/** The value at a path from the window, undefined if a step is missing: throwing takes a millisecond on a slow processor. */
export const valueAt = (steps: readonly string[]): never =>
  steps.reduce<never>((value, step) => value?.[step as never] as never, window as never);

/**
 * The paths of what the loader reads from the page itself (SH-021). The settings, the script's own attributes, name some of them.
 * A function cannot be sent as JSON, so its `name` shows that it exists (CH-157). In the order that compresses best.
 */
export const pagePaths = (): string[] =>
  `contactWidgetUser scrollY innerHeight document.documentElement.scrollHeight document.documentElement.lang document.referrer ${settings.profileObject} ${settings.supportObject} ${configObject} ${settings.chatFunction}.name visualViewport location.href performance.timeOrigin innerWidth`.split(
    ' ',
  );
