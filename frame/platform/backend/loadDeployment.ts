import { createError } from '../errors.ts';

/**
 * Fetches the deployment file, unparsed, with the same options as the document's preload, which has already started the
 * request. Throws CONFIG_INVALID if it is missing, because the operator has to fix that.
 */
export async function loadDeployment(get: typeof fetch): Promise<unknown> {
  try {
    const response = await get('config.json');
    if (!response.ok) throw response.status;
    return await response.json();
  } catch (cause) {
    throw createError('CONFIG_INVALID', `config.json could not be read: ${cause}`, { cause });
  }
}
