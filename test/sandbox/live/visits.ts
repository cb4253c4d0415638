import type { Asker } from '../dataHolder.ts';
import type { LiveConversation } from './desk.ts';

/** What the company knows about a visitor who talks to an agent. */
export interface Visit {
  readonly name: string | undefined;
  readonly role: string | undefined;
  readonly page: string | undefined;
  /** The talk with the bot that led to this conversation, oldest first. */
  readonly earlier: readonly EarlierMessage[];
}

export interface EarlierMessage {
  readonly from: 'visitor' | 'bot';
  readonly text: string;
  readonly time: number;
}

interface Facts {
  name?: string | undefined;
  role?: string | undefined;
  page?: string | undefined;
}

interface BotTalk {
  page: string;
  lastAt: number;
  readonly messages: EarlierMessage[];
}

/** A talk that ended longer ago has not led to the conversation. */
const handoverMs = 30 * 60_000;

/** Puts together what the company's services learn about a visitor, each a part of it. */
export function createVisits({ now }: { readonly now: () => number }) {
  const facts = new Map<string, Facts>();
  const talks = new Map<string, BotTalk>();

  function learn(id: string, learned: Facts): void {
    const known = Object.fromEntries(Object.entries(learned).filter(([, value]) => value));
    facts.set(id, { ...facts.get(id), ...known });
  }

  return {
    /** The body of a monitor or gateway call. */
    reported(body: unknown): void {
      const { consumerId, personalInfo, customerInfo, entryPoints } = recordOf(body);
      if (typeof consumerId !== 'string') return;
      const { firstname, lastname } = recordOf(personalInfo);
      learn(consumerId, {
        name: [firstname, lastname].filter(Boolean).join(' '),
        role: textOf(recordOf(customerInfo).role),
        page: Array.isArray(entryPoints) ? textOf(entryPoints[0]) : undefined,
      });
    },
    /** The attributes of a live chat's engagement. */
    engaged(visitorId: string, body: unknown): void {
      const { engagementAttributes } = recordOf(body);
      for (const one of Array.isArray(engagementAttributes) ? engagementAttributes : []) {
        const { customerId, role, chatStartUrl } = recordOf(recordOf(one).info);
        learn(visitorId, { name: textOf(customerId), role: textOf(role), page: textOf(chatStartUrl) });
      }
    },
    /** A text to the bot, and the texts of its answer. */
    askedBot(conversationId: string, page: string, text: string, answers: readonly string[]): void {
      const talk = talks.get(conversationId) ?? { page, lastAt: 0, messages: [] };
      const time = now();
      if (text) talk.messages.push({ from: 'visitor', text, time });
      for (const answer of answers) talk.messages.push({ from: 'bot', text: answer, time });
      talks.set(conversationId, Object.assign(talk, { page, lastAt: time }));
    },
    of({ visitor, startedAt }: Pick<LiveConversation, 'visitor' | 'startedAt'>): Visit {
      const { name, role, page } = facts.get(visitor) ?? {};
      const [talk] = [...talks.values()]
        .filter((one) => one.page === page && startedAt - one.lastAt < handoverMs)
        .sort((one, other) => other.lastAt - one.lastAt);
      const earlier = talk?.messages.filter(({ time }) => time <= startedAt) ?? [];
      return { name, role, page, earlier: earlier.some(({ from }) => from === 'visitor') ? earlier : [] };
    },
    name: 'visits',
    held: ({ subjects }: Asker): readonly unknown[] =>
      [...facts].flatMap(([id, known]) => (subjects.has(id) ? [known] : [])),
    forget({ subjects, conversations }: Asker): void {
      for (const id of subjects) facts.delete(id);
      for (const id of conversations) talks.delete(id);
    },
    clear(): void {
      facts.clear();
      talks.clear();
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
