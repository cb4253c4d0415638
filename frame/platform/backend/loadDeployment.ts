import { createError } from '../errors.ts';

/** The deployment file beside the frame document, unparsed. Its absence is the operator's error: the message says so. */
export async function loadDeployment(get: typeof fetch): Promise<unknown> {
  try {
    const response = await get('config.json', { credentials: 'omit' });
    if (!response.ok) throw response.status;
    return await response.json();
  } catch (cause) {
    throw createError('CONFIG_INVALID', `config.json could not be read: ${cause}`, { cause });
  }
}
