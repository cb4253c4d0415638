import { textOf } from '../../../host/queryValue.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { RoutingEntry, RoutingPhoneNumber } from '../../routing/routingEntry.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';
import { employeeTimeoutMs } from './limits.ts';
import type { BotParts } from './parts.ts';

/** The country that the bot's rules compare: the region override if set, else the visitor's country, in lower case (CH-077). */
export const countryOf = ({ query, visitor }: Pick<ChannelPorts, 'query' | 'visitor'>): string | undefined =>
  (textOf(query.region) ?? visitor().countryCode)?.toLowerCase();

interface Check {
  readonly atMs: number;
  /** The country that was compared. It may be unknown at first. */
  country: string | undefined;
  isOver: boolean;
  readonly whenOver: Promise<void>;
}

/** Whether the bot can be used (CH-076, CH-077), and whether the visitor is an employee (CH-104). */
export function createAvailability(ports: ChannelPorts, parts: BotParts, employeeCheckUrl: string) {
  const { clock, lifetime, log, entry } = ports;
  const { variant, api, session, state } = parts;
  let last: Check | undefined;
  const isServed = (): boolean => isCountryAllowed(entry, countryOf(ports));

  async function run(check: Omit<Check, 'whenOver'>): Promise<void> {
    try {
      await variant.prepare?.();
      await api.checkStatus(entry.skill ?? '', ports.place().languageCode);
      if (lifetime.ended) return;
      if (!isServed()) log.info('The bot does not serve the visitor’s country.');
      state.enter(isServed() ? 'available' : 'unavailable');
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The bot cannot be used.', error);
      state.enter('unavailable');
    }
    check.country = countryOf(ports);
    check.isOver = true;
    state.change({ isReady: true });
  }

  /** Starts with `init`, not with the chat, because experiments need the result early (CH-104, CH-205). */
  async function reportEmployee(): Promise<void> {
    const { loadJsonp = loadJsonpScript } = variant;
    session.facts.isEmployee = await checkEmployee(employeeCheckUrl, loadJsonp, clock, lifetime);
    if (employeeCheckUrl !== '' && !lifetime.ended) ports.onEmployeeCheck(session.facts.isEmployee);
  }

  /** Like `whenChecked`, but checks again if the bot is unavailable, unless it does not serve the visitor's country now. */
  function check(): Promise<void> {
    if (!last) void reportEmployee();
    const mayChange = state.snapshot.state === 'unavailable' && isServed();
    if (last && !(last.isOver && mayChange)) return last.whenOver;
    const begun = { atMs: clock.now(), country: undefined, isOver: false };
    last = Object.assign(begun, { whenOver: run(begun) });
    return last.whenOver;
  }

  return {
    /** Whether the shown pane may check again. */
    isDue: (): boolean => Math.abs(clock.now() - (last?.atMs ?? 0)) >= retryWhenShownMs,
    /** Whether the visitor's country has changed since the last check. */
    isForOtherCountry: (): boolean => last?.isOver === true && last.country !== countryOf(ports),
    /** Resolves when the last check has ended. Begins the first one. Never rejects. */
    whenChecked: () => last?.whenOver ?? check(),
    check,
  };
}

/** Downloaded for a deployment with an employee check. Without it, nobody is an employee. */
const loadJsonpScript: LoadJsonp = async (url, lifetime) => {
  const { createJsonpLoader } = await import('../../../platform/loadJsonpScript.ts');
  // The check may be over.
  lifetime.signal.throwIfAborted();
  return createJsonpLoader('callback')(url, lifetime);
};

/** Any answer means an employee; a failure, a 3 s timeout or an empty URL means none (CH-104). Never rejects. */
export async function checkEmployee(url: string, load: LoadJsonp, clock: Clock, lifetime: Lifetime): Promise<boolean> {
  if (url === '') return false;
  const attempt = lifetime.child();
  const answered = load(url, attempt).then(
    () => true,
    () => false, // Ignore the error: the URL is expected to fail for visitors who are not employees.
  );
  const isEmployee = await Promise.race([answered, pause({ clock, lifetime: attempt }, employeeTimeoutMs)]);
  attempt.end();
  return isEmployee === true;
}

/** A skill without a country list serves every country. A skill with a list does not serve an unknown country. */
export function isCountryAllowed(entry: RoutingEntry, country: string | undefined): boolean {
  if (!entry.countries || entry.countries.length === 0 || entry.countries.includes('*')) return true;
  return entry.countries.some((one) => one.toLowerCase() === country);
}

/** The entry's phone number for this country (CH-078). */
export function phoneNumberFor(entry: RoutingEntry, country: string | undefined): RoutingPhoneNumber | undefined {
  return entry.phoneNumbers?.find((one) => one.countryCode?.toLowerCase() === country && country !== undefined);
}
