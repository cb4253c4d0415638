import type { SandboxService } from '../service.ts';

interface Visitor {
  readonly ip: string;
  readonly country: string;
}

/** An address reserved for documentation. */
const defaultVisitor: Visitor = { ip: '203.0.113.24', country: 'US' };

/** A visitor does not move within minutes, and no shared cache may keep where they are. */
const visitorsOwn = { 'cache-control': 'private, max-age=600' };

/** The visitor lookup: `GET /geo/client`. `POST /__sandbox/geo {country, ip}` changes the visitor's location. */
export function createGeoService(): SandboxService {
  let visitor = defaultVisitor;
  return {
    name: 'geo',
    routes: [{ method: 'GET', path: '/geo/client', answer: () => ({ body: visitor, headers: visitorsOwn }) }],
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
