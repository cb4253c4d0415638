import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { readConversations, type SavedConversation } from '../../conversations/savedConversations.ts';
import { type BotChannel, createBotChannel } from '../bot/index.ts';
import { assistantDeployment } from './deployment.ts';
import { createProgram, type SendThroughProgram } from './program.ts';
import { toBlocks } from './toBlocks.ts';
import { type AssistantInstance, createBrowserTransport, type LoadAssistant } from './transport.ts';
import { createVendorWire, type VendorWire } from './vendorWire.ts';

/** How long a new chat waits for the program to remove the last session. */
const forgetTimeoutMs = 2_000;

/** The hosted assistant, which replaces the bot (CH-105 to CH-109). */
export function createAssistantChannel(
  ports: ChannelPorts,
  load: LoadAssistant = createBrowserTransport(ports.clock.after),
  loadJsonp?: LoadJsonp,
): BotChannel {
  const deployment = v.parse(assistantDeployment, ports.deployment.assistant ?? {});
  const vendor = deployment.wire === 'vendor' ? createVendorWire(ports, deployment.skill) : undefined;
  let send: SendThroughProgram | undefined;
  let forgetSession = async (): Promise<void> => {};

  async function post(message: unknown): Promise<unknown> {
    if (!send) throw createError('CHANNEL_UNAVAILABLE', 'The hosted assistant has not started.');
    return vendor ? vendor.post(message, send) : send(message);
  }

  return createBotChannel(ports, {
    toBlocks,
    greetingPauseMs: undefined,
    opening: ['privacy'],
    loadJsonp,
    async prepare() {
      if (send) return;
      const attempt = ports.lifetime.child();
      const starting = startWebChat({ ...ports, lifetime: attempt }, deployment, load, vendor);
      // The next check starts the program again, which must be alone.
      starting.catch(attempt.end);
      const instance = await starting;
      send = createProgram(instance, ports, vendor?.answered);
      forgetSession = async () => {
        vendor?.forget();
        await removeSession(ports, instance);
      };
    },
    beforeStart: () => Promise.race([forgetSession(), pause(ports, forgetTimeoutMs)]),
    calls: { post, history: vendor?.history },
  });
}

/** Loads and starts the vendor's web chat; a failure makes the channel unavailable (CH-106). */
async function startWebChat(
  ports: ChannelPorts,
  deployment: v.InferOutput<typeof assistantDeployment>,
  load: LoadAssistant,
  vendor: VendorWire | undefined,
): Promise<AssistantInstance> {
  const isProduction = ports.place().environment === 'production';
  const instance = await load(
    isProduction ? deployment.scriptUrl : deployment.stagingScriptUrl || deployment.scriptUrl,
    {
      integrationID: deployment.integrationId,
      ...(deployment.serviceInstanceId === '' ? {} : { serviceInstanceID: deployment.serviceInstanceId }),
      ...(deployment.subscriptionId === '' ? {} : { subscriptionID: deployment.subscriptionId }),
      region: deployment.region,
      locale: ports.place().languageCode,
      zIndex: deployment.zIndex,
      showLauncher: false,
      openChatByDefault: false,
    },
    ports.lifetime,
  );
  /** Removes the session, unless it belongs to a stored conversation, which continues on the next page. */
  const removeOldSession = async (): Promise<void> => {
    const isOwn = ({ adapterId }: SavedConversation): boolean => adapterId === ports.adapterId;
    if (!readConversations(ports.storage).some(isOwn)) await removeSession(ports, instance);
  };
  // The stored data of a visitor who leaves is removed before their chat closes.
  ports.lifetime.add(() => void removeOldSession().then(() => instance.destroy?.()));
  vendor?.listenTo(instance);
  await instance.render?.();
  // The session may belong to a visitor who has signed out on another page.
  void removeOldSession();
  return instance;
}

/** Never rejects. */
async function removeSession({ log }: ChannelPorts, instance: AssistantInstance): Promise<void> {
  try {
    await instance.destroySession?.();
  } catch (error) {
    log.warn('The hosted assistant could not remove its session.', error);
  }
}
