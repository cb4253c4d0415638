import type { ChannelPorts } from '../../frame/chat/channel.ts';
import type { AssistantEvent, AssistantInstance } from '../../frame/chat/channels/assistant/transport.ts';
import { fieldsOf } from '../sandbox/service.ts';

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

/**
 * The vendor's program with the vendor's public messages. The bot service of `call` stands in for the assistant behind it. `session` is
 * what the program keeps in the tab, and restores when its window is opened.
 */
export function createFakeVendorAssistant({ call }: Pick<ChannelPorts, 'call'>, session: unknown[] = []) {
  const listeners = new Set<Parameters<AssistantInstance['on']>[0]>();
  const sent: Record<string, unknown>[] = [];
  let sessionId = '';
  const fire = (event: AssistantEvent): void => {
    for (const { type, handler } of [...listeners]) if (type === event.type) handler(event);
  };
  const instance: AssistantInstance = {
    on: (listener) => void listeners.add(listener),
    off: (gone) => {
      for (const one of listeners) if (one.type === gone.type && one.handler === gone.handler) listeners.delete(one);
    },
    async send(message) {
      const { input, context } = fieldsOf(message);
      sent.push(fieldsOf(message));
      const variables = fieldsOf(fieldsOf(fieldsOf(fieldsOf(context).skills)['main skill']).user_defined);
      const answer = await call({
        hosts: ['https://bot.example'],
        path: '/v2/message',
        body: { input, context: { ...variables, conversation_id: sessionId } },
        parse: fieldsOf,
      });
      const { conversation_id: named, ...kept } = fieldsOf(answer.context);
      sessionId = String(named ?? sessionId);
      const { values, generic } = fieldsOf(answer.output);
      const lines = (Array.isArray(values) ? values : []).flatMap((one) => fieldsOf(one).items as { text: string }[]);
      const data = {
        id: answer._id,
        output: { generic: generic ?? lines.map(({ text }) => ({ response_type: 'text', text })) },
        context: {
          global: { session_id: sessionId },
          skills: { 'main skill': { user_defined: { ...variables, ...kept } } },
        },
      };
      session.push({ input }, data);
      fire({ type: 'receive', data });
    },
    async changeView() {
      if (session.length > 0) fire({ type: 'history:begin', messages: [...session] });
    },
    async destroySession() {
      session.splice(0);
      sessionId = '';
    },
  };
  return { instance, sent, listeners, session };
}
