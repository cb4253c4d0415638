import { configObject, settings } from './config.ts';

/** Only these fields of a link or a user object are read (SH-104, SH-105). In the order that compresses best. */
export const fields =
  'contactLinkKeep focusArea kind authenticated accountGuid accountType signedin id accountId accountPlan iui userId ticketId country iamId company ip firstName phone email resource emailAddress lastName purpose href'.split(
    ' ',
  );

/** The value at a path from the window. Throws when a step is missing. No `reduce`: old libraries replace it. */
export function valueAt(steps: readonly string[]): never {
  let value = window as never;
  for (const step of steps) value = value[step as never];
  return value;
}

/**
 * Reads the page itself (SH-021): each page global at a dotted path, as JSON under that path. Only the user fields of an object
 * are read, except for the config object. The settings are the script's own attributes and name further paths. A path has no
 * value when a step is missing, a promise is pending or rejected, or a getter throws.
 */
export function readPage(reading: Record<string, unknown>): void {
  // A function cannot cross as JSON; its `name` shows that it exists (CH-157).
  `contactWidgetUser document.referrer document.documentElement.lang ${settings.profileObject} ${settings.supportObject} ${configObject} ${settings.chatFunction}.name performance.timeOrigin innerHeight document.documentElement.scrollHeight document.title visualViewport.scale visualViewport.height document.dir scrollY innerWidth location.href`
    .split(' ')
    .map(async (path) => {
      try {
        // `false` as the replacer lets all fields of the config object through.
        reading[path] = JSON.stringify(await valueAt(path.split('.')), (path !== configObject && fields) as string[]);
      } catch {}
    });
}
