import { createError, isWidgetError, type WidgetError } from '../errors.ts';
import { parseAnswer } from '../parseJson.ts';
import { attemptTimeoutMs, type BackendCall, type BackendPorts } from './plan.ts';
import { readAnswer } from './readAnswer.ts';
import { startTimeLimit } from './timeLimit.ts';

/** Sends one request. A status outside 2xx or an answer that is not JSON is a failure (CH-187). */
export async function request<T>(
  call: BackendCall<T>,
  host: string,
  authorization: string | undefined,
  signal: AbortSignal,
  ports: BackendPorts,
): Promise<T> {
  const where = `${host}${call.path}`;
  const limitMs = call.attemptTimeoutMs ?? attemptTimeoutMs;
  const limit = startTimeLimit(ports.clock, limitMs, signal);
  try {
    const response = await ports.fetch(urlOf(call, host), {
      method: call.method ?? 'POST',
      headers: headersOf(call, authorization),
      signal: limit.signal,
      credentials: call.withCredentials ? 'include' : 'omit',
      ...(hasBody(call) && { body: JSON.stringify(call.body ?? {}) }),
    });
    const body = jsonOf(await (call.read ?? readAnswer)(response, where), response);
    if (!response.ok) {
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      throw createError('CALL_FAILED', `${where} answered ${response.status}`, {
        status: response.status,
        body,
        retryAfter,
      });
    }
    if (body === notJson)
      throw createError('ANSWER_INVALID', `${where} did not answer JSON`, { status: response.status });
    return parseBody(call, body, response, where);
  } catch (error) {
    if (isWidgetError(error)) throw error;
    if (limit.isLate()) throw createError('CALL_TIMEOUT', `Request to ${where} timed out after ${limitMs} ms`);
    if (signal.aborted) throw createError('CALL_ABORTED', `Request to ${where} was aborted`);
    throw createError('CALL_FAILED', `${where} could not be reached`, { cause: error });
  } finally {
    limit.end();
  }
}

const notJson = Symbol('not JSON');

/** Returns undefined for an empty answer, so that a call that expects no body can accept it. */
function jsonOf(text: string, response: Response): unknown {
  if (text === '') return undefined;
  try {
    return parseAnswer(text);
  } catch {
    return response.ok ? notJson : undefined; // For a failure, such as a gateway's HTML page, the status is enough.
  }
}

function parseBody<T>(call: BackendCall<T>, body: unknown, response: Response, where: string): T {
  try {
    return call.parse(body, response.headers);
  } catch (error) {
    if (isWidgetError(error)) throw error satisfies WidgetError;
    throw createError('ANSWER_INVALID', `${where} sent an unexpected answer`, {
      cause: error,
      status: response.status,
      body,
    });
  }
}

function hasBody(call: BackendCall<unknown>): boolean {
  return call.method === undefined || call.method === 'POST' || call.method === 'PUT';
}

function headersOf(call: BackendCall<unknown>, authorization: string | undefined): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(hasBody(call) && { 'Content-Type': 'application/json' }),
    ...(authorization !== undefined && { Authorization: authorization }),
    ...call.headers,
  };
}

function urlOf(call: BackendCall<unknown>, host: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return `${host}${call.path}${text ? `${call.path.includes('?') ? '&' : '?'}${text}` : ''}`;
}
