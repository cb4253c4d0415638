import type { Clock } from '../clock.ts';
import { createError } from '../errors.ts';
import { startTimeLimit } from './timeLimit.ts';

/** How long one request for the deployment file may take: as long as a contact lookup. */
const deploymentTimeoutMs = 10_000;

/**
 * Fetches the deployment file, unparsed, with the same options as the document's preload, which has already started the
 * request. Throws CONFIG_INVALID if it is missing, is not JSON, or is late.
 */
export async function loadDeployment(get: typeof fetch, clock: Clock): Promise<unknown> {
  const { signal, isLate, end } = startTimeLimit(clock, deploymentTimeoutMs);
  try {
    const response = await get('config.json', { signal });
    if (!response.ok) throw response.status;
    return await response.json();
  } catch (cause) {
    throw createError('CONFIG_INVALID', `config.json could not be read: ${isLate() ? 'it took too long' : cause}`, {
      cause,
    });
  } finally {
    end();
  }
}
