import { describe, expect, it, vi } from 'vitest';
import { createError, describeError, isWidgetError } from '../../../frame/platform/errors.ts';
import { createLog } from '../../../frame/platform/log.ts';
import { redact } from '../../../frame/platform/logLine.ts';

function setUp(isVerbose = true) {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const log = createLog(() => isVerbose, { error: write, warn: write, info: write });
  return { lines, log, written: (count: number) => vi.waitFor(() => expect(lines).toHaveLength(count), 30_000) };
}

describe('log', () => {
  it('[SH-178] starts every line with [contact-widget], in order', async () => {
    const { lines, log, written } = setUp();
    log.error('The lookup failed.');
    log.warn('The lookup was slow.', new Error('1,200 ms'));
    log.info('Started.', { steps: 3 });
    await written(3);
    expect(lines).toEqual([
      '[contact-widget] The lookup failed.',
      '[contact-widget] The lookup was slow. (Error: 1,200 ms)',
      '[contact-widget] Started. ({"steps":3})',
    ]);
  });

  it.each([
    ['an e-mail address', 'for anna.meyer+x@northwind.example now', 'anna.meyer'],
    ['an IP address', 'from 203.0.113.7', '203.0.113.7'],
    ['a bearer token', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['a bare JSON web token', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'eyJzdWIiOiIxIn0'],
    ['a query', 'https://api.example/lookup?email=anna%40northwind.example', 'anna%40'],
    ['a fragment', 'https://api.example/lookup#access_token=abc', 'access_token'],
  ])('[SH-178] removes %s from a line', async (_, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    const { lines, log, written } = setUp();
    log.warn(text);
    log.warn('x', new Error(text));
    log.warn('x', { text });
    await written(3);
    expect(lines.join('\n')).not.toContain(secret);
  });

  it.each([
    ['for anna@northwind.example now', 'for (e-mail) now'],
    ['from 203.0.113.7 again', 'from (ip) again'],
    ['Authorization: bearer abc.def-123 sent', 'Authorization: Bearer (token) sent'],
    ['jwt eyJhbGciOiJI.eyJzdWIi.c2ln sent', 'jwt (token) sent'],
    ['https://api.example/lookup?email=anna refused', 'https://api.example/lookup refused'],
    ['https://api.example/lookup#token refused', 'https://api.example/lookup refused'],
  ])('[SH-178] names what it removes and keeps the rest: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('[SH-178] names a field whose value it removes, and keeps its flags', async () => {
    const { lines, log, written } = setUp();
    log.warn('Refused.', { email: 'Grace', token: true, phone: null, status: 400 });
    await written(1);
    expect(lines[0]).toBe('[contact-widget] Refused. ({"email":"(email)","token":true,"phone":null,"status":400})');
  });

  it('cuts a line after 4,000 characters', async () => {
    const { lines, log, written } = setUp();
    log.warn('x'.repeat(5_000));
    await written(1);
    expect(lines[0]).toHaveLength(4_000);
  });

  it.each(['email', 'firstName', 'lastName', 'name', 'token', 'jwt', 'ip', 'text', 'message', 'password'])(
    '[SH-178] removes the value of a field named %s from a line',
    async (field) => {
      const { lines, log, written } = setUp();
      log.warn('Refused.', { [field]: 'Grace-4711', nested: [{ [field]: 'Hopper-4711' }], status: 400 });
      await written(1);
      expect(lines[0]).not.toMatch(/4711/);
      expect(lines[0]).toContain('400');
    },
  );

  it('keeps numbers, dates and versions that resemble IP addresses', () => {
    expect(redact('version 1.2.3 at 2026-11-21 in 1.5 s')).toBe('version 1.2.3 at 2026-11-21 in 1.5 s');
  });

  it('drops info lines unless debug or dev mode is on', async () => {
    const { lines, log, written } = setUp(false);
    log.info('Started.');
    log.warn('Slow.');
    await written(1);
    expect(lines).toEqual(['[contact-widget] Slow.']);
  });

  it('logs a detail that cannot be serialized as JSON', async () => {
    const { log, written } = setUp();
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    log.warn('Odd.', loop);
    log.warn('Odd.', 1n);
    log.warn('Odd.', JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)));
    await written(3);
  });
});

describe('errors', () => {
  it('are recognized by brand and code, not by class', () => {
    const error = createError('CALL_FAILED', 'no', { status: 500, body: { a: 1 }, cause: 'x' });
    expect(isWidgetError(error)).toBe(true);
    expect(isWidgetError(error, 'CALL_TIMEOUT')).toBe(false);
    expect(isWidgetError({ ...error })).toBe(true);
    expect([isWidgetError(new Error('no')), isWidgetError(null), isWidgetError('CALL_FAILED')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(error).toMatchObject({ status: 500, body: { a: 1 }, cause: 'x' });
  });

  it('are described in one line', () => {
    expect(describeError(createError('CALL_FAILED', 'no'))).toBe('CALL_FAILED: no');
    expect(describeError(new TypeError('bad'))).toBe('TypeError: bad');
    expect(describeError('odd')).toBe('odd');
  });
});
