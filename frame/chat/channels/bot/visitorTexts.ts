import * as v from 'valibot';
import { createError } from '../../../platform/errors.ts';
import type { ChannelPorts, OutgoingMessage } from '../../channel.ts';
import type { Line } from '../../conversation.ts';
import type { Echo, Entry, Outcome } from '../../delivery/types.ts';
import { isRefused } from '../ground/refusals.ts';
import { createTextDelivery, restoredMessage } from '../ground/texts.ts';
import type { Exchange } from './exchange.ts';
import type { BotHistory } from './history.ts';
import type { BotParts } from './parts.ts';
import { createTurns, type Turn, visitorMessageId } from './turns.ts';

/** The visitor's texts and choices, sent through the delivery core. */
export function createVisitorTexts(ports: ChannelPorts, parts: BotParts, exchange: Exchange, history: BotHistory) {
  const { clock, createId, log } = ports;
  const { state, player, times, turns, api } = parts;
  /** When each text of this page was last sent. */
  const sentAt = new Map<string, number>();
  /** Who waits for the outcome of a text. */
  const callers = new Map<string, readonly ((failure?: unknown) => void)[]>();
  const failures = new Map<string, unknown>();
  /** The turn whose answer has just arrived. One with an error status has no position of its own. */
  let answered: Turn | undefined;
  /** Pressed choices that are being sent, by the id of their text. */
  const choices = new Map<string, Line>();
  /** Undefined: no conversation is open. */
  let openId: string | undefined;

  const delivery = createTextDelivery(ports, state, {
    capabilities: { ids: false, sequence: false, history: true },
    // The bot's answers depend on the order of the conversation, which may have continued, so the visitor decides.
    resends: false,
    publish,
    async replay() {
      const { conversationId } = state;
      // Without an id, the service has not named a conversation.
      if (conversationId !== undefined) await unlessRefused(history.read(conversationId));
    },
    async lookUp({ conversationId, text, data }) {
      if (conversationId === undefined) return [];
      const line = lineOf(data);
      const words = line ? wordsOf(line) : text.trim();
      const found = await unlessRefused(api.history(conversationId));
      return createTurns(createId)
        .addHistory(found ?? [])
        .map(({ turn }) => echoOf(turn, turn.text === words ? text : turn.text));
    },
    delivered(entry, position) {
      choices.delete(entry.id);
      const turn = answered ?? (position === undefined ? undefined : turns.at(position));
      state.emit({ type: 'delivered', id: entry.id, as: turn && messageOf(entry, turn) });
      settle(entry.id);
    },
    notDelivered({ id }) {
      state.emit({ type: 'notDelivered', id });
      settle(id, failures.get(id) ?? createError('CALL_ABORTED', 'The message was not sent.'));
    },
    restored(entries) {
      for (const { id, data } of entries) {
        const line = lineOf(data);
        if (line) choices.set(id, line);
      }
      state.say(entries.map(restoredMessage));
    },
  });

  /** If the service has no history, the visitor decides without one. */
  async function unlessRefused<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!isRefused(error)) throw error;
      log.warn('The bot service has no history to look up a text in.', error);
      return undefined;
    }
  }

  function publish(entry: Entry): Promise<Outcome> {
    const input = { id: entry.id, text: entry.text, line: lineOf(entry.data) };
    failures.delete(entry.id);
    return new Promise((resolve) => {
      const confirm = (turn: Turn): void => {
        answered = turn;
        delivery.answered(entry.id, turn);
        answered = undefined;
        resolve({ type: 'acked' });
      };
      exchange.post(input, { answered: confirm }).then(
        () => resolve({ type: 'unknown' }),
        (error: unknown) => {
          failures.set(entry.id, error);
          resolve({ type: isRefused(error) ? 'refused' : 'unknown' });
        },
      );
    });
  }

  /** The message that a text has become. */
  function messageOf(entry: Entry, turn: Turn): { readonly id: string; readonly timestamp: number } {
    const id = visitorMessageId(turn.id);
    player.markShown(id);
    return { id, timestamp: times.of(turn.id, sentAt.get(entry.id) ?? turn.timestamp ?? entry.writtenAt) };
  }

  function settle(id: string, failure?: unknown): void {
    const waiting = callers.get(id) ?? [];
    callers.delete(id);
    for (const settled of waiting) settled(failure);
  }

  /** A guest who signs in keeps the conversation. So does a page with another skill, which resumes the same conversation. */
  function setOwner(): void {
    delivery.setOwner(ports.visitorKey());
    if (openId === undefined) return;
    delivery.conversationOpened(openId);
    delivery.seen(turns.lastPosition);
  }

  /** Resolves when the bot has the text. Rejects when it is shown as not sent. */
  function write({ id, text }: OutgoingMessage, line?: Line): Promise<void> {
    sentAt.set(id, clock.now());
    return new Promise((resolve, reject) => {
      const settled = (failure?: unknown): void => (failure === undefined ? resolve() : reject(failure));
      callers.set(id, [...(callers.get(id) ?? []), settled]);
      setOwner();
      delivery.write({ id, text, data: line && { line } });
    });
  }

  return {
    send: write,
    forget: delivery.forget,
    /** Shows a choice as a message of the visitor and sends it with its fields (CH-094). */
    async choose(line: Line): Promise<void> {
      const id = createId();
      choices.set(id, line);
      state.say([{ id, type: 'visitor', text: line.text, isPending: true }]);
      await write({ id, text: line.text }, line);
    },
    /** A conversation starts or continues. Without an id the service has not named it yet. Texts wait for `begin`. */
    open(conversationId: string | undefined): void {
      setOwner();
      if (conversationId !== undefined && conversationId === openId) return;
      delivery.setReady(false);
      turns.clear();
      openId = conversationId ?? createId();
      delivery.conversationOpened(openId);
    },
    named(conversationId: string): void {
      if (openId === undefined || conversationId === openId) return;
      openId = conversationId;
      delivery.conversationNamed(conversationId);
    },
    begin(): void {
      if (openId === undefined) return;
      delivery.seen(turns.lastPosition);
      delivery.setReady(true);
    },
    /** The conversation is over, or there is none to continue. */
    close(): void {
      setOwner();
      openId = undefined;
      delivery.setReady(false);
      delivery.conversationClosed();
    },
    /** A new turn of the history. Returns whether the visitor has sent its text since the page was loaded. */
    found(turn: Turn): boolean {
      // A confirmed text releases the next one, which comes after all known turns.
      delivery.seen(turns.lastPosition);
      // The history has the text that a choice sends. The visitor saw its label.
      const pressed = [...choices.values()].find((line) => wordsOf(line) === turn.text);
      const entry = delivery.echo(echoOf(turn, pressed?.text ?? turn.text));
      if (!entry) return false;
      state.enter('chatting');
      return sentAt.has(entry.id);
    },
  };
}

const echoOf = ({ position, key }: Turn, text: string): Echo => ({ id: undefined, text, position, key });

/** The text that a pressed choice sends. */
const wordsOf = (line: Line): string => (line.says ?? line.text).trim();

/** The stored data of a pressed choice, so that Try again sends its fields, also after a reload. */
const choiceData = v.object({ line: v.looseObject({ type: v.literal('choice'), text: v.string() }) });

/** The pressed line that is stored with a text; undefined for a typed text. */
function lineOf(data: unknown): Line | undefined {
  const parsed = v.safeParse(choiceData, data);
  return parsed.success ? parsed.output.line : undefined;
}
