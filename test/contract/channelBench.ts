import type { Channel, ChannelPorts } from '../../frame/chat/channel.ts';
import type { FakeChannelPorts } from '../support/fakeChannelPorts.ts';

/** A channel on its fakes, and controls for the service behind it. Each test gets a new bench. */
export interface ChannelBench {
  readonly channel: Channel;
  readonly fakes: FakeChannelPorts;
  /** Lets the service answer pending requests. Default: advances the clock by 3 s. */
  readonly settle?: () => Promise<void>;
  /** Makes the service refuse or ignore all further requests. */
  readonly failService: () => void;
  /** Lets the service take the next text, and loses its answer. Absent where a text has no answer of its own. */
  readonly loseAnswer?: () => void;
  /** Lets the service answer again. Needed by a channel that can end a conversation at its service. */
  readonly recoverService?: () => void;
  /** Loads the page again in the same tab, for the same visitor or for another one. Needed by the same channels. */
  readonly reload?: (visitor?: 'another') => { readonly channel: Channel; readonly fakes: FakeChannelPorts };
  /** Lets an agent join the conversation; does nothing for a bot. */
  readonly accept: () => Promise<void> | void;
  /** Sends a message from the agent or bot; does nothing where the conversation runs in another window. */
  readonly say: (text: string) => Promise<void> | void;
  /** Ends the conversation from the service's side; absent when the service cannot. */
  readonly endByService?: () => Promise<void> | void;
  /** How many end requests the service has received. */
  readonly endCalls: () => number;
  /** How many conversations, or windows for them, the service has opened. */
  readonly conversations?: () => number;
  /** Messages that the service has received, in order. */
  readonly received: () => readonly string[];
}

/** `ports` replaces ports of the channel, such as a storage that fails. */
export type CreateBench = (ports?: Partial<ChannelPorts>) => ChannelBench;

export interface RunningBench extends ChannelBench {
  readonly run: () => Promise<void>;
}

export function build(create: CreateBench, ports?: Partial<ChannelPorts>): RunningBench {
  const bench = create(ports);
  return { ...bench, run: bench.settle ?? (() => bench.fakes.clock.advance(3_000)) };
}

export async function initialise(bench: RunningBench): Promise<void> {
  const ready = bench.channel.init();
  await bench.run();
  await ready;
}

export async function start(bench: RunningBench): Promise<void> {
  const started = bench.channel.start({ startType: 'menu' });
  await bench.run();
  await started;
  await bench.accept();
  await bench.run();
}

/** A conversation that somebody on the other side has joined. */
export async function begin(create: CreateBench, ports?: Partial<ChannelPorts>): Promise<RunningBench> {
  const bench = build(create, ports);
  await initialise(bench);
  await start(bench);
  return bench;
}
