import { parseDeployment } from '../../../frame/deployment/deployment.ts';

/** The `brand` section of a deployment file, with the fields that somebody has chosen. */
export type ChosenBrand = Readonly<Record<string, string | number>>;

const least = { allowedHosts: [], contact: { hosts: ['https://contact.example'] } };

/** What the build says of a deployment with this brand. Undefined: it takes it. */
export function refusalOf(brand: ChosenBrand): string | undefined {
  try {
    parseDeployment({ ...least, brand });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
