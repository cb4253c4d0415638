import { createError } from '../../../platform/errors.ts';
import { pause } from '../../../platform/pause.ts';
import type { ChannelPorts } from '../../channel.ts';
import { recordOf, stringOf } from '../bot/wire.ts';
import type { AssistantEvent, AssistantInstance } from './transport.ts';

/** How long a page waits for the program to restore the history of its session. */
const historyWaitMs = 3_000;

/**
 * The vendor's public messages. They have no id of a conversation, so a conversation has one of ours, which never leaves the browser. The
 * facts are variables of this skill, and the variables that come back are the context of the next message.
 */
export function createVendorWire({ clock, lifetime, createId }: ChannelPorts, skill: string) {
  let turns: unknown[] = [];
  let asked = '';
  let restored: Promise<void> | undefined;
  let program: AssistantInstance | undefined;
  let hasBegun = (): void => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });

  function take(message: unknown): void {
    const { id, input, output, history } = recordOf(message) ?? {};
    if (output === undefined) {
      asked = stringOf(recordOf(input)?.text) ?? '';
      return;
    }
    turns.push({ _id: id, timestamp: recordOf(history)?.timestamp, data: { input: { text: asked }, output } });
    asked = '';
  }

  const begin = ({ messages }: AssistantEvent): void => {
    const live = turns;
    turns = [];
    for (const one of Array.isArray(messages) ? messages : []) take(one);
    turns.push(...live);
    hasBegun();
  };

  async function restore(): Promise<void> {
    await program?.changeView?.('mainWindow');
    await Promise.race([begun, pause({ clock, lifetime }, historyWaitMs)]);
  }

  return {
    async post(message: unknown, send: (message: unknown) => Promise<unknown>): Promise<unknown> {
      const { context, input } = recordOf(message) ?? {};
      const { conversation_id: known, ...facts } = recordOf(context) ?? {};
      if (facts.pillwelcome === true)
        throw createError('NOT_ALLOWED', 'A welcome without a chat would be a part of the program’s session.');
      const answer = await send({
        input: { message_type: 'text', text: recordOf(input)?.text ?? '' },
        context: { skills: Object.fromEntries([[skill, { user_defined: facts }]]) },
      });
      const fields = recordOf(answer) ?? {};
      const skills = new Map(Object.entries(recordOf(recordOf(fields.context)?.skills) ?? {}));
      const variables = recordOf(recordOf(skills.get(skill))?.user_defined);
      return { ...fields, _id: fields.id, context: { ...variables, conversation_id: stringOf(known) ?? createId() } };
    },
    /** Call it before the program is rendered. */
    listenTo(instance: AssistantInstance): void {
      program = instance;
      instance.on({ type: 'history:begin', handler: begin });
      lifetime.add(() => instance.off({ type: 'history:begin', handler: begin }));
    },
    answered(answer: unknown, message: unknown): void {
      take({ input: recordOf(message)?.input });
      take(answer);
    },
    /** Begins a new session, without history. */
    forget(): void {
      turns = [];
      restored = Promise.resolve();
    },
    /** Opens the program's window if it has not restored its session yet. Resolves to the turns in the form of the bot service. */
    async history(): Promise<unknown> {
      restored ??= restore();
      await restored;
      return turns;
    },
  };
}

export type VendorWire = ReturnType<typeof createVendorWire>;
