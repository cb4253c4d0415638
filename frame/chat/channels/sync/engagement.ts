import * as v from 'valibot';
import { createEngagementPolling, type EngagementPolling } from '../../../identity/engagementPolling.ts';
import { refuseCode, withEngagementRetries } from '../../../identity/gatewayEngagement.ts';
import { describeError } from '../../../platform/errors.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../../channelState.ts';
import type { SyncDeployment } from './deployment.ts';
import { engagementBody } from './engagementRequest.ts';
import { engagementTimeoutMs } from './limits.ts';
import { type Engagement, parseEngagement } from './wire.ts';

const visitRecord = v.object({ visitorId: v.optional(v.string()), sessionId: v.optional(v.string()) });

export interface EngagementCheckParts {
  readonly state: ChannelState;
  readonly deployment: SyncDeployment;
  readonly origin: () => string;
  /** A chat runs or begins: nothing is asked (CH-182). */
  readonly isBusy: () => boolean;
  /** The service's word for whether a chat could begin. */
  readonly incoming: (word: 'AVAILABLE' | 'UNAVAILABLE') => void;
}

/** Whether somebody could answer, asked from time to time (CH-114 to CH-119); the outcome is the state. */
export interface EngagementCheck extends EngagementPolling {
  /** What the service last said. */
  readonly known: Engagement | undefined;
}

export function createEngagementCheck(ports: ChannelPorts, parts: EngagementCheckParts): EngagementCheck {
  const { clock, lifetime, log, entry, storage, adapterId } = ports;
  const { state, deployment } = parts;
  let known: Engagement | undefined;

  const polling = createEngagementPolling({
    clock,
    lifetime,
    check,
    isKnown: () => state.snapshot.state === 'available' || state.snapshot.state === 'unavailable',
    isBusy: parts.isBusy,
  });

  async function check(): Promise<void> {
    try {
      const visitor = ports.visitor();
      const ipAddress = visitor.ipAddress ?? (await findIpAddress());
      known = await withEngagementRetries(() => ask(ipAddress), {
        clock,
        lifetime,
        dropVisit: () => storage.remove('cm-chat-session', adapterId),
        keepVisitor: (visitorId) => storage.write('cm-chat-session', { ...readVisit(), visitorId }, adapterId),
      });
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('The engagement of live chat could not be asked.', describeError(error));
      if (state.snapshot.state === 'initialised') parts.incoming('UNAVAILABLE');
      return;
    }
    if (lifetime.ended) return;
    const { visitorId, sessionId, skillName, isAvailable } = known;
    storage.write('cm-chat-session', { visitorId, sessionId }, adapterId);
    if (skillName !== undefined && skillName !== state.snapshot.routedSkill) state.change({ routedSkill: skillName });
    const agentStatus = isAvailable ? 'available' : 'unavailable';
    if (agentStatus !== state.snapshot.agentStatus) state.change({ agentStatus });
    parts.incoming(isAvailable ? 'AVAILABLE' : 'UNAVAILABLE');
  }

  async function findIpAddress(): Promise<string | undefined> {
    try {
      return await ports.findIpAddress();
    } catch {
      return undefined; // Silent: the call goes without the address (CH-115).
    }
  }

  function readVisit(): v.InferOutput<typeof visitRecord> {
    const visit = v.safeParse(visitRecord, storage.read('cm-chat-session', adapterId));
    return visit.success ? visit.output : {};
  }

  function ask(ipAddress: string | undefined): Promise<Engagement> {
    const { visitorId, sessionId } = readVisit();
    const account = encodeURIComponent(state.snapshot.config.account ?? '');
    const suffixOfPath = visitorId === undefined ? '' : `/${encodeURIComponent(visitorId)}`;
    return ports.call({
      hosts: [deployment.engagementHosts[0] ?? parts.origin()],
      isForeign: true,
      path: `/api/account/${account}/app/engagement/visitors${suffixOfPath}`,
      query: { v: '1.0', sid: sessionId },
      body: engagementBody({
        service: entry.service,
        skill: entry.skill,
        visitor: ports.visitor(),
        place: ports.place(),
        page: ports.page(),
        known,
        ipAddress,
        deployment,
      }),
      strategy: 'none',
      attemptTimeoutMs: engagementTimeoutMs,
      signal: lifetime.signal,
      parse: (body) => refuseCode(body, parseEngagement(body)),
    });
  }

  return {
    get known() {
      return known;
    },
    ...polling,
  };
}
