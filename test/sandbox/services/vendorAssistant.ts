import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fieldsOf, type SandboxAnswer, type SandboxRequest, type SandboxService } from '../service.ts';

/** Relative to the project's root, because `npm start` runs the sandbox as one bundled file in another folder. */
const program = (): string => readFileSync('test/sandbox/vendorAssistant/WatsonAssistantChatEntry.js', 'utf8');

const skill = 'main skill';

interface AssistantSession {
  turns: number;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * The vendor's own assistant: the program of its public web chat, and the service that the program calls. Its messages are the public
 * ones. It knows no id of a conversation, only sessions, and what the page says about the visitor are variables of its skill.
 */
export function createVendorAssistantService(): SandboxService {
  const sessions = new Map<string, AssistantSession>();

  function message({ body }: SandboxRequest): SandboxAnswer {
    const { session_id: named, input, context } = fieldsOf(body);
    const id = typeof named === 'string' && sessions.has(named) ? named : randomUUID();
    const session = sessions.get(id) ?? { turns: 0, variables: {} };
    const given = fieldsOf(fieldsOf(fieldsOf(fieldsOf(context).skills)[skill]).user_defined);
    sessions.set(id, session);
    session.turns += 1;
    session.variables = { ...session.variables, ...given };
    return {
      body: {
        id: randomUUID(),
        output: { generic: answerTo(String(fieldsOf(input).text ?? ''), session), intents: [], entities: [] },
        context: {
          global: { session_id: id, system: { turn_count: session.turns } },
          skills: { [skill]: { user_defined: session.variables, system: { state: 'opaque' } } },
        },
      },
    };
  }

  return {
    name: 'vendor assistant',
    routes: [
      {
        method: 'GET',
        path: '/web-chat/versions/latest/WatsonAssistantChatEntry.js',
        vendor: 'none',
        answer: () => ({ body: program(), type: 'text/javascript; charset=utf-8' }),
      },
      { method: 'POST', path: '/web-chat/:integration/message', vendor: 'cors', answer: message },
    ],
    reset: () => sessions.clear(),
  };
}

/** The response types are those of the public documentation. */
function answerTo(text: string, { turns, variables }: AssistantSession): readonly unknown[] {
  const say = (words: string) => ({ response_type: 'text', text: words });
  if (text === '') {
    const options = ['Prices', 'Talk to a person'].map((label) => ({ label, value: { input: { text: label } } }));
    return [
      say('I am the assistant of the vendor.'),
      { response_type: 'pause', time: 500, typing: true },
      { response_type: 'option', title: 'What is it about?', preference: 'button', options },
    ];
  }
  if (/person|agent/i.test(text)) {
    const message = 'A person can help you.';
    return [
      {
        response_type: 'connect_to_agent',
        message_to_human_agent: text,
        agent_available: { message },
        transfer_info: {},
      },
    ];
  }
  if (/where/i.test(text)) return [say(`You are on ${String(variables.pageUrl)}, in ${String(variables.locale)}.`)];
  return [say(`Message ${turns} of this session: ${text}`)];
}
