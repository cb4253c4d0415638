import type { ChannelPorts } from '../../frame/chat/channel.ts';
import type { AssistantEvent, AssistantInstance } from '../../frame/chat/channels/assistant/wire.ts';

/** The vendor's program: sends messages to the bot service of `call` and reports the answers as events. */
export function createFakeAssistant({ call }: Pick<ChannelPorts, 'call'>) {
  const handlers = new Set<(event: AssistantEvent) => void>();
  const sent: unknown[] = [];
  /** `session`: what the program keeps in the tab, for a conversation that continues on the next page. */
  const state = { isDestroyed: false, session: [] as unknown[] };
  const instance: AssistantInstance = {
    on: ({ handler }) => void handlers.add(handler),
    off: ({ handler }) => void handlers.delete(handler),
    async send(message) {
      sent.push(message);
      state.session.push(message);
      const data = await call({
        hosts: ['https://bot.example'],
        path: '/v2/message',
        body: message,
        parse: (body) => body,
      });
      for (const handler of [...handlers]) handler({ type: 'receive', data });
    },
    async destroySession() {
      state.session = [];
    },
    destroy() {
      state.isDestroyed = true;
    },
  };
  return { instance, sent, handlers, state };
}
