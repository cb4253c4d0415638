/** The closed list of error codes. The visitor's message is looked up by code; the error's own message is for developers. */
export type WidgetErrorCode =
  | 'BRIDGE_TIMEOUT'
  | 'BRIDGE_REFUSED'
  | 'HOST_NOT_ALLOWED'
  | 'CONFIG_INVALID'
  | 'CALL_INVALID'
  | 'CALL_FAILED'
  | 'CALL_TIMEOUT'
  | 'CALL_ABORTED'
  | 'ANSWER_INVALID'
  | 'CHUNK_FAILED'
  | 'CHANNEL_UNAVAILABLE'
  | 'NOT_SIGNED_IN'
  | 'NOT_ALLOWED';

const brand = 'contact-widget-error';

export interface WidgetError extends Error {
  readonly brand: typeof brand;
  readonly code: WidgetErrorCode;
  /** The HTTP status, if a service answered with one. */
  readonly status?: number;
  /** The parsed JSON body of a refused call, if it had one. */
  readonly body?: unknown;
  /** The Retry-After header of a refused call, unparsed (REL-21). */
  readonly retryAfter?: string;
}

export interface WidgetErrorDetail {
  readonly cause?: unknown;
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly retryAfter?: string | undefined;
}

export function createError(
  code: WidgetErrorCode,
  message: string,
  { cause, ...detail }: WidgetErrorDetail = {},
): WidgetError {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { brand, code } as const, detail) as WidgetError;
}

/** By brand, not `instanceof`: the error may come from another chunk or realm. */
export function isWidgetError(value: unknown, code?: WidgetErrorCode): value is WidgetError {
  const candidate = value as Partial<WidgetError> | null | undefined;
  return candidate?.brand === brand && (code === undefined || candidate.code === code);
}

/** One line for the log; never a stack, a URL's query or a body. */
export function describeError(error: unknown): string {
  if (isWidgetError(error)) return `${error.code}: ${error.message}`;
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}
