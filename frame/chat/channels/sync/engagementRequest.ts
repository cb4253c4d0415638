import type { PageFacts } from '../../../../bridge/records.ts';
import type { PlaceFacts, VisitorFacts } from '../../channel.ts';
import type { SyncDeployment } from './deployment.ts';
import type { Engagement } from './wire.ts';

/** The section labels of a service, without duplicates. Services of the liveperson type send the skill and 'v18' (CH-117). */
export function consumerSections(
  service: string,
  skill: string | undefined,
  languageCode: string,
  deployment: SyncDeployment,
): readonly string[] {
  const labels = service.startsWith('liveperson')
    ? [skill, 'v18']
    : [skill, categoryLabel(skill, languageCode, deployment)];
  return [...new Set(labels.filter((label): label is string => label !== undefined && label !== ''))];
}

/** The category label of a skill of the other service. Unknown skills count as web sales, in English, suffix `bl` (CH-118). */
export function categoryLabel(skill: string | undefined, languageCode: string, deployment: SyncDeployment): string {
  const named =
    skill !== undefined && Object.hasOwn(deployment.categories, skill) ? deployment.categories[skill] : undefined;
  if (named) return `${named.portal}-${named.language}-${named.suffix}`;
  const derived = skill === undefined ? undefined : /^(web-sales|portal-sales|portal-support)(?:-|$)/.exec(skill)?.[1];
  if (derived === undefined) return 'web-sales-english-bl';
  const language = deployment.categoryLanguages[languageCode.split('-')[0]?.toLowerCase() ?? ''] ?? 'english';
  return `${derived}-${language}-${skill?.endsWith('-sl') ? 'sl' : 'bl'}`;
}

export interface EngagementFacts {
  readonly service: string;
  readonly skill: string | undefined;
  readonly visitor: VisitorFacts;
  readonly place: PlaceFacts;
  readonly page: PageFacts;
  /** The previous answer. */
  readonly previous: Engagement | undefined;
  readonly ipAddress: string | undefined;
  readonly deployment: SyncDeployment;
}

/** Body of the engagement call (CH-115, CH-116). */
export function engagementBody(facts: EngagementFacts): Readonly<Record<string, unknown>> {
  const { visitor, page, previous } = facts;
  return {
    appType: 'EXTERNAL',
    appDetails: { appVersion: '1.0', ...(facts.ipAddress === undefined ? {} : { ipAddress: facts.ipAddress }) },
    engagementAttributes: [
      { type: 'lead', lead: { topic: facts.place.focusArea ?? '' } },
      {
        type: 'ctmrinfo',
        info: { customerId: visitor.userId ?? '', loginStatus: visitor.isSignedIn ? 1 : 0 },
      },
      {
        type: 'ctmrinfo',
        info: {
          imei: page.url,
          chatStartUrl: page.url,
          chatStartUPageviewId: previous?.pageId ?? '',
          role: visitor.role ?? 'visitor',
        },
      },
    ],
    engagementDetails: {
      contextId: previous?.contextId,
      engagementId: previous?.engagementId,
      campaignId: previous?.campaignId,
      language: previous?.language ?? facts.place.languageCode,
    },
    pageId: previous?.pageId,
    consumerSections: consumerSections(facts.service, facts.skill, facts.place.languageCode, facts.deployment),
  };
}

/** Body of the chat request (CH-126). */
export function chatRequest(
  engagement: Engagement | undefined,
  skill: string | undefined,
  page: PageFacts,
  place: PlaceFacts,
): Readonly<Record<string, unknown>> {
  return {
    LETagVisitorId: engagement?.visitorId,
    LETagSessionId: engagement?.sessionId,
    LETagContextId: engagement?.contextId,
    skill: engagement?.skillName ?? skill,
    invitation: false,
    engagementId: engagement?.engagementId,
    campaignId: engagement?.campaignId,
    language: engagement?.language ?? place.languageCode,
    referrer: page.url,
    chatReferrer: page.url,
    userAgent: place.userAgent,
  };
}
