import type { SandboxService } from '../service.ts';

interface Visitor {
  readonly ip: string;
  readonly country: string;
}

/** An address reserved for documentation. */
const defaultVisitor: Visitor = { ip: '203.0.113.24', country: 'US' };

/** The visitor lookup: `GET /geo/client`. `POST /__sandbox/geo {country, ip}` changes the visitor's location. */
export function createGeoService(): SandboxService {
  let visitor = defaultVisitor;
  return {
    name: 'geo',
    routes: [{ method: 'GET', path: '/geo/client', answer: () => ({ body: visitor }) }],
    control(command, body) {
      if (command !== 'geo') return undefined;
      visitor = { ip: String(body.ip ?? visitor.ip), country: String(body.country ?? visitor.country) };
      return { body: visitor };
    },
    reset() {
      visitor = defaultVisitor;
    },
  };
}
