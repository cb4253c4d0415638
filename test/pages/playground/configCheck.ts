import { parseDeployment } from '../../../frame/deployment/deployment.ts';

/** What the build says of a deployment file. Undefined: it takes it. */
export function refusalOf(file: unknown): string | undefined {
  try {
    parseDeployment(file);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
