import type { Deployment } from './deployment.ts';
import { toDevFile } from './devDeployment.ts';
import { checkSchema, type Schema } from './platform/checkSchema.ts';

/** The deployment file's JSON Schema, derived from frame/deployment.ts by the build. */
declare const DEPLOYMENT_SCHEMA: Schema;

/**
 * Checks a deployment file that has been changed since the build, or that dev mode changes (SH-164); fills in defaults.
 * Throws CONFIG_INVALID with the field's path. Downloaded only for such a file.
 */
export function checkDeployment(file: unknown, isDev: boolean): Deployment {
  return checkSchema(DEPLOYMENT_SCHEMA, isDev ? toDevFile(file) : file) as Deployment;
}
