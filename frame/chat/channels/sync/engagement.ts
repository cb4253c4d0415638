import * as v from 'valibot';
import { createEngagementPolling } from '../../../identity/engagementPolling.ts';
import { throwOnCode, withEngagementRetries } from '../../../identity/gatewayEngagement.ts';
import { firstHost } from '../../../platform/backend/firstHost.ts';
import type { ChannelPorts } from '../../channel.ts';
import { engagementBody, servingSkill } from './engagementRequest.ts';
import { engagementTimeoutMs } from './limits.ts';
import type { SyncParts } from './parts.ts';
import { type Engagement, parseEngagement } from './wire.ts';

const visitRecord = v.object({ visitorId: v.optional(v.string()), sessionId: v.optional(v.string()) });

export type EngagementCheck = ReturnType<typeof createEngagementCheck>;

/**
 * Polls the engagement service for the availability of agents (CH-114 to CH-119), except while a chat is running or starting
 * (CH-182). Calls `setState` with the outcome of each check.
 */
export function createEngagementCheck(
  ports: ChannelPorts,
  { state, deployment, origin }: SyncParts,
  isBusy: () => boolean,
  setState: (word: 'AVAILABLE' | 'UNAVAILABLE') => void,
) {
  const { clock, lifetime, log, storage, adapterId } = ports;
  let latest: Engagement | undefined;

  const polling = createEngagementPolling({ clock, lifetime, check, isKnown: () => latest !== undefined, isBusy });

  async function check(): Promise<void> {
    try {
      const visitor = ports.visitor();
      const ipAddress = visitor.ipAddress ?? (await findIpAddress());
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

  async function findIpAddress(): Promise<string | undefined> {
    try {
      return await ports.findIpAddress();
    } catch {
      return undefined; // Ignore the error: the call is sent without the address (CH-115).
    }
  }

  function readVisitIds(): v.InferOutput<typeof visitRecord> {
    const visit = v.safeParse(visitRecord, storage.read('cm-chat-session', adapterId));
    return visit.success ? visit.output : {};
  }

  function ask(ipAddress: string | undefined): Promise<Engagement> {
    const { visitorId, sessionId } = readVisitIds();
    const account = encodeURIComponent(state.snapshot.config.account ?? '');
    const pathSuffix = visitorId === undefined ? '' : `/${encodeURIComponent(visitorId)}`;
    return ports.call({
      hosts: [deployment.engagementHosts[0] ?? origin()],
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
    /** The service's latest answer. */
    get latest() {
      return latest;
    },
    ...polling,
  };
}
