import type { SandboxService } from '../service.ts';
import { createContactService } from './contact.ts';
import { createGeoService } from './geo.ts';

export interface SandboxUrls {
  readonly hostUrl: string;
  readonly widgetUrl: string;
  readonly servicesUrl: string;
}

/** Every service of the sandbox, one line each; the first that has a route for a call answers it. */
export function createAllServices(urls: SandboxUrls): readonly SandboxService[] {
  return [createContactService({ hostUrl: urls.hostUrl, now: Date.now }), createGeoService()];
}
