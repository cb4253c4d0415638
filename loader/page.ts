import { configObject, settings } from './config.ts';

/** Only these fields of a link, a user object or the visual viewport are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'ip authenticated firstName lastName email signedin offsetTop kind focusArea scale userId accountId accountPlan phone iamId accountGuid iui emailAddress height ticketId accountType country href purpose resource company width'.split(
    ' ',
  );

/** The value at a path from the window, undefined if a step is missing: throwing takes a millisecond on a slow processor. */
export function valueAt(steps: readonly string[]): never {
  let value = window as never;
  for (const step of steps) value = value?.[step as never] as never;
  return value;
}

/**
 * The paths of what the loader reads from the page itself (SH-021). The settings, the script's own attributes, name some of them.
 * A function cannot be sent as JSON, so its `name` shows that it exists (CH-157). In the order that compresses best.
 */
export const pagePaths = (): string[] =>
  `contactWidgetUser innerHeight ${settings.profileObject} document.documentElement.lang location.href performance.timeOrigin scrollY ${settings.chatFunction}.name visualViewport ${settings.supportObject} document.documentElement.scrollHeight ${configObject} document.referrer innerWidth`.split(
    ' ',
  );
