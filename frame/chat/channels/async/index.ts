import type { ChannelPorts, ChannelWith } from '../../channel.ts';
import type { Line, Message, QuickReply } from '../../conversation.ts';
import { openLinkOf } from '../../messages/links.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { createOpening } from './session/opening.ts';
import type { ReplyData } from './toEvents.ts';
import { browserTransport, type MessagingTransport } from './transport.ts';
import { createVisit, type Visit } from './visit.ts';

export interface AsyncDependencies {
  readonly transport: MessagingTransport;
  readonly createVisit?: (ports: ChannelPorts) => Visit;
}

/** Asynchronous messaging, in conversations that can last days, over the vendor's websocket (CH-132 to CH-152). */
export function createAsyncChannel(
  ports: ChannelPorts,
  dependencies: AsyncDependencies = { transport: browserTransport, createVisit },
): ChannelWith<'resume' | 'typing' | 'press' | 'reply' | 'seen'> {
  const pipeline = createPipeline(ports, dependencies.transport);
  const { state, socket, conversation, texts, replies, receipts } = pipeline;
  const visit = dependencies.createVisit?.(ports);
  const opening = createOpening(ports, pipeline, visit);

  ports.identity.onChange(ports.lifetime, (service) => {
    if (service === ports.entry.service) void changeIdentity(pipeline, visit);
  });

  return {
    get snapshot() {
      return state.snapshot;
    },
    init: opening.init,
    start: opening.start,
    resume: opening.resume,
    async send({ id, text }) {
      // A survey question without quick replies is answered in the input, in the survey's dialog.
      const streamId = pipeline.streamOf(conversation.openDialog.dialogId);
      texts.delivery.write({ id, text, streamId });
      if (!socket.isUp && state.hasConversation) socket.wake();
    },
    typing: conversation.typing,
    async press(line: Line, message: Message) {
      if (line.href !== undefined) {
        const link = openLinkOf(line.href, ports.page().url, ports.isBotPage);
        if (link) await ports.host.openUrl(link.url, link.target);
        return;
      }
      const data = replies.find(line, message);
      if (data) texts.writeReply(ports.createId(), data);
    },
    async reply(reply: QuickReply) {
      const data = reply.data as ReplyData | undefined;
      if (data) texts.writeReply(ports.createId(), data);
    },
    seen: () => receipts.send(),
    end() {
      opening.giveUp();
      return conversation.end();
    },
  };
}

async function changeIdentity({ visitor, socket, state, presence }: Pipeline, visit: Visit | undefined): Promise<void> {
  const before = visitor.consumerId;
  try {
    await visitor.load();
  } catch {
    return; // Ignore the error: without a usable token in the new identity, the current one stays in use.
  }
  const isAnother = before !== visitor.consumerId;
  if (before !== '' && isAnother) socket.disconnect();
  const mayHelp = isAnother || state.snapshot.state === 'unavailable' || presence.isWanted();
  if (mayHelp && !socket.isUp && state.snapshot.isReady) socket.wake();
  // Signing in does not start a new visit, so the monitor's record of it is updated (CH-175).
  if (isAnother && visit?.isReported) void visit.report(visitor.consumerId);
}
