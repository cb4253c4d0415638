/** The live-chat service's JSON shapes, in the vendor's words. */
import { agentOf, type LogLine } from './desk.ts';

/** The vendor writes times with the offset of its data centre, never with `Z`. */
export function wireTime(ms: number): string {
  return new Date(ms - 5 * 3_600_000).toISOString().replace('Z', '-05:00');
}

export interface ChatEvent {
  readonly id: number;
  readonly type: 'state' | 'line';
  readonly time: number;
  readonly state?: string;
  readonly text?: string;
  readonly source?: 'visitor' | 'agent' | 'system';
  readonly by?: string;
}

/** The service ends a chat after this time without a call of the visitor's browser. */
export const chatTimeoutS = 40;

export interface StoredChat {
  readonly id: string;
  readonly skill: string;
  readonly visitor: string;
  readonly startedAt: number;
  readonly serial: number;
  /** When the visitor's browser last called. */
  lastCallAt: number;
  /** The number of the first event. */
  firstNumber: number;
  state: 'waiting' | 'chatting' | 'ended';
  agentId: string | undefined;
  isAgentTyping: boolean;
  isVisitorTyping: boolean;
  events: ChatEvent[];
  survey: unknown;
  readonly log: LogLine[];
}

export function nextNumber({ events, firstNumber }: StoredChat): number {
  return (events.at(-1)?.id ?? firstNumber - 1) + 1;
}

/** The vendor's number for a chat, which the visitor's browser gets. */
export const sessionOf = ({ serial }: Pick<StoredChat, 'serial'>): number => 4_294_967_000 + serial;

export function describeChat(chat: StoredChat, base: string, from: number): Record<string, unknown> {
  const events = chat.events.filter((event) => event.id >= from).map(wireEvent);
  const link = (rel: string, path: string) => ({ '@rel': rel, '@href': `${base}${path}` });
  const agent = chat.agentId === undefined ? undefined : agentOf(chat.agentId);
  return {
    chat: {
      link: [
        link('self', ''),
        link('events', '/events'),
        link('info', '/info'),
        link('next', `?from=${nextNumber(chat)}`),
        link('exit-survey', '/exitSurvey'),
      ],
      // The vendor sends a single event as an object, not as an array.
      events: {
        link: link('self', '/events'),
        ...(events.length === 0 ? {} : { event: events.length === 1 ? events[0] : events }),
      },
      info: {
        link: [link('visitor-typing', '/info/visitorTyping'), link('visitor-name', '/info/visitorName')],
        state: chat.state,
        ...(agent ? { agentName: agent.nickname, agentId: Number(agent.id) } : {}),
        agentTyping: chat.isAgentTyping ? 'typing' : 'not-typing',
        visitorTyping: chat.isVisitorTyping ? 'typing' : 'not-typing',
        visitorName: 'You',
        rtSessionId: sessionOf(chat),
        chatTimeout: chatTimeoutS,
        skillName: chat.skill,
        startTime: wireTime(chat.startedAt),
      },
    },
  };
}

function wireEvent(event: ChatEvent): Record<string, unknown> {
  const time = wireTime(event.time);
  if (event.type === 'state') return { '@id': String(event.id), '@type': 'state', time, state: event.state };
  const isAgent = event.source === 'agent';
  return {
    '@id': String(event.id),
    '@type': 'line',
    time,
    textType: isAgent ? 'html' : 'plain',
    text: isAgent
      ? `<div dir="ltr" style="direction: ltr; text-align: left;">${escapeMarkup(event.text ?? '')}</div>`
      : event.text,
    by: event.by,
    source: event.source,
    subType: 'REGULAR',
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (letter) => escapes[letter] ?? letter);

export const exitSurvey = {
  survey: {
    id: 361348,
    header: 'Thank you for chatting with Northwind Cloud.',
    questions: {
      question: [
        {
          id: 1,
          order: 0,
          mandatory: true,
          type: 'Radio Button (side by side)',
          label: 'Was your question answered?',
          entry: [
            { checked: false, value: 'yes', displayValue: 'Yes' },
            { checked: false, value: 'no', displayValue: 'No', logic: { showLogicId: [2] } },
          ],
          lastKnownValue: '',
        },
        {
          id: 2,
          order: 1,
          mandatory: false,
          logicId: 2,
          type: 'Text Area',
          label: 'What was missing?',
          lastKnownValue: '',
        },
      ],
    },
  },
};
