import { checkSchema, type Schema } from '../platform/checkSchema.ts';
import type { Log } from '../platform/log.ts';
import { readableBrand } from '../shell/brand/brandStyles.ts';
import type { Deployment } from './deployment.ts';
import { toDevFile } from './devDeployment.ts';

/** The deployment file's JSON Schema as text, derived from `deployment.ts` by the build. */
declare const DEPLOYMENT_SCHEMA: string;

/**
 * Checks a deployment file that has been changed since the build, or that dev mode changes (SH-164); fills in defaults.
 * Throws CONFIG_INVALID with the field's path; warns of a colour that nobody could read. Downloaded only for such a file.
 */
export function checkDeployment(file: unknown, log: Pick<Log, 'warn'>, isDev = false): Deployment {
  const checked = checkSchema(JSON.parse(DEPLOYMENT_SCHEMA) as Schema, isDev ? toDevFile(file) : file) as Deployment;
  return { ...checked, ...(checked.brand && { brand: readableBrand(checked.brand, log.warn) }) };
}
