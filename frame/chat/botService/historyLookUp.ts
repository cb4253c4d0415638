import { isWidgetError } from '../../platform/errors.ts';
import type { RuntimePorts } from '../channel.ts';
import type { ChannelState } from '../channelState.ts';
import type { DeliveryPorts, Echo } from '../delivery/types.ts';
import type { BotApi } from './api.ts';
import { lineOf, sentWords } from './choices.ts';
import type { BotHistory } from './history.ts';
import { createTurns, type Turn } from './turns.ts';

export interface HistoryLookUpParts {
  readonly state: Pick<ChannelState, 'conversationId'>;
  readonly api: Pick<BotApi, 'history'>;
  readonly history: Pick<BotHistory, 'read'>;
}

/** Looks for the visitor's texts in histories. Where a service has none, the visitor decides without it. */
export function createHistoryLookUp(
  ports: Pick<RuntimePorts, 'createId' | 'log'>,
  { state, api, history }: HistoryLookUpParts,
): Required<Pick<DeliveryPorts, 'replay' | 'lookUp'>> {
  async function ifThereIsOne<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      ports.log.warn('The bot service has no history to look up a text in.', error);
      return undefined;
    }
  }

  return {
    async replay() {
      const { conversationId } = state;
      // Without an id, the service has no conversation that it has told us of.
      if (conversationId !== undefined) await ifThereIsOne(history.read(conversationId));
    },
    async lookUp({ conversationId, text, data }) {
      if (conversationId === undefined) return [];
      const words = sentWords(text, lineOf(data));
      const found = await ifThereIsOne(api.history(conversationId));
      return createTurns(ports.createId)
        .addHistory(found ?? [])
        .map(({ turn }) => echoOf(turn, turn.text === words ? text : turn.text));
    },
  };
}

export const echoOf = ({ position, key }: Turn, text: string): Echo => ({ id: undefined, text, position, key });

/** Whether the service has answered that it does not take this. Without an answer, or after an error of its own, it may have. */
export function isRefusal(error: unknown): boolean {
  return (
    isWidgetError(error) &&
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408
  );
}
