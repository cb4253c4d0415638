import type {
  Channel,
  ChannelPorts,
  ChannelSnapshot,
  OutgoingMessage,
  StartRequest,
} from '../../frame/chat/channel.ts';
import type { ChatState, SurveyAnswers } from '../../frame/chat/conversation.ts';
import { queueTypes } from '../../frame/chat/routing/adapters.ts';

export type FakeChannel = ReturnType<typeof createFakeChannel>;

/** A channel without a service. It records calls, and the test emits its events. */
export function createFakeChannel(ports: ChannelPorts, start: ChatState = 'available') {
  const calls = {
    started: [] as StartRequest[],
    sent: [] as OutgoingMessage[],
    typing: [] as boolean[],
    resumed: [] as unknown[],
    ended: 0,
    seen: 0,
    submitted: [] as SurveyAnswers[],
    cancelled: 0,
    linked: [] as string[],
  };
  /** What the next calls do. A function that throws makes them reject. */
  const behaviour = {
    start: async (): Promise<void> => change({ state: 'chatting', conversationId: `${ports.adapterId}-conversation` }),
    send: async (message: OutgoingMessage): Promise<void> => ports.emit({ type: 'delivered', id: message.id }),
    resume: async (): Promise<boolean> => false,
    end: async (): Promise<void> => change({ state: 'ended' }),
    submit: async (): Promise<void> => {},
    cancel: async (): Promise<void> => {},
    resumeSurvey: async (): Promise<void> => {},
  };
  let snapshot: ChannelSnapshot = {
    id: ports.adapterId,
    queueType: queueTypes[ports.adapterId],
    skill: ports.entry.skill,
    state: 'initialised',
    agentStatus: 'available',
    isLoggedIn: false,
    isReady: false,
    routedSkill: undefined,
    conversationId: undefined,
    purpose: ports.entry.purpose,
    config: {
      service: ports.entry.service,
      skill: ports.entry.skill,
      account: undefined,
      queueType: queueTypes[ports.adapterId],
    },
  };

  function change(changes: Partial<Omit<ChannelSnapshot, 'id' | 'queueType'>>): void {
    snapshot = { ...snapshot, ...changes };
    ports.emit({ type: 'changed', changes });
  }

  const channel: Channel = {
    get snapshot() {
      return snapshot;
    },
    async init() {
      change({ state: start, isReady: true });
    },
    async start(request) {
      calls.started.push(request);
      await behaviour.start();
    },
    async resume(request) {
      calls.resumed.push(request);
      return behaviour.resume();
    },
    async send(message) {
      calls.sent.push(message);
      await behaviour.send(message);
    },
    typing: (isTyping) => void calls.typing.push(isTyping),
    press: async () => {},
    reply: async () => {},
    rate: async () => {},
    seen: () => {
      calls.seen += 1;
    },
    async end() {
      calls.ended += 1;
      await behaviour.end();
    },
    async submitSurvey(answers) {
      calls.submitted.push(answers);
      await behaviour.submit();
    },
    async cancelSurvey() {
      calls.cancelled += 1;
      await behaviour.cancel();
    },
    resumeSurvey: () => behaviour.resumeSurvey(),
    linkSession: (id) => void calls.linked.push(id),
  };
  return { channel, calls, behaviour, change, emit: ports.emit, ports };
}
