import * as v from 'valibot';
import { createBotChannel } from '../../botService/createBotChannel.ts';
import type { LoadJsonp } from '../../botService/employeeCheck.ts';
import type { Channel, ChannelPorts } from '../../channel.ts';
import { assistantDeployment } from './deployment.ts';
import { toBlocks } from './toBlocks.ts';
import { createBrowserTransport, type LoadAssistant } from './transport.ts';

/** The hosted assistant in the bot's place (CH-105 to CH-109). */
export function createAssistantChannel(
  ports: ChannelPorts,
  load: LoadAssistant = createBrowserTransport(ports.clock.after),
): Channel {
  return createBotChannel(ports, {
    toBlocks,
    greetingPauseMs: undefined,
    opening: ['privacy'],
    loadJsonp: noEmployeeCheck,
    prepare: () => startProgram(ports, load),
  });
}

/** CH-106: the program is there before the first message, or the channel is unavailable. */
async function startProgram(ports: ChannelPorts, load: LoadAssistant): Promise<void> {
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
}

/** The hosted assistant is for visitors; it has no employee check of its own. */
const noEmployeeCheck: LoadJsonp = () => Promise.reject(new Error('not used'));
