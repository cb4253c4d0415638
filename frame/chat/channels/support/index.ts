import { createError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import { tryParse } from '../../../platform/wireFields.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { createChannelState } from '../ground/channelState.ts';
import { createExternalChannel } from '../ground/externalChannel.ts';
import { browserTransport, type SupportTransport, type WatchedButton } from './loadSupportSdk.ts';
import { type ButtonState, type LiveAgent, type SupportDeployment, supportDeployment, toState } from './wire.ts';

/** How often to check whether the vendor's SDK exists after its script was added (CH-153). */
const sdkPollMs = 100;

/** How long to wait for the SDK: a blocked script never runs, and the menu entry must become unavailable (CH-153). */
export const sdkTimeoutMs = 10_000;

/** The adapter that opens its window at a fixed size, in CSS pixels (CH-155). */
const fixedSizeAdapter = 'salesforcetrusteer';
const windowWidthPx = 782;
const windowHeightPx = 524;

/** Support chat: the channel tracks availability; the conversation runs in the vendor's own window (CH-153 to CH-156). */
export function createSupportChannel(ports: ChannelPorts, transport: SupportTransport = browserTransport): Channel {
  const { adapterId, clock, entry, lifetime, log } = ports;
  let sdk: LiveAgent | undefined;
  const state = createChannelState(ports, { state: 'unavailable', routedSkill: undefined });
  const { change } = state;

  /** Loads the vendor's SDK and polls until it exists. Resolves to undefined when it does not appear (CH-153). */
  async function loadSdk({ script }: SupportDeployment): Promise<LiveAgent | undefined> {
    const startedMs = clock.now();
    const loading = lifetime.child();
    transport.load(script, loading.end);
    let found: LiveAgent | undefined;
    while (!found && !loading.ended && Math.abs(clock.now() - startedMs) < sdkTimeoutMs) {
      await pause({ clock, lifetime: loading }, sdkPollMs);
      if (!loading.ended) found = transport.find();
    }
    loading.end();
    return found;
  }

  function onButtonState(next: ButtonState): void {
    if (state.snapshot.state !== 'chatting') change({ state: next, agentStatus: next });
  }

  /**
   * Registers all buttons of the deployment once per page: the SDK ignores a button that comes after `init`, ignores a second
   * `init`, and only emits changes. Another channel, or one that is recreated after a language change, for example, starts
   * from its button's last state.
   */
  function register(found: LiveAgent, deployment: SupportDeployment, buttonId: string): void {
    sdk = found;
    if (transport.buttons.size === 0) {
      for (const id of new Set(Object.values(deployment.buttons))) registerButton(found, id);
      found.init(deployment.chatUrl, deployment.deploymentId, deployment.orgId);
    }
    const button = transport.buttons.get(buttonId);
    if (button?.last) onButtonState(button.last);
    button?.listeners.add(onButtonState);
    lifetime.add(() => button?.listeners.delete(onButtonState));
  }

  function registerButton(found: LiveAgent, id: string): void {
    const button: WatchedButton = { last: undefined, listeners: new Set() };
    transport.buttons.set(id, button);
    found.showWhenOnline(id, transport.createElement());
    found.showWhenOffline(id, transport.createElement());
    found.addButtonEventHandler(id, (event) => {
      const next = toState(event);
      if (!next) return;
      button.last = next;
      for (const listener of button.listeners) listener(next);
    });
  }

  const deployment = tryParse(supportDeployment, ports.deployment.support);
  const buttonId = deployment?.buttons[entry.skill ?? ''] ?? deployment?.buttons.default;

  async function init(): Promise<void> {
    try {
      if (!deployment || !buttonId)
        throw new Error('the `support` section of the deployment file is missing or incomplete');
      const found = await loadSdk(deployment);
      if (lifetime.ended) return;
      if (!found) throw new Error('the vendor’s SDK did not load');
      register(found, deployment, buttonId);
    } catch (error) {
      log.warn('The support chat cannot be used.', error);
    }
    change({ isReady: true });
  }

  async function open(): Promise<void> {
    if (!sdk || !buttonId || state.snapshot.state === 'unavailable') {
      throw createError('CHANNEL_UNAVAILABLE', 'No support agent is available.');
    }
    if (adapterId === fixedSizeAdapter) {
      sdk.setChatWindowWidth(windowWidthPx);
      sdk.setChatWindowHeight(windowHeightPx);
    }
    sdk.startChat(buttonId);
  }

  const availability = () => transport.buttons.get(buttonId ?? '')?.last ?? 'available';
  return createExternalChannel(state, { init, open, availability, name: 'support chat' });
}
