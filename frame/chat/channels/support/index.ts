import * as v from 'valibot';
import { createError, describeError } from '../../../platform/errors.ts';
import { queueTypes } from '../../adapters.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { createChannelState } from '../../channelState.ts';
import { lookIntervalMs, lookLimitMs, sizedVariant, windowHeightPx, windowWidthPx } from './limits.ts';
import { browserTransport, type SupportTransport } from './loadSupportSdk.ts';
import { toState } from './toState.ts';
import { type LiveAgent, type SupportDeployment, supportDeployment } from './wire.ts';

/** The provider's support chat: availability here, the conversation in the provider's own window (CH-153 to CH-156). */
export function createSupportChannel(ports: ChannelPorts, transport: SupportTransport = browserTransport): Channel {
  const { adapterId, entry, lifetime, log } = ports;
  let agent: LiveAgent | undefined;
  const state = createChannelState(ports, queueTypes[adapterId], { state: 'unavailable', routedSkill: undefined });
  const { change } = state;

  /** The provider's program, looked for until it exists; undefined when it does not come (CH-153). */
  function findAgent(deployment: SupportDeployment): Promise<LiveAgent | undefined> {
    return new Promise((resolve) => {
      const untilMs = ports.clock.now() + lookLimitMs;
      const stop = ports.clock.every(lookIntervalMs, () => {
        const found = transport.find();
        if (found || ports.clock.now() >= untilMs) finish(found);
      });
      const forget = lifetime.add(() => finish(undefined));
      function finish(found: LiveAgent | undefined): void {
        resolve(found);
        stop();
        forget();
      }
      transport.load(deployment.script, () => finish(undefined));
    });
  }

  function hear(event: unknown): void {
    const told = toState(event);
    if (told && state.snapshot.state !== 'chatting') change({ state: told, agentStatus: told });
  }

  /**
   * The program is started once for each button: it hears of no second start, and tells an event only when it changes.
   * When the chat room begins anew, as with another language, what it said last still holds.
   */
  function register(found: LiveAgent, deployment: SupportDeployment, buttonId: string): void {
    agent = found;
    const known = transport.buttons.get(buttonId);
    const button = known ?? { last: undefined, listeners: new Set() };
    button.listeners.add(hear);
    lifetime.add(() => button.listeners.delete(hear));
    if (known) {
      hear(known.last);
      return;
    }
    transport.buttons.set(buttonId, button);
    found.showWhenOnline(buttonId, transport.createElement());
    found.showWhenOffline(buttonId, transport.createElement());
    found.addButtonEventHandler(buttonId, (event) => {
      button.last = event;
      for (const listener of button.listeners) listener(event);
    });
    found.init(deployment.chatUrl, deployment.deploymentId, deployment.orgId);
  }

  const section = v.safeParse(supportDeployment, ports.deployment.support);
  const deployment = section.success ? section.output : undefined;
  const buttonId = deployment?.buttons[entry.skill ?? ''] ?? deployment?.buttons.default;

  return {
    get snapshot() {
      return state.snapshot;
    },
    capabilities: { tellsTyping: false, isExternal: true, canEnd: false, queuesTexts: false },

    async init() {
      try {
        if (!deployment || !buttonId) throw new Error('its section of the deployment file is missing or incomplete');
        const found = await findAgent(deployment);
        if (!found) throw new Error('its program did not come');
        if (!lifetime.ended) register(found, deployment, buttonId);
      } catch (error) {
        log.warn('The support chat cannot be used.', describeError(error));
      }
      change({ isReady: true });
    },

    async start() {
      if (!agent || !buttonId || state.snapshot.state === 'unavailable') {
        throw createError('CHANNEL_UNAVAILABLE', 'The support chat has nobody to answer.');
      }
      if (adapterId === sizedVariant) {
        agent.setChatWindowWidth(windowWidthPx);
        agent.setChatWindowHeight(windowHeightPx);
      }
      agent.startChat(buttonId);
      change({ state: 'chatting' });
    },

    async resume() {
      return false; // The provider's window keeps its own conversation.
    },
    async send() {
      throw createError('NOT_ALLOWED', 'The support chat takes texts in its own window only.');
    },
    typing() {},
    async press() {},
    async reply() {},
    async rate() {},
    seen() {},

    /** The provider's window stays open; here the entry is free again. */
    async end() {
      if (state.snapshot.state !== 'chatting') return;
      change({ state: 'ended' });
      change({ state: 'available' });
    },
    async submitSurvey() {},
    async cancelSurvey() {},
  };
}
