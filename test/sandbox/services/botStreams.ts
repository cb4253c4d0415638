import type { StreamedScript } from '../data/streamedAnswers.ts';
import type { SandboxAnswer, StreamConnection } from '../service.ts';

interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** An answer that is being written, whoever reads it. */
export interface StreamedTurn {
  /** What there is so far, in the shape of `output`. */
  output(): { readonly values: readonly unknown[] };
  readonly isPartial: boolean;
  /** Ends the answer with what there is. */
  stop(): void;
  /** Sends all events from the first one on, as they come. */
  send(): SandboxAnswer;
}

export interface TurnFacts {
  readonly id: string;
  /** The id of the message. */
  readonly to: string;
  readonly conversationId: string;
  /** The whole answer, with these values. */
  readonly answerWith: (output: { readonly values: readonly unknown[] }) => unknown;
}

const word = /\s*\S+\s*/g;

/** Writes an answer piece by piece. A connection that ends does not stop it. */
export function createStreamedTurn(
  script: StreamedScript,
  facts: TurnFacts,
  ports: { readonly held: { goOn?: () => void } },
): StreamedTurn {
  const { text, parts = [], thinksMs, everyMs = 30, pieceLength, fault, waitsAfter } = script;
  const pieces = pieceLength
    ? Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) =>
        text.slice(at * pieceLength, (at + 1) * pieceLength),
      )
    : (text.match(word) ?? []);
  const events: ServerEvent[] = [];
  const readers = new Set<() => void>();
  let said = '';
  let shown: readonly unknown[] = [];
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let connections = 0;

  const output = () => ({ values: [...(said === '' ? [] : [{ type: 'markdown', text: said }]), ...shown] });

  function add(name: string, data: unknown): void {
    events.push({ name, data });
    for (const read of readers) read();
  }

  function finish(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    add('answer', facts.answerWith(output()));
  }

  function say(at: number): void {
    if (isOver) return;
    const piece = pieces[at] ?? (fault === 'endless' ? `and on ${at} ` : undefined);
    if (fault === 'fails' && at > pieces.length / 2) {
      isOver = true;
      add('error', { message: 'The model has failed.' });
      return;
    }
    if (piece === undefined) {
      for (const part of parts) {
        shown = [...shown, part];
        add('part', part);
      }
      finish();
      return;
    }
    said += piece;
    add('text', { text: piece });
    if (at + 1 === waitsAfter) ports.held.goOn = () => say(at + 1);
    else timer = setTimeout(() => say(at + 1), everyMs);
  }

  function begin(): void {
    add('start', { _id: facts.id, to: facts.to, context: { conversation_id: facts.conversationId } });
    if (fault === 'huge') add('part', { text: 'x'.repeat(10_000_000) });
    timer = setTimeout(() => say(0), everyMs);
  }

  if (waitsAfter === 0) ports.held.goOn = begin;
  else if (thinksMs === undefined) begin();
  else timer = setTimeout(begin, thinksMs);

  function stream(connection: StreamConnection): void {
    connections += 1;
    const isFirst = connections === 1;
    const cutAt = Math.ceil(pieces.length / 2);
    let next = 0;
    let waiting: string | undefined;

    const write = (bytes: string): void => {
      if (fault === 'cut') for (const byte of Buffer.from(bytes)) connection.write(Uint8Array.of(byte));
      else connection.write(bytes);
    };

    function read(): void {
      if (fault === 'buffered' && !isOver) return;
      for (; next < events.length; next += 1) {
        const { name, data } = events[next] as ServerEvent;
        const sent = fault === 'other' && isFirst && name === 'start' ? { ...(data as object), to: 'another' } : data;
        const bytes = `event: ${name}\nid: ${next + 1}\ndata: ${JSON.stringify(sent)}\n\n`;
        const isLast = name === 'answer' || name === 'error';
        if (((fault === 'breaks' && isFirst) || fault === 'lost') && next > cutAt) return void end(connection.cut);
        if (fault === 'silent' && next > cutAt) return void end(() => {});
        if (fault === 'doubled') write(bytes + bytes);
        else if (fault === 'reordered' && !isLast && waiting === undefined) waiting = bytes;
        else {
          write(isLast ? (waiting ?? '') + bytes : bytes + (waiting ?? ''));
          waiting = undefined;
        }
        if (isLast) return void end(connection.end);
      }
    }

    function end(how: () => void): void {
      readers.delete(read);
      how();
    }

    readers.add(read);
    connection.onClose(() => readers.delete(read));
    read();
  }

  return {
    output,
    get isPartial() {
      return !isOver;
    },
    stop: finish,
    send: () => ({ stream, isFault: fault !== undefined, headers: { 'x-accel-buffering': 'no' } }),
  };
}
