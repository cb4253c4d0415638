import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import type { LoadJsonp } from '../../../platform/loadJsonpScript.ts';
import { createBotChannel } from '../../botService/createBotChannel.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { assistantDeployment } from './deployment.ts';
import { createProgram, type SendThroughProgram } from './program.ts';
import { toBlocks } from './toBlocks.ts';
import { createBrowserTransport, type LoadAssistant } from './transport.ts';
import type { AssistantInstance } from './wire.ts';

/** The hosted assistant, which replaces the bot (CH-105 to CH-109). */
export function createAssistantChannel(
  ports: ChannelPorts,
  load: LoadAssistant = createBrowserTransport(ports.clock.after),
): Channel {
  let send: SendThroughProgram | undefined;

  return createBotChannel(ports, {
    toBlocks,
    greetingPauseMs: undefined,
    opening: ['privacy'],
    loadJsonp: noEmployeeCheck,
    async prepare() {
      send = createProgram(await startWebChat(ports, load), ports);
    },
    post(message) {
      if (!send) throw createError('CHANNEL_UNAVAILABLE', 'The hosted assistant has not started.');
      return send(message);
    },
  });
}

/** Loads and starts the vendor's web chat; a failure makes the channel unavailable (CH-106). */
async function startWebChat(ports: ChannelPorts, load: LoadAssistant): Promise<AssistantInstance> {
  const deployment = v.parse(assistantDeployment, ports.deployment.assistant ?? {});
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
  ports.lifetime.add(() => instance.destroy?.());
  await instance.render?.();
  return instance;
}

/** The hosted assistant has no employee check, so no visitor is treated as an employee. */
const noEmployeeCheck: LoadJsonp = () => Promise.reject(new Error('no employee check'));
