import { expect, it } from 'vitest';
import { createMessagingDesk, greetingTimeoutMs, idleTimeoutMs } from '../../sandbox/live/messagingDesk.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createToken } from '../../support/messagingBench.ts';

function connect() {
  const clock = createFakeClock();
  const closed: number[] = [];
  const connection = createMessagingDesk({ clock }).connect({ send: () => {}, close: (code) => closed.push(code) });
  const send = (frame: unknown): void => connection.receive(JSON.stringify(frame));
  const headers = [{ type: '.ams.headers.ConsumerAuthentication', jwt: createToken('ana') }];
  return { clock, closed, connection, send, greet: () => send({ type: 'InitConnection', id: '0', headers }) };
}

it('closes a connection that does not greet in time', async () => {
  const { clock, closed, connection } = connect();
  await clock.advance(greetingTimeoutMs - 1);
  connection.receive('not JSON');
  expect(closed).toEqual([]);
  await clock.advance(1);
  expect(closed).toEqual([1001]);
});

it('closes a connection that is silent for a minute', async () => {
  const { clock, closed, send, greet } = connect();
  greet();
  await clock.advance(idleTimeoutMs - 1);
  send({ type: 'GetClock', id: '1' });
  await clock.advance(idleTimeoutMs - 1);
  expect(closed).toEqual([]);
  await clock.advance(1);
  expect(closed).toEqual([1001]);
});

it('has no timer for a connection that is closed', () => {
  const { clock, connection, greet } = connect();
  greet();
  connection.closed();
  expect(clock.pending).toBe(0);
});
