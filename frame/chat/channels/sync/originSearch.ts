import type { ChannelPorts } from '../../channel.ts';
import type { ChannelState } from '../ground/channelState.ts';
import { retryWhenShownMs } from '../ground/connection/limits.ts';

export interface OriginSearchParts {
  readonly state: ChannelState;
  readonly find: () => Promise<string>;
  readonly onFound: () => Promise<void>;
  readonly onFailed: () => void;
}

/**
 * The origin of the chat service. A failed lookup is repeated when the network is back, when the pane is shown, and when a
 * chat starts. The three tries of CH-113 are those of one lookup.
 */
export interface OriginSearch {
  /** Empty until it is found. */
  readonly origin: string;
  /** Looks it up, unless it is known. Concurrent calls share one lookup. Never rejects. */
  run(): Promise<void>;
}

export function createOriginSearch(
  { attention, clock, lifetime, log }: Pick<ChannelPorts, 'attention' | 'clock' | 'lifetime' | 'log'>,
  parts: OriginSearchParts,
): OriginSearch {
  let origin = '';
  let triedAtMs = 0;
  let running: Promise<void> | undefined;

  async function lookUp(): Promise<void> {
    triedAtMs = clock.now();
    try {
      origin = await parts.find();
      await parts.onFound();
    } catch (error) {
      if (lifetime.ended) return;
      log.warn('Live chat cannot be used.', error);
      parts.onFailed();
    }
  }

  async function run(): Promise<void> {
    if (origin !== '') return;
    running ??= lookUp().finally(() => {
      running = undefined;
    });
    await running;
  }

  function retry(): void {
    const { config, isReady } = parts.state.snapshot;
    if (isReady && config.account !== undefined) void run();
  }

  attention.onOnline(lifetime, retry);
  attention.onChange(lifetime, () => {
    if (attention.isPaneShown() && clock.now() - triedAtMs >= retryWhenShownMs) retry();
  });

  return {
    get origin() {
      return origin;
    },
    run,
  };
}
