/** The fault rules of the control interface: they replace answers to calls, and interfere with websocket frames. */

export type SocketAction = 'cut' | 'stall' | 'duplicate' | 'reorder' | 'corrupt';
export type Direction = 'in' | 'out';

/** For HTTP calls and websocket handshakes. `path` is a prefix. Without `times` the rule applies for ever. */
export interface CallRule {
  readonly kind: 'call';
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether pages of other origins may read the answer that replaces the service's. Default: false for the statuses of a gateway (429,
   * 502, 503 and 504), because gateways send them without the service's headers.
   */
  readonly cors?: boolean;
  /** How long the answer is delayed, ms. */
  readonly delayMs?: number;
  /** `true`: the service never sees the call. `'after'`: the service handles the call, and only its answer is lost. */
  readonly hang?: boolean | 'after';
  readonly drop?: boolean | 'after';
  /** How many matching calls pass unchanged before the rule applies. */
  readonly after?: number;
  readonly times?: number;
}

export interface SocketRule {
  readonly kind: 'socket';
  readonly path: string;
  /** Text that the frame must contain. Without it every frame matches. */
  readonly frame?: string;
  readonly direction?: Direction;
  readonly action: SocketAction;
  /** The close code of a `cut`. Without it the connection breaks without a close frame. */
  readonly code?: number;
  readonly after?: number;
  readonly times?: number;
}

export type Rule = CallRule | SocketRule;

export interface RuleBook {
  /** A newer rule takes precedence over an older one. */
  add(rule: Rule): void;
  /** The rule for this call. Counts as one use of the rule. */
  forCall(method: string, path: string): CallRule | undefined;
  forFrame(path: string, direction: Direction, text: string): SocketRule | undefined;
  /** A `cut` without `frame` and `after`, which breaks connections as soon as they open. */
  forConnection(path: string): SocketRule | undefined;
  list(): readonly Rule[];
  clear(): void;
}

export function createRuleBook(): RuleBook {
  let entries: { readonly rule: Rule; seen: number }[] = [];

  function use<R extends Rule>(matches: (rule: Rule) => rule is R): R | undefined {
    for (const entry of entries) {
      const { rule } = entry;
      if (!matches(rule)) continue;
      const skipped = rule.after ?? 0;
      if (entry.seen >= skipped + (rule.times ?? Number.POSITIVE_INFINITY)) continue;
      entry.seen += 1;
      if (entry.seen > skipped) return rule;
    }
    return undefined;
  }

  return {
    add(rule) {
      entries = [{ rule, seen: 0 }, ...entries];
    },
    forCall: (method, path) =>
      use(
        (rule): rule is CallRule =>
          rule.kind === 'call' && path.startsWith(rule.path) && (rule.method ?? method).toUpperCase() === method,
      ),
    forFrame: (path, direction, text) =>
      use(
        (rule): rule is SocketRule =>
          rule.kind === 'socket' &&
          !isConnectionCut(rule) &&
          path.startsWith(rule.path) &&
          (rule.direction ?? direction) === direction &&
          text.includes(rule.frame ?? ''),
      ),
    forConnection: (path) =>
      use((rule): rule is SocketRule => rule.kind === 'socket' && isConnectionCut(rule) && path.startsWith(rule.path)),
    list: () => entries.map((entry) => entry.rule),
    clear() {
      entries = [];
    },
  };
}

export function isConnectionCut(rule: SocketRule): boolean {
  return rule.action === 'cut' && rule.frame === undefined && rule.after === undefined;
}

/** What a gateway answers in place of the service. */
const gatewayStatuses: readonly unknown[] = [429, 502, 503, 504];

/** The rule answers in place of the service. */
export const isReplaced = (rule: CallRule | undefined): boolean =>
  rule?.status !== undefined || rule?.body !== undefined;

/** The answer to a call with this rule has the service's CORS headers. */
export function hasServiceHeaders(rule: CallRule | undefined): boolean {
  return !isReplaced(rule) || (rule?.cors ?? !gatewayStatuses.includes(rule?.status));
}

const actions: readonly unknown[] = ['cut', 'stall', 'duplicate', 'reorder', 'corrupt'] satisfies SocketAction[];

/** Parses a rule from the body of `POST /__sandbox/rules`. Returns a sentence that explains the problem if it is invalid. */
export function parseRule(value: unknown): Rule | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a rule must be an object';
  const fields = value as Record<string, unknown>;
  if (typeof fields.path !== 'string' || !fields.path.startsWith('/')) return 'path: must start with a slash';
  for (const name of ['status', 'delayMs', 'times', 'after', 'code']) {
    const number = fields[name];
    if (number !== undefined && !(Number.isInteger(number) && Number(number) >= 0))
      return `${name}: must be a whole number`;
  }
  if (fields.action !== undefined) {
    if (!actions.includes(fields.action)) return `action: must be one of ${actions.join(', ')}`;
    return { ...(fields as unknown as SocketRule), kind: 'socket' };
  }
  if (fields.cors !== undefined && typeof fields.cors !== 'boolean') return 'cors: must be true or false';
  const status = fields.status as number | undefined;
  if (status !== undefined && (status < 200 || status > 599)) return 'status: must be from 200 to 599';
  const faults = ['status', 'body', 'headers', 'delayMs', 'hang', 'drop'];
  if (!faults.some((name) => fields[name] !== undefined)) return `a rule needs one of ${faults.join(', ')}, action`;
  return { ...(fields as unknown as CallRule), kind: 'call' };
}
