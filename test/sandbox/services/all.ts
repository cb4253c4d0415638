import type { SandboxService } from '../service.ts';
import { createAnalyticsService } from './analytics.ts';
import { createBotService } from './bot.ts';
import { createContactService } from './contact.ts';
import { createExperimentService } from './experiments.ts';
import { createGeoService } from './geo.ts';
import { createLiveServices } from './live.ts';
import { createOutreachService } from './outreach.ts';
import { createSchedulerService } from './scheduler.ts';
import { createSupportChatService } from './supportChat.ts';

export interface SandboxUrls {
  readonly hostUrl: string;
  readonly widgetUrl: string;
  readonly servicesUrl: string;
}

/** Every service of the sandbox. The first one with a route for a call answers it. */
export function createAllServices(urls: SandboxUrls): readonly SandboxService[] {
  return [
    createContactService({ ...urls, now: Date.now }),
    createGeoService(),
    createExperimentService(),
    createAnalyticsService(),
    createSchedulerService({ now: Date.now }),
    createSupportChatService(),
    createOutreachService(urls),
    ...createLiveServices({ servicesUrl: urls.servicesUrl, now: Date.now }),
    createBotService({ hostUrl: urls.hostUrl, now: Date.now }),
  ];
}
