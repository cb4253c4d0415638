/** A stream of server-sent events that a test sends piece by piece. */
export function createFakeStream() {
  const bytes = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isCancelled = true;
    },
  });
  const write = (text: string | Uint8Array): void => {
    if (!isCancelled) controller?.enqueue(typeof text === 'string' ? bytes.encode(text) : text);
  };

  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    write,
    /** The next event, or the one with this number. */
    send(name: string, data: unknown, number = count + 1): void {
      count = number;
      write(eventText(name, data, number));
    },
    end: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('network error')),
    get isCancelled() {
      return isCancelled;
    },
  };
}

export const eventText = (name: string, data: unknown, number?: number): string =>
  `event: ${name}\n${number === undefined ? '' : `id: ${number}\n`}data: ${JSON.stringify(data)}\n\n`;
