import { textOf } from '../../host/queryValue.ts';
import type { LoadJsonp } from '../../platform/loadJsonpScript.ts';
import type { ChannelPorts } from '../channel.ts';
import type { ChannelState } from '../channelState.ts';
import type { BotApi } from './api.ts';
import { comparedCountry, isCountryAllowed } from './country.ts';
import { checkEmployee } from './employeeCheck.ts';
import type { BotSession } from './session.ts';

/** The country that the bot's rules compare (CH-077). */
export const countryOf = (ports: Pick<ChannelPorts, 'query' | 'visitor'>): string | undefined =>
  comparedCountry(textOf(ports.query.region), ports.visitor().countryCode);

export interface AvailabilityParts {
  readonly api: BotApi;
  readonly session: BotSession;
  readonly change: ChannelState['change'];
  /** Runs before the status check. Rejecting makes the bot unavailable. */
  readonly prepare: () => Promise<void> | undefined;
  readonly employeeCheckUrl: string;
  readonly loadJsonp: LoadJsonp;
}

/** Checks whether the bot can be used (CH-076, CH-077), and whether the visitor is an employee (CH-104). Never rejects. */
export async function checkAvailability(ports: ChannelPorts, parts: AvailabilityParts): Promise<void> {
  const { lifetime, log, entry } = ports;
  const { session } = parts;
  void reportEmployee(ports, parts);
  try {
    await parts.prepare();
    await parts.api.checkStatus(entry.skill ?? '', ports.place().languageCode);
    if (lifetime.ended) return;
    if (isCountryAllowed(entry, countryOf(ports))) session.enter('available');
    else {
      log.info('The bot does not serve the visitor’s country.');
      session.enter('unavailable');
    }
  } catch (error) {
    if (lifetime.ended) return;
    log.warn('The bot cannot be used.', error);
    session.enter('unavailable');
  }
  parts.change({ isReady: true });
}

/** Starts with `init`, not with the chat, because experiments need the result early (CH-104, CH-205). */
async function reportEmployee(
  { clock, lifetime, onEmployeeCheck }: ChannelPorts,
  { session, employeeCheckUrl, loadJsonp }: AvailabilityParts,
): Promise<void> {
  session.facts.isEmployee ||= await checkEmployee(employeeCheckUrl, loadJsonp, clock, lifetime);
  if (employeeCheckUrl !== '' && !lifetime.ended) onEmployeeCheck(session.facts.isEmployee);
}
