import type { SandboxService } from '../service.ts';

interface Visitor {
  readonly ip: string;
  readonly country: string;
}

/** An address set aside for documentation, so that no real network is named. */
const home: Visitor = { ip: '203.0.113.24', country: 'US' };

/** Where the visitor is: `GET /geo/client`. `POST /__sandbox/geo {country, ip}` moves the visitor. */
export function createGeoService(): SandboxService {
  let visitor = home;
  return {
    name: 'geo',
    routes: [{ method: 'GET', path: '/geo/client', answer: () => ({ body: visitor }) }],
    control(command, body) {
      if (command !== 'geo') return undefined;
      visitor = { ip: String(body.ip ?? visitor.ip), country: String(body.country ?? visitor.country) };
      return { body: visitor };
    },
    reset() {
      visitor = home;
    },
  };
}
