import type { Asker } from '../dataHolder.ts';
import { fieldsOf } from '../service.ts';
import type { LiveConversation } from './desk.ts';

/** What the company knows about a visitor who chats with an agent. */
export interface Visit {
  readonly name: string | undefined;
  readonly role: string | undefined;
  readonly page: string | undefined;
  /** The conversation with the bot that led to this conversation, oldest first. */
  readonly earlier: readonly EarlierMessage[];
}

export interface EarlierMessage {
  readonly from: 'visitor' | 'bot';
  readonly text: string;
  readonly time: number;
}

interface Facts {
  /** The company's id of the visitor, which the bot gets as well. A guest has none. */
  user?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
  page?: string | undefined;
}

interface BotConversation {
  user: string | undefined;
  lastAt: number;
  readonly messages: EarlierMessage[];
}

/** A conversation with the bot that ended longer ago has not led to the one with the agent. */
const handoverMs = 30 * 60_000;

/** Puts together what the company's services learn about a visitor, each a part of it. */
export function createVisits({ now }: { readonly now: () => number }) {
  const facts = new Map<string, Facts>();
  const botConversations = new Map<string, BotConversation>();
  /** The bot's conversation that led to an agent's session. */
  const links = new Map<string, string>();

  function learn(id: string, learned: Facts): void {
    const known = Object.fromEntries(Object.entries(learned).filter(([, value]) => value));
    facts.set(id, { ...facts.get(id), ...known, user: learned.user });
  }

  return {
    /** The body of a monitor or gateway call. */
    reported(body: unknown): void {
      const { consumerId, personalInfo, customerInfo, entryPoints } = fieldsOf(body);
      if (typeof consumerId !== 'string') return;
      const { firstname, lastname } = fieldsOf(personalInfo);
      const { customerId, role } = fieldsOf(customerInfo);
      learn(consumerId, {
        user: textOf(customerId),
        name: [firstname, lastname].filter(Boolean).join(' '),
        role: textOf(role),
        page: Array.isArray(entryPoints) ? textOf(entryPoints[0]) : undefined,
      });
    },
    /** The attributes of a live chat's engagement. */
    engaged(visitorId: string, body: unknown): void {
      const { engagementAttributes } = fieldsOf(body);
      const attributes: readonly unknown[] = Array.isArray(engagementAttributes) ? engagementAttributes : [];
      const infos = attributes.map((one) => fieldsOf(fieldsOf(one).info));
      const { customerId, role, chatStartUrl } = fieldsOf(Object.assign({}, ...infos));
      const user = textOf(customerId);
      learn(visitorId, { user, name: user, role: textOf(role), page: textOf(chatStartUrl) });
    },
    /** A text to the bot, and the texts of its answer. `iui` is the company's id of the visitor. */
    askedBot(conversationId: string, iui: unknown, text: string, answers: readonly string[]): void {
      const user = textOf(iui);
      const conversation = botConversations.get(conversationId) ?? { user, lastAt: 0, messages: [] };
      const time = now();
      if (text) conversation.messages.push({ from: 'visitor', text, time });
      for (const answer of answers) conversation.messages.push({ from: 'bot', text: answer, time });
      botConversations.set(conversationId, Object.assign(conversation, { user, lastAt: time }));
    },
    /** The visitor of a conversation with the bot now also has a session with an agent. */
    linked(conversationId: string, session: string): void {
      links.set(session, conversationId);
    },
    of({ session, visitor, startedAt }: Pick<LiveConversation, 'session' | 'visitor' | 'startedAt'>): Visit {
      const { user, name, role, page } = facts.get(visitor) ?? {};
      // Without a link, nothing tells the conversation of one guest from that of another, so the agent sees neither.
      const [latest] = [...botConversations.values()]
        .filter((one) => user !== undefined && one.user === user && startedAt - one.lastAt < handoverMs)
        .sort((one, other) => other.lastAt - one.lastAt);
      const conversation = botConversations.get(links.get(session) ?? '') ?? latest;
      const earlier = conversation?.messages.filter(({ time }) => time <= startedAt) ?? [];
      return { name, role, page, earlier: earlier.some(({ from }) => from === 'visitor') ? earlier : [] };
    },
    name: 'visits',
    held: ({ subjects }: Asker): readonly unknown[] =>
      [...facts].flatMap(([id, known]) => (subjects.has(id) ? [known] : [])),
    forget({ subjects, conversations }: Asker): void {
      for (const id of subjects) facts.delete(id);
      for (const id of conversations) botConversations.delete(id);
      for (const [session, from] of links) if (conversations.has(from)) links.delete(session);
    },
    clear(): void {
      facts.clear();
      botConversations.clear();
      links.clear();
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
