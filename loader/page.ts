import { configObject, settings } from './config.ts';

/** Only these fields of a link, a user object or the visual viewport are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'contactLinkKeep focusArea kind authenticated accountGuid accountType signedin id accountId accountPlan iui userId ticketId country iamId company ip firstName phone height scale email resource emailAddress lastName purpose href'.split(
    ' ',
  );

/** The value at a path from the window. Throws when a step is missing. Not `reduce`, because old libraries replace it. */
export function valueAt(steps: readonly string[]): never {
  let value = window as never;
  steps.map((step) => {
    value = value[step as never];
    return value;
  });
  return value;
}

/**
 * The paths of what the loader reads from the page itself (SH-021). The settings, the script's own attributes, name some of them.
 * `name` shows that a function exists, which cannot cross as JSON (CH-157). In the order that compresses best.
 */
export const pagePaths = (): string[] =>
  `contactWidgetUser document.referrer document.documentElement.lang ${settings.profileObject} ${settings.supportObject} ${configObject} ${settings.chatFunction}.name performance.timeOrigin innerHeight document.documentElement.scrollHeight visualViewport scrollY innerWidth location.href`.split(
    ' ',
  );
