import * as v from 'valibot';
import type { ServiceContract } from './serviceContract.ts';

/** The visitor's location. */
const geoAnswer = v.object({
  /** IPv4 or IPv6. Anything else is treated as unknown. */
  ip: v.optional(v.string()),
  /** Two letters (ISO 3166). Anything else is treated as unknown. */
  country: v.optional(v.string()),
});

/** The geo service. */
export function geoService({ geoHosts }: { readonly geoHosts: readonly string[] }): ServiceContract {
  return {
    name: 'geo',
    title: 'Geo service',
    description: 'Returns the country of a visitor. Consent may depend on it, so no shared cache may store the answer.',
    file: 'test/services/contracts/geo.ts',
    schemas: { geoAnswer },
    calls: [
      {
        ...{
          id: 'client',
          hosts: geoHosts,
          method: 'GET',
          path: '/client',
          summary: 'The visitor’s address and country',
        },
        answers: {
          '200': {
            description: 'The known data.',
            content: { schema: geoAnswer, example: { ip: '203.0.113.24', country: 'US' } },
          },
          default: { description: 'The country stays unknown.' },
        },
      },
    ],
  };
}
