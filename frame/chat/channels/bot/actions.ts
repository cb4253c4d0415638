import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts, TransferRequest } from '../../channel.ts';
import type { Line } from '../../conversation.ts';
import { hrefOfLine, openLinkOf } from '../../messages/links.ts';
import { countryOf, phoneNumberFor } from './availability.ts';
import { socialIdTries, socialIdWaitMs } from './limits.ts';
import type { BotParts } from './parts.ts';
import { turnIdOf } from './turns.ts';
import { type BotAnswer, extraBundlesOf, recordOf, stringOf } from './wire.ts';

/** The actions of an answer or a pressed line other than sending a text: transfers, the scheduler and links. */
export function createBotActions(ports: ChannelPorts, { session, turns }: BotParts, reports: BotReports) {
  async function transfer(request: TransferRequest): Promise<void> {
    try {
      await ports.requestTransfer({ ...request, noSwitchBack: session.isReturnForbidden });
    } catch {
      // Ignore the error: the store has reported it (CH-061, CH-217). The bot stays active.
    }
  }

  async function openLink(line: Line, messageId: string): Promise<void> {
    const href = hrefOfLine(line, phoneNumberFor(ports.entry, countryOf(ports))?.phoneNumber);
    if (href === undefined) return;
    const linkFrom = (pageUrl: string) => openLinkOf(href, pageUrl, ports.isBotPage);
    const link = linkFrom(ports.pageUrl());
    if (!link) return;
    // The service gets no more of the page's address than elsewhere.
    reports.link(linkFrom(ports.page().url)?.url ?? href, messageId);
    await ports.host.openUrl(link.url, link.target);
  }

  return {
    /** The action that an answer requests (CH-092). */
    run(answer: BotAnswer): void {
      const { action, focusArea, schedulerParams } = answer.context;
      if (action === 'chat') void transfer({ extraBundles: extraBundlesOf(answer), focusArea: stringOf(focusArea) });
      else if (action === 'scheduler') ports.openScheduler({ schedulerConfig: schedulerParams });
    },
    /** The action of a pressed line that is not a choice (CH-093, CH-095). */
    async press(line: Line, messageId: string): Promise<void> {
      if (line.type === 'chat') {
        await transfer({
          entries: line.value?.chatInformation,
          extraBundles: extraBundlesOf(turns.answerOf(messageId)),
          focusArea: line.focusArea,
        });
      } else if (line.type === 'scheduler') ports.openScheduler(line.value ?? {});
      else await openLink(line, messageId);
    },
  };
}

type BotReports = ReturnType<typeof createBotReports>;

/** Ratings, and updates, which are sent without waiting: a failure is only logged. None is sent in debug mode (CH-099). */
export function createBotReports(ports: ChannelPorts, { api, session, turns }: BotParts, socialIdField: string) {
  let isWatching = false;

  async function report(call: () => Promise<void>): Promise<void> {
    if (ports.place().isDebug || ports.lifetime.ended) return;
    await call().catch((error: unknown) => {
      if (!ports.lifetime.ended) throw error;
    });
  }

  const inBackground = (call: () => Promise<void>, warning: string): void =>
    void report(call).catch((error: unknown) => ports.log.warn(warning, error));

  const updateContext = (): Promise<void> => api.update({ context: session.context(), _id: session.lastAnswer?.id });

  return {
    /** A rating of the answer that the message belongs to (CH-097). Rejects if it fails. */
    rating: (messageId: string, isGood: boolean): Promise<void> =>
      report(() => api.validate(turns.answerOf(messageId)?.raw, isGood)),
    /** A clicked link of a message (CH-098). */
    link(linkUrl: string, messageId: string): void {
      const body = { linkUrl, originalData: turns.answerOf(messageId)?.raw, _id: turnIdOf(messageId) };
      inBackground(() => api.update(body), 'A clicked link was not reported.');
    },
    /** The agent's live session (CH-098). */
    liveSession(realtimeId: string): void {
      session.facts.realtimeId = realtimeId;
      inBackground(updateContext, 'The agent’s session was not reported.');
    },
    /**
     * Reports the social id when the page has it: checks after 0.5 s, 1.5 s, 3.5 s and so on, eight times (CH-100). Reads it from the
     * page's config object, or else from the profile fields that the bridge lets through (SH-104). Starts once per page load, for a
     * started or resumed chat.
     */
    async watchSocialId(): Promise<void> {
      if (isWatching) return;
      isWatching = true;
      for (let tries = 0; tries < socialIdTries; tries += 1) {
        await pause(ports, socialIdWaitMs * 2 ** tries);
        if (ports.lifetime.ended) return;
        const found = recordOf(ports.page().config)?.[socialIdField] ?? ports.visitor().profile[socialIdField];
        if (stringOf(found) === undefined) continue;
        session.facts.socialId = stringOf(found);
        inBackground(updateContext, 'The social id was not reported.');
        return;
      }
    },
  };
}
