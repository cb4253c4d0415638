import { createVisits } from '../live/visits.ts';
import type { SandboxService } from '../service.ts';
import { createAnalyticsService } from './analytics.ts';
import { createBotService } from './bot.ts';
import { createContactService } from './contact.ts';
import { createExperimentService } from './experiments.ts';
import { createGeoService } from './geo.ts';
import { createInquiryService } from './inquiries.ts';
import { createLiveServices } from './live.ts';
import { createOutreachService } from './outreach.ts';
import { createSchedulerService } from './scheduler.ts';
import { createSupportChatService } from './supportChat.ts';
import { createVendorAssistantService } from './vendorAssistant.ts';
import { createVendorFilesService } from './vendorFiles.ts';

export interface SandboxUrls {
  readonly hostUrl: string;
  readonly widgetUrl: string;
  readonly servicesUrl: string;
  readonly vendorsUrl: string;
}

/** Every service of the sandbox. The first one with a route for a call answers it. */
export function createAllServices(urls: SandboxUrls): readonly SandboxService[] {
  const visits = createVisits({ now: Date.now });
  const bot = createBotService({ hostUrl: urls.hostUrl, servicesUrl: urls.servicesUrl, now: Date.now, visits });
  return [
    createContactService({ ...urls, now: Date.now }),
    createGeoService(),
    createExperimentService(),
    createAnalyticsService(),
    createInquiryService(urls),
    createSchedulerService({ now: Date.now }),
    createSupportChatService(),
    createOutreachService(urls),
    createVendorAssistantService(),
    createVendorFilesService(urls),
    ...createLiveServices({ vendorsUrl: urls.vendorsUrl, now: Date.now, visits, holders: [bot] }),
    bot,
  ];
}
