import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../frame/deployment/deployment.ts';
import { documentsOf } from '../services/documents.ts';
import { readOperations } from '../services/operations.ts';
import { readSocket } from '../services/socketOperations.ts';
import { vendorDocuments } from '../support/vendorContracts.ts';
import { readMessagingSchemas } from './messagingSchemas.ts';

const folder = resolve(process.env.ORACLES ?? '../shared/testdata');
const isHere = existsSync(join(folder, 'liveperson/schema'));

interface Message {
  readonly examples: readonly { readonly payload: { readonly kind: string } }[];
}
interface Socket {
  readonly channels: { readonly socket: { readonly messages: Readonly<Record<string, Message>> } };
}

const document = vendorDocuments('https://messaging.example')['messaging.asyncapi.json'] as Socket;
const examples = Object.entries(document.channels.socket.messages).map(
  ([
    name,
    {
      examples: [example],
    },
  ]) => [name, example?.payload] as const,
);
const schemaOf: Readonly<Record<string, string>> = {
  req: 'ws/consumerRequests.json',
  resp: 'ws/consumerResponses.json',
  notification: 'ws/consumerNotifications.json',
};

describe.runIf(isHere)('the document of the messaging socket', () => {
  const schemas = isHere ? readMessagingSchemas(folder) : () => expect.fail('no schemas');

  it.each(examples)('has an example that the vendor’s schema allows: %s', (_, example) => {
    const validate = schemas(schemaOf[example?.kind ?? ''] ?? '');
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('allows the recorded answer to the greeting', () => {
    const { frames } = JSON.parse(readFileSync(join(folder, 'liveperson/ums_init.json'), 'utf8')) as {
      readonly frames: readonly { readonly dir: string; readonly frame: unknown }[];
    };
    const check = readSocket(document)();
    const [, init] = examples.find(([name]) => name === 'init') ?? [];
    check.look('sent', { ...init, id: '0' });
    const answers = frames.filter(({ dir }) => dir === 's2c').map(({ frame }) => check.look('received', frame));
    expect(answers).toEqual([{ message: 'done', problems: [] }]);
  });
});

describe.runIf(existsSync(join(folder, 'liveperson/monitoring_api.json')))('the document of the gateway', () => {
  it('allows what the vendor behind it is recorded to answer', () => {
    const hosts = ['https://gateway.example'];
    const channels = { async: { gatewayHosts: hosts } };
    const operations = readOperations(
      documentsOf(parseDeployment({ allowedHosts: [], contact: { hosts }, chat: { channels } })),
    );
    const url = new URL('https://gateway.example/async/monitor');
    const [monitor] = operations.find('POST', url);
    const { monitoring } = JSON.parse(readFileSync(join(folder, 'liveperson/monitoring_api.json'), 'utf8')) as {
      readonly monitoring: readonly { readonly case: string; readonly http: number; readonly body: unknown }[];
    };
    for (const { case: name, http: status, body } of monitoring)
      expect(
        monitor && operations.answerProblems(monitor, { status, type: 'application/json', body }, url),
        name,
      ).toEqual([]);
  });
});
