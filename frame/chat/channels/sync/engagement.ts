import * as v from 'valibot';
import type { PageFacts } from '../../../../bridge/records.ts';
import { engagementAttributes } from '../../../identity/engagementAttributes.ts';
import { createEngagementPolling } from '../../../identity/engagementPolling.ts';
import { throwOnCode, withEngagementRetries } from '../../../identity/gatewayEngagement.ts';
import { firstHost } from '../../../platform/backend/firstHost.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { ChannelPorts, PlaceFacts } from '../../channel.ts';
import { isSameRoute } from '../../routing/routing.ts';
import type { SyncDeployment } from './deployment.ts';
import { engagementTimeoutMs } from './limits.ts';
import type { SyncParts } from './parts.ts';
import { type Engagement, parseEngagement } from './wire.ts';

const visitRecord = v.object({ visitorId: v.optional(v.string()), sessionId: v.optional(v.string()) });

/**
 * Polls the engagement service for the availability of agents (CH-114 to CH-119), except while a chat is running or starting
 * (CH-182). Calls `setState` with the outcome of each check.
 */
export function createEngagementCheck(
  ports: ChannelPorts,
  parts: SyncParts,
  isBusy: () => boolean,
  setState: (word: 'AVAILABLE' | 'UNAVAILABLE') => void,
) {
  const { clock, lifetime, log, storage, adapterId } = ports;
  const { state, deployment } = parts;
  let latest: Engagement | undefined;

  const polling = createEngagementPolling({ clock, lifetime, check, isKnown: () => latest !== undefined, isBusy });

  async function check(): Promise<void> {
    try {
      const visitor = ports.visitor();
      // Without the address, the call is sent all the same (CH-115).
      const ipAddress = visitor.ipAddress ?? (await ports.findIpAddress().catch(() => undefined));
      latest = await withEngagementRetries(() => ask(ipAddress), {
        clock,
        lifetime,
        deleteVisit: () => storage.remove('cm-chat-session', adapterId),
        storeVisitorId: (visitorId) => storage.write('cm-chat-session', { ...readVisitIds(), visitorId }, adapterId),
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The live chat engagement could not be checked.', error);
      if (state.snapshot.state === 'initialised') setState('UNAVAILABLE');
      return;
    }
    if (lifetime.ended) return;
    const { visitorId, sessionId, skillName, isAvailable } = latest;
    storage.write('cm-chat-session', { visitorId, sessionId }, adapterId);
    const routedSkill = skillName === undefined ? state.snapshot.routedSkill : servingSkill(ports, skillName);
    if (routedSkill !== state.snapshot.routedSkill) state.change({ routedSkill });
    const agentStatus = isAvailable ? 'available' : 'unavailable';
    if (agentStatus !== state.snapshot.agentStatus) state.change({ agentStatus });
    setState(isAvailable ? 'AVAILABLE' : 'UNAVAILABLE');
  }

  const readVisitIds = () => tryParse(visitRecord, storage.read('cm-chat-session', adapterId)) ?? {};

  function ask(ipAddress: string | undefined): Promise<Engagement> {
    const { visitorId, sessionId } = readVisitIds();
    const account = encodeURIComponent(state.snapshot.config.account ?? '');
    const pathSuffix = visitorId === undefined ? '' : `/${encodeURIComponent(visitorId)}`;
    return ports.call({
      hosts: [deployment.engagementHosts[0] ?? parts.origin],
      isForeign: true,
      path: `/api/account/${account}/app/engagement/visitors${pathSuffix}`,
      query: { v: '1.0', sid: sessionId },
      body: engagementBody(ports, deployment, latest, ipAddress),
      strategy: firstHost,
      attemptTimeoutMs: engagementTimeoutMs,
      signal: lifetime.signal,
      parse: (body) => throwOnCode(body, parseEngagement(body)),
    });
  }

  return {
    get latest() {
      return latest;
    },
    ...polling,
  };
}

/** The section labels of a service, without duplicates. Services of the liveperson type send the skill and 'v18' (CH-117). */
export function consumerSections(
  service: string,
  skill: string | undefined,
  languageCode: string,
  deployment: SyncDeployment,
): readonly string[] {
  const label = service.startsWith('liveperson') ? 'v18' : categoryLabel(skill, languageCode, deployment);
  return [...new Set([skill, label].filter((one): one is string => one !== undefined && one !== ''))];
}

/** The categories by keywords of a skill; the first match applies (CH-118). */
const portals = [
  ['support', 'portal-support'],
  ['portal', 'portal-sales'],
  ['sales', 'web-sales'],
] as const;

/** The category label of a skill of the other service. Unknown skills are treated as web sales, in English, suffix `bl` (CH-118). */
export function categoryLabel(skill: string | undefined, languageCode: string, deployment: SyncDeployment): string {
  const configured =
    skill !== undefined && Object.hasOwn(deployment.categories, skill) ? deployment.categories[skill] : undefined;
  if (configured) return `${configured.portal}-${configured.language}-${configured.suffix}`;
  const words = skill?.toLowerCase().split(/[^a-z]+/) ?? [];
  const portal = portals.find(([word]) => words.includes(word))?.[1];
  if (portal === undefined) return 'web-sales-english-bl';
  const languages = deployment.categoryLanguages;
  const named = Object.values(languages).find((language) => words.includes(language));
  const language = named ?? languages[languageCode.split('-')[0]?.toLowerCase() ?? ''] ?? 'english';
  return `${portal}-${language}-${words.includes('sl') ? 'sl' : 'bl'}`;
}

/** Body of the engagement call (CH-115, CH-116). `previous` is the last answer. */
export function engagementBody(
  ports: Pick<ChannelPorts, 'entry' | 'page' | 'place' | 'visitor'>,
  deployment: SyncDeployment,
  previous: Engagement | undefined,
  ipAddress: string | undefined,
): Readonly<Record<string, unknown>> {
  const { service, skill } = ports.entry;
  const { languageCode } = ports.place();
  const { pageId, contextId, engagementId, campaignId, language = languageCode } = previous ?? {};
  return {
    appType: 'EXTERNAL',
    appDetails: { appVersion: '1.0', ipAddress },
    engagementAttributes: engagementAttributes(ports, pageId),
    engagementDetails: { contextId, engagementId, campaignId, language },
    pageId,
    consumerSections: consumerSections(service, skill, languageCode, deployment),
  };
}

/** The skill that serves the visitor. The engagement's is that of the page. A bot may have named another one, which the engagement does not know. */
export function servingSkill(
  { entry, entries }: Pick<ChannelPorts, 'entry' | 'entries'>,
  engaged: string | undefined,
): string | undefined {
  const isOfPage = entries().some((one) => isSameRoute(one, entry));
  return isOfPage ? (engaged ?? entry.skill) : (entry.skill ?? engaged);
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
    skill,
    invitation: false,
    engagementId: engagement?.engagementId,
    campaignId: engagement?.campaignId,
    language: engagement?.language ?? place.languageCode,
    referrer: page.url,
    chatReferrer: page.url,
    userAgent: place.userAgent,
  };
}
