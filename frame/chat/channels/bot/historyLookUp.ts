import { isWidgetError } from '../../../platform/errors.ts';
import type { GroundPorts } from '../../channel.ts';
import type { DeliveryPorts, Echo } from '../../delivery/types.ts';
import type { ChannelState } from '../ground/channelState.ts';
import type { BotApi } from './api.ts';
import { lineOf, sentWords } from './choices.ts';
import type { BotHistory } from './history.ts';
import { createTurns, type Turn } from './turns.ts';

export interface HistoryLookUpParts {
  readonly state: Pick<ChannelState, 'conversationId'>;
  readonly api: Pick<BotApi, 'history'>;
  readonly history: Pick<BotHistory, 'read'>;
}

/** Looks up the visitor's texts in histories. If a service has no history, the visitor decides without one. */
export function createHistoryLookUp(
  ports: Pick<GroundPorts, 'createId' | 'log'>,
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
      // Without an id, the service has not named a conversation.
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

/** Whether the service has refused the request. Without an answer, or after a server error, it may have processed it. */
export function isRefusal(error: unknown): boolean {
  return (
    isWidgetError(error) &&
    error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408
  );
}
