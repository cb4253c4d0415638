import * as v from 'valibot';
import { assistantDeployment } from '../chat/channels/assistant/deployment.ts';
import { asyncDeployment } from '../chat/channels/async/deployment.ts';
import { botServiceDeployment } from '../chat/channels/bot/deployment.ts';
import { supportDeployment } from '../chat/channels/support/wire.ts';
import { syncDeployment } from '../chat/channels/sync/deployment.ts';
import { serviceHost } from '../platform/backend/serviceHosts.ts';

/** Checks each host of the bot service. An empty host stands for the main one. */
const botSection = v.strictObject({
  ...botServiceDeployment.entries,
  hosts: v.optional(
    v.strictObject(
      v.entriesFromList(
        Object.keys(botServiceDeployment.entries.hosts.wrapped.entries),
        v.optional(v.union([v.literal(''), serviceHost])),
      ),
    ),
  ),
});

/**
 * The sections that only their channel parses. The build checks them too, but does not write their defaults into the file: those are
 * in the channel's code.
 */
export const channelSections = v.object({
  chat: v.optional(
    v.object({
      channels: v.optional(
        v.object({
          assistant: v.optional(assistantDeployment),
          async: v.optional(asyncDeployment),
          bot: v.optional(botSection),
          support: v.optional(supportDeployment),
          sync: v.optional(syncDeployment),
        }),
      ),
    }),
  ),
});
