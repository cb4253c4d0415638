import { browserPut, type FileUpload } from '../../../platform/backend/putFile.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createError, isWidgetError, type WidgetError } from '../../../platform/errors.ts';
import { toAddress } from '../../../text/toAddress.ts';
import type { ChannelPorts } from '../../channel.ts';
import type { Connection } from './connection.ts';
import type { FilesDeployment } from './deployment.ts';
import { cleanName } from './files.ts';
import { maxHeaderChars, uploadLimitMs } from './limits.ts';
import * as ns from './namespaces.ts';
import { conditionOf } from './session.ts';
import { childOf, type XmlElement, xml } from './xml.ts';

export type Slot = ReturnType<typeof parseSlot>;

export interface UploadPorts extends Pick<ChannelPorts, 'clock'> {
  readonly connection: Pick<Connection, 'request'>;
  readonly files: FilesDeployment;
  readonly put?: (upload: FileUpload, clock: Clock) => Promise<void>;
}

/** Uploads a file (XEP-0363) and resolves to its address. Rejects with `NOT_ALLOWED` if the answer to another try would be the same. */
export async function uploadFile(ports: UploadPorts, file: File, signal: AbortSignal): Promise<string> {
  try {
    return await upload(ports, file, signal);
  } catch (error) {
    throw isRefusal(error) ? createError('NOT_ALLOWED', error.message) : error;
  }
}

async function upload(
  { clock, connection, files, put = browserPut }: UploadPorts,
  file: File,
  signal: AbortSignal,
): Promise<string> {
  const type = file.type || undefined;
  const request = xml('request', {
    ...{ xmlns: ns.upload, filename: cleanName(file.name) || 'file', size: String(file.size), 'content-type': type },
  });
  const slot = parseSlot(await connection.request('get', request, files.service), files);
  signal.throwIfAborted();
  const headers = type === undefined ? slot.headers : { ...slot.headers, 'Content-Type': type };
  await put({ url: slot.put, headers, file, limitMs: uploadLimitMs, signal }, clock);
  return slot.get;
}

/** Conditions that may pass (RFC 6120, 8.3.3). With any other one, the service gives the same answer to the next try. */
const passingConditions: readonly string[] = [
  'internal-server-error',
  'recipient-unavailable',
  'remote-server-timeout',
  'resource-constraint',
  'undefined-condition',
];

/** There was an answer, so the connection works, and another try does not help. */
function isRefusal(error: unknown): error is WidgetError {
  if (!isWidgetError(error, 'CALL_FAILED')) return false;
  const condition = conditionOf(error);
  if (condition !== undefined) return !passingConditions.includes(condition);
  return error.status === 403 || error.status === 413;
}

/** The headers that a client passes on (XEP-0363, 5). No page may send `Cookie`. */
const passedOn: readonly string[] = ['authorization', 'expires'];

/** Both addresses must be where the deployment keeps files: the slot comes from a server, and the file belongs to the visitor. */
export function parseSlot(answer: XmlElement, { origin }: Pick<FilesDeployment, 'origin'>) {
  const slot = childOf(answer, 'slot', ns.upload);
  const put = childOf(slot, 'put', ns.upload);
  const [putAddress, getAddress] = [put, childOf(slot, 'get', ns.upload)].map((one) =>
    addressAt(one?.attributes.get('url') ?? '', origin),
  );
  if (putAddress === undefined || getAddress === undefined)
    throw createError('NOT_ALLOWED', 'The upload service named an address outside of the origin for files.');
  const headers = (put?.children ?? []).flatMap(({ name, namespace, attributes, text }) => {
    const header = attributes.get('name') ?? '';
    const isPassed = name === 'header' && namespace === ns.upload && passedOn.includes(header.toLowerCase());
    return isPassed && text.length <= maxHeaderChars ? [[header, text.replace(/[\r\n]/g, '')] as const] : [];
  });
  return { put: putAddress, get: getAddress, headers: Object.fromEntries(headers) };
}

function addressAt(text: string, origin: string): string | undefined {
  const address = toAddress(text);
  return address && new URL(address).origin === new URL(origin).origin ? address : undefined;
}
