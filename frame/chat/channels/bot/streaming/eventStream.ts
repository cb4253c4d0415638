export interface ServerEvent {
  readonly name: string;
  /** The `id` field. Empty if the event has none. */
  readonly id: string;
  readonly data: string;
}

/**
 * Reads server-sent events (HTML Living Standard, 9.2), whose pieces may be cut anywhere. Linear in the length of the stream: a line that
 * comes in many pieces is scanned once.
 */
export function createEventReader(maxLength: number, tooLong: () => Error) {
  let line = '';
  let isAfterReturn = false;
  let name = '';
  let id = '';
  let data: string[] = [];
  let length = 0;

  function takeLine(): ServerEvent | undefined {
    const taken = line;
    line = '';
    if (taken === '') {
      const event = { name: name || 'message', id, data: data.join('\n') };
      const isWhole = data.length > 0;
      [name, id, data, length] = ['', '', [], 0];
      return isWhole ? event : undefined;
    }
    const at = taken.indexOf(':');
    const field = at < 0 ? taken : taken.slice(0, at);
    const value = at < 0 ? '' : taken.slice(taken[at + 1] === ' ' ? at + 2 : at + 1);
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
    return undefined;
  }

  return {
    /** The events that this piece of the stream completes. Throws as soon as an event is longer than the limit. */
    push(piece: string): readonly ServerEvent[] {
      const events: ServerEvent[] = [];
      const text = isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
      if (piece !== '') isAfterReturn = piece.endsWith('\r');
      for (const [at, part] of text.split(/\r\n|\r|\n/).entries()) {
        if (at > 0) {
          const event = takeLine();
          if (event) events.push(event);
        }
        line += part;
        length += part.length;
        if (length > maxLength) throw tooLong();
      }
      return events;
    },
    /** The last event, if the stream has ended without the empty line after it. */
    end(): readonly ServerEvent[] {
      const events = [takeLine(), takeLine()];
      return events.filter((one) => one !== undefined);
    },
  };
}
