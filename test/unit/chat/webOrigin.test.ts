import { describe, expect, it } from 'vitest';
import { toWebOrigin } from '../../../frame/chat/channels/ground/connection/webOrigin.ts';

describe('the origin that an account lookup names', () => {
  it.each([
    ['lo.msg.example', 'https://lo.msg.example'],
    ['https://lo.msg.example', 'https://lo.msg.example'],
    ['localhost:4605', 'http://localhost:4605'],
    ['http://127.0.0.1:4605', 'http://127.0.0.1:4605'],
    ['localhost.evil.example', 'https://localhost.evil.example'],
    ['a.localhost', 'https://a.localhost'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['localhost/path', 'http://localhost/path'],
    ['127.0.0.10', 'https://127.0.0.10'],
    ['HTTPS://lo.msg.example', 'HTTPS://lo.msg.example'],
    ['wss://lo.msg.example', 'https://lo.msg.example'],
    ['ws://localhost:4605', 'http://localhost:4605'],
  ])('[F-SE15] %s means %s', (named, origin) => {
    expect(toWebOrigin(named)).toBe(origin);
  });

  it.each([
    'http://lo.msg.example',
    'HTTP://lo.msg.example/path',
    'ws://lo.msg.example',
    'http://localhost.evil.example',
    'http://localhost:4605.evil.example',
  ])('[F-SE15] %s is refused: texts and tokens would travel in clear', (named) => {
    expect(() => toWebOrigin(named)).toThrow(`The account lookup names an origin without encryption: ${named}`);
  });
});
