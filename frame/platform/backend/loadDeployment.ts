import { createError } from '../errors.ts';

/** The deployment file beside the frame document, unparsed. Its absence is the operator's error: the message says so. */
export async function loadDeployment(get: typeof fetch): Promise<unknown> {
  let response: Response;
  try {
    response = await get('config.json', { credentials: 'omit' });
  } catch (cause) {
    throw createError('CONFIG_INVALID', 'config.json could not be reached', { cause });
  }
  if (!response.ok) throw createError('CONFIG_INVALID', `config.json answered ${response.status}`);
  try {
    return await response.json();
  } catch (cause) {
    throw createError('CONFIG_INVALID', 'config.json is not JSON', { cause });
  }
}
