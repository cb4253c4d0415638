import * as v from 'valibot';
import { maxEmailLength, maxNameLength, maxTextLength } from '../../../frame/contact/form/limits.ts';
import type { ParameterContract, ServiceContract } from './serviceContract.ts';

/** A message of a visitor. */
const inquiry = v.strictObject({
  /** The same as the header `Idempotency-Key`. */
  id: v.pipe(v.string(), v.minLength(1)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(maxNameLength)),
  email: v.pipe(v.string(), v.minLength(1), v.maxLength(maxEmailLength)),
  /** Plain text. Must be shown as text. */
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(maxTextLength)),
  /** The language of the form. */
  language: v.string(),
  /** The address of the page. */
  page: v.string(),
  /** ISO 8601. May be older than the request, if the network was down. */
  writtenAt: v.pipe(v.string(), v.isoTimestamp()),
});

const example = {
  id: '8a3f6c1e-5b1d-4f0e-9d5c-2f6f1f3f9b11',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  text: 'Do you ship to Norway?',
  language: 'en-US',
  page: 'https://www.example.com/prices',
  writtenAt: '2026-11-22T20:00:00.000Z',
};

/**
 * The server that receives the messages of the form in the pane. The contact file or the contact service names its
 * addresses.
 */
export function inquiryService(addresses: readonly URL[]): ServiceContract {
  const byPath = new Map<string, readonly URL[]>(addresses.length > 0 ? [] : [['/messages', []]]);
  for (const address of addresses) byPath.set(address.pathname, [...(byPath.get(address.pathname) ?? []), address]);
  return {
    name: 'messages',
    title: 'Messages of the form in the pane',
    description:
      'Receives messages that visitors write when nobody is available. A message is retried with the same key until the server has answered: accept each key once. Limit the number of messages per address, and check the lengths.',
    whereabouts: 'The contact file or the answer of the contact service names the address of the form.',
    file: 'test/services/contracts/inquiry.ts',
    schemas: { inquiry },
    calls: [...byPath].map(([path, urls], index) => ({
      ...{ id: index === 0 ? 'send' : `send-${index + 1}`, method: 'POST', path, isForeign: true },
      hosts: [...new Set(urls.map(({ origin }) => origin))],
      summary: 'Receives a message',
      parameters: [
        {
          ...{ in: 'header', name: 'Idempotency-Key', schema: v.string(), example: example.id, isRequired: true },
          description: 'The key of the message.',
        },
        ...queryOf(urls),
      ],
      body: { schema: inquiry, example },
      answers: {
        '2XX': { description: 'The message has arrived. The body is ignored.' },
        '4XX': { description: 'The message is not accepted. The visitor can change it.' },
        '429': {
          description: 'The message is retried, as after 408, 425, any 5XX or no answer.',
          headers: { 'Retry-After': 'Seconds to wait, at most an hour.' },
        },
      },
    })),
  };
}

/** The query that the addresses of one path have. */
function queryOf(addresses: readonly URL[]): readonly ParameterContract[] {
  const names = new Set(addresses.flatMap(({ searchParams }) => [...searchParams.keys()]));
  return [...names].map((name) => {
    const values = [...new Set(addresses.flatMap(({ searchParams }) => searchParams.getAll(name)))];
    return {
      ...{ in: 'query', name, schema: v.picklist(values), example: values[0] },
      description: 'As the address of the form has it.',
      isRequired: addresses.every(({ searchParams }) => searchParams.has(name)),
    };
  });
}
