import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint was asked. */
export interface ModelRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

export interface FakeModel {
  /** The base URL. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Requests whose connection the client has closed before the end. */
  readonly cut: () => number;
  /** Decides how the next requests are answered. */
  answer: (response: ServerResponse) => void | Promise<void>;
  close(): Promise<void>;
}

/** One event of a stream in the OpenAI-compatible format. */
export const modelEvent = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

export const modelEnd = 'data: [DONE]\n\n';

/** A stream of these parts. */
export const modelStream =
  (...parts: readonly string[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) response.write(modelEvent(part));
    response.end(modelEnd);
  };

async function readJson(request: IncomingMessage): Promise<ModelRequest['body']> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text) as ModelRequest['body'];
}

/** An endpoint of the OpenAI-compatible kind, on a free port. */
export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let cut = 0;
  const server: Server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) cut += 1;
    });
    void readJson(request).then((body) => {
      requests.push({ path: request.url, authorization: request.headers.authorization, body });
      return model.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: FakeModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    cut: () => cut,
    answer: modelStream('Hello.'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
}
