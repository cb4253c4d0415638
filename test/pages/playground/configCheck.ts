import { parseDeployment } from '../../../frame/deployment/deployment.ts';

/** Why the build refuses a deployment file. Undefined if it accepts the file. */
export function refusalOf(file: unknown): string | undefined {
  try {
    parseDeployment(file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
