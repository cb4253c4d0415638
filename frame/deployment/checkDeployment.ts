import { checkSchema, type Schema } from '../platform/checkSchema.ts';
import type { Log } from '../platform/log.ts';
import type { Deployment } from './deployment.ts';
import { toDevFile } from './devDeployment.ts';

/** The deployment file's JSON Schema as text, derived from `deployment.ts` by the build. */
declare const DEPLOYMENT_SCHEMA: string;

/**
 * Checks a deployment file that has been changed since the build, or that dev mode changes (SH-164); fills in defaults.
 * Throws CONFIG_INVALID with the field's path. Downloaded only for such a file.
 */
export async function checkDeployment(file: unknown, log: Pick<Log, 'warn'>, isDev = false): Promise<Deployment> {
  const checked = checkSchema(JSON.parse(DEPLOYMENT_SCHEMA) as Schema, isDev ? toDevFile(file) : file) as Deployment;
  const { brand, ...others } = checked;
  if (!brand) return checked;
  try {
    const { readableBrand } = await import('../shell/brand/brandStyles.ts');
    return { ...others, brand: readableBrand(brand, log.warn) };
  } catch (error) {
    log.warn('The brand could not be downloaded. The default colours are used.', error);
    return others;
  }
}
