import type { ChannelPorts, TransferRequest } from '../../channel.ts';
import type { Line } from '../../conversation.ts';
import { hrefOfLine, openLinkOf } from '../../messages/links.ts';
import type { BotReports } from './reports.ts';
import type { BotSession } from './session.ts';
import { type BotAnswer, extraBundlesOf, stringOf } from './wire.ts';

/** The actions of an answer or a pressed line other than sending a text: transfers, the scheduler and links. */
export function createBotActions(
  ports: ChannelPorts,
  session: BotSession,
  reports: BotReports,
  /** The phone number of the visitor's country. */
  phoneNumber: () => string | undefined,
) {
  async function transfer(request: TransferRequest): Promise<void> {
    try {
      await ports.requestTransfer({ ...request, noSwitchBack: session.isReturnForbidden });
    } catch {
      // Ignore the error: the store has logged it and told the visitor (CH-061, CH-217). The bot stays active.
    }
  }

  async function openLink(line: Line, messageId: string): Promise<void> {
    const href = hrefOfLine(line, phoneNumber());
    if (href === undefined) return;
    const link = openLinkOf(href, ports.page().url, ports.isBotPage);
    if (!link) return;
    reports.link(link.url, messageId);
    await ports.host.openUrl(link.url, link.target);
  }

  return {
    /** The action that an answer requests (CH-092). */
    run(answer: BotAnswer): void {
      const { action, focusArea, schedulerParams } = answer.context;
      if (action === 'chat') void transfer({ extraBundles: extraBundlesOf(answer), focusArea: stringOf(focusArea) });
      else if (action === 'scheduler') ports.openScheduler({ config: schedulerParams, text: undefined });
    },
    /** The action of a pressed line that is not a choice (CH-093, CH-095). */
    async press(line: Line, messageId: string): Promise<void> {
      if (line.type === 'chat') {
        await transfer({
          entries: line.value?.chatInformation,
          extraBundles: extraBundlesOf(session.answerOf(messageId)),
          focusArea: line.focusArea,
        });
      } else if (line.type === 'scheduler') {
        ports.openScheduler({ config: line.value?.schedulerConfig, text: line.value?.schedulerText });
      } else await openLink(line, messageId);
    },
  };
}
