import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sentencesOf } from './sentences.ts';

type Direction = 'sent' | 'received';

/** What the document of a socket allows in one connection. */
export interface SocketCheck {
  /** Looks at a frame. Requests are remembered for their answers. */
  look(direction: Direction, frame: unknown): Look;
}

export interface Look {
  /** Which message of the document it is. */
  readonly message?: string;
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly action: 'send' | 'receive';
  readonly messages: readonly Reference[];
  readonly reply?: { readonly messages: readonly Reference[] };
}

interface Document {
  readonly channels: { readonly socket: { readonly messages: Readonly<Record<string, unknown>> } };
  readonly operations: Readonly<Record<string, Operation>>;
}

/** Reads an AsyncAPI document of `.release/socketDocuments.mjs` whose frames are JSON. */
export function readSocket(document: unknown): () => SocketCheck {
  const { operations } = document as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: false });
  ajv.addSchema(document as object, 'socket');
  const validators = new Map<string, ValidateFunction>();
  const requests = Object.values(operations).filter(({ action }) => action === 'send');
  const sent = requests.flatMap(({ messages }) => messages);
  const unasked = Object.values(operations).flatMap(({ action, messages }) => (action === 'receive' ? messages : []));

  function errorsOf({ $ref }: Reference, frame: unknown): readonly ErrorObject[] {
    const validate = validators.get($ref) ?? ajv.compile({ $ref: `socket${$ref}/payload` });
    validators.set($ref, validate);
    return validate(frame) ? [] : (validate.errors ?? []);
  }

  /** The message that matches, or else what is wrong, as told by the closest message. */
  function choose(messages: readonly Reference[], frame: unknown, where: string): Reference | readonly string[] {
    const tried = messages.map((message) => ({ message, errors: errorsOf(message, frame) }));
    const fitting = tried.find(({ errors }) => errors.length === 0);
    if (fitting) return fitting.message;
    // An error in `kind` or `type` says that another message is meant.
    const isMeant = ({ errors }: (typeof tried)[number]): boolean =>
      !errors.some(({ instancePath }) => ['/kind', '/type', '/code'].includes(instancePath));
    const [closest] = tried.filter(isMeant).sort((one, other) => one.errors.length - other.errors.length);
    if (!closest) return [`the document has no ${where} ${JSON.stringify(frame)?.slice(0, 200)}`];
    return sentencesOf(closest.errors, `${where} ${nameOf(closest.message)}`);
  }

  return () => {
    const answers = new Map<string, readonly Reference[]>();
    return {
      look(direction, frame) {
        const { kind, id, reqId } = (frame ?? {}) as Readonly<Record<string, unknown>>;
        if (direction === 'received' && kind === 'resp') {
          const asked = answers.get(String(reqId));
          return asked ? toLook(choose(asked, frame, 'answer')) : { problems: [`nothing was asked as ${reqId}`] };
        }
        if (direction === 'received') return toLook(choose(unasked, frame, 'notification'));
        const found = choose(sent, frame, 'request');
        if (!isList(found)) {
          const operation = requests.find(({ messages }) => messages.some(({ $ref }) => $ref === found.$ref));
          answers.set(String(id), operation?.reply?.messages ?? []);
        }
        return toLook(found);
      },
    };
  };
}

const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

const toLook = (found: Reference | readonly string[]): Look =>
  isList(found) ? { problems: found } : { message: nameOf(found), problems: [] };

const isList = (found: Reference | readonly string[]): found is readonly string[] => Array.isArray(found);
