import { configObject, settings } from './config.ts';

/** Only these fields of a link, a user object or the visual viewport are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'contactLinkKeep iamId accountType focusArea userId accountId accountPlan height ticketId accountGuid country id company ip iui width offsetTop signedin scale email kind resource emailAddress authenticated lastName phone firstName purpose href'.split(
    ' ',
  );

/** The value at a path from the window, undefined if a step is missing: throwing takes a millisecond on a slow processor. */
export function valueAt(steps: readonly string[]): never {
  let value = window as never;
  for (const step of steps) value = value?.[step as never] as never;
  return value;
}

/**
 * The country and the IP address that the page's user objects already have, in the frame's order of preference (SH-106). A promise is
 * `0`: the frame then waits for it.
 */
export function knownUser(): string | undefined {
  try {
    return JSON.stringify(
      `contactWidgetUser ${settings.profileObject} ${settings.supportObject}`.split(' ').map((path) => {
        const user = valueAt(path.split('.')) as { then?: unknown } | undefined;
        return user?.then ? 0 : user;
      }),
      ['country', 'ip'],
    );
  } catch {} // The page's own getter has failed.
}

/**
 * The paths of what the loader reads from the page itself (SH-021). The settings, the script's own attributes, name some of them.
 * A function cannot be sent as JSON, so its `name` shows that it exists (CH-157). In the order that compresses best.
 */
export const pagePaths = (): string[] =>
  `contactWidgetUser visualViewport ${settings.supportObject} ${settings.profileObject} ${configObject} ${settings.chatFunction}.name performance.timeOrigin scrollY innerWidth document.documentElement.lang innerHeight document.documentElement.scrollHeight document.referrer location.href`.split(
    ' ',
  );
