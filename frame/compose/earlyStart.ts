import { parseTexts } from '../../bridge/guards.ts';
import { createContactApi } from '../contact/api.ts';
import { type EarlyLookup, startLookup } from '../contact/earlyLookup.ts';
import type { FirstDeployment } from '../deployment/laterSections.ts';
import { isAllowedHost } from '../host/allowedHosts.ts';
import { isIpAddress } from '../host/country.ts';
import { parsePageSettings } from '../host/pageSettings.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import { parseStored, storedEntries } from '../platform/storedEntries.ts';
import { parseStoredLocale } from '../text/locale.ts';
import { isSwitchedOff } from './drawing.ts';
import { createLookupFacts } from './lookupFacts.ts';

interface EarlyStartPorts {
  readonly deployment: FirstDeployment;
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Starts the contact lookup before the handshake, with what the loader has written into the frame's address. The address may
 * be forged or come from an older loader, so it can cause only a lookup: nothing is drawn, and the answer is used only if
 * the page itself then needs the same lookup (`reuseLookup`). It may also be unreadable, or that of another page, if there is a `%` in
 * the page's attributes, which the loader does not escape. Undefined if a lookup cannot start early: on a page with a config object or
 * parameters, which may change the lookup, the loader writes `false`. Nor can it if the page has promised who visits: the lookup then
 * waits for that (`start.ts`). A frame with an opaque origin gets no port, as on a page that sandboxes it.
 */
export function startEarly(
  self: Window,
  { deployment, call, clock, signal }: EarlyStartPorts,
): EarlyLookup | undefined {
  const page = readPage(self);
  if (!page || page.isUserPromised || self.origin === 'null' || !isAllowedHost(page.url, deployment.allowedHosts))
    return undefined;
  const query = { consent: {} };
  const settings = parsePageSettings({ page, query, config: undefined });
  if (isSwitchedOff({ settings, deployment })) return undefined;
  const chosen = parseStoredLocale(parseStored(storedEntries(self)['cm-locale']));
  const lookupFacts = createLookupFacts({
    page: { state: { locale: chosen ?? settings.locale, textLocale: chosen ?? settings.textLocale, facts: page } },
    settings,
    query,
    audience: { peek: () => ({ visitor: { state: { info: { ip: page.ip }, country: page.country } } }) },
    activity: { active: page.isActive },
    clock,
    deployment,
  });
  return startLookup(createContactApi(call, deployment.contact), lookupFacts(), signal);
}

/** Whether the page has promised who visits, according to the frame's address. */
export const isUserPromised = (self: Window): boolean => readPage(self)?.isUserPromised === true;

interface EarlyPage {
  /** The origin only. */
  readonly url: string;
  readonly lang: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly ip: string | undefined;
  readonly country: string | undefined;
  readonly isUserPromised: boolean;
  readonly isActive: boolean;
}

/**
 * The loader adds `lang`, `user` and `active`, which are the names of no settings. It looks for the config object only on the window itself, so a page may have
 * one at a dotted path. The origin comes from the browser, because the address may be forged. Firefox has no `ancestorOrigins` and gives
 * the referrer, which a page may hide.
 */
function readPage({ location, document }: Window): EarlyPage | undefined {
  try {
    const settings = parseTexts(JSON.parse(decodeURIComponent(location.hash.slice(1))));
    const { lang, user = '[]', active, configObject = '' } = settings;
    if (lang === undefined || configObject.includes('.')) return undefined;
    const users: readonly unknown[] = JSON.parse(user);
    const first = (name: string, isValid: (text: string) => boolean): string | undefined =>
      users.map((one) => parseTexts(one)[name]?.trim() ?? '').find(isValid);
    return {
      url: location.ancestorOrigins?.[0] ?? new URL(document.referrer).origin,
      lang,
      settings,
      ip: first('ip', isIpAddress),
      country: first('country', Boolean),
      isUserPromised: users.includes(0),
      isActive: active !== 'false',
    };
  } catch {} // No facts, or no referrer.
}
