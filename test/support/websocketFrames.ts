/** One piece of a connection: the handshake, a websocket frame, or a chunk of a plain HTTP connection. */
export interface WirePiece {
  readonly bytes: Buffer;
  /** The text of a text frame or of a plain chunk; undefined for handshakes and control frames. */
  readonly text: string | undefined;
}

/** Splits one direction of a connection into pieces. Detects a websocket by its handshake. Unfragmented frames only. */
export function createPieceReader(): (chunk: Buffer) => readonly WirePiece[] {
  let buffered: Buffer = Buffer.alloc(0);
  let kind: 'unknown' | 'plain' | 'websocket' = 'unknown';

  function next(): WirePiece | undefined {
    if (kind === 'plain') return buffered.length === 0 ? undefined : take(buffered.length, buffered.toString('utf8'));
    if (kind === 'websocket') {
      const length = frameLength(buffered);
      return length === undefined || buffered.length < length
        ? undefined
        : take(length, textOf(buffered.subarray(0, length)));
    }
    const end = buffered.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    kind = /\r\nupgrade: *websocket/i.test(buffered.toString('latin1', 0, end)) ? 'websocket' : 'plain';
    return kind === 'plain' ? next() : take(end + 4, undefined);
  }

  function take(length: number, text: string | undefined): WirePiece {
    const bytes = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return { bytes, text };
  }

  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    const pieces: WirePiece[] = [];
    for (let piece = next(); piece; piece = next()) pieces.push(piece);
    return pieces;
  };
}

/** Encodes a text frame. Client frames must be masked; the mask is all zeros, which leaves the payload unchanged. */
export function encodeTextFrame(text: string, isFromClient: boolean): Buffer {
  const payload = Buffer.from(text, 'utf8');
  const mask = isFromClient ? 0x80 : 0;
  const key = Buffer.alloc(isFromClient ? 4 : 0);
  if (payload.length < 126) return Buffer.concat([Buffer.from([0x81, mask | payload.length]), key, payload]);
  const isShort = payload.length < 65_536;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head.set([0x81, mask | (isShort ? 126 : 127)]);
  if (isShort) head.writeUInt16BE(payload.length, 2);
  else head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, key, payload]);
}

function headLength(frame: Buffer): number {
  const short = (frame[1] ?? 0) & 0x7f;
  return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + (isMasked(frame) ? 4 : 0);
}

const isMasked = (frame: Buffer): boolean => ((frame[1] ?? 0) & 0x80) !== 0;

function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2 || bytes.length < headLength(bytes)) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const payload = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  return headLength(bytes) + payload;
}

function textOf(frame: Buffer): string | undefined {
  if (((frame[0] ?? 0) & 0x0f) !== 1) return undefined;
  const start = headLength(frame);
  const payload = frame.subarray(start);
  if (!isMasked(frame)) return payload.toString('utf8');
  const mask = frame.subarray(start - 4, start);
  return Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))).toString('utf8');
}
