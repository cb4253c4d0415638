import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, distDir: 'dist' });
});
afterAll(() => sandbox.close());

const origin = 'https://widget.example';
const ask = (url: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, { ...init, headers: { origin, ...init.headers } });
const namesOf = ({ headers }: Response): readonly string[] =>
  [...headers.keys()].filter((name) => name.startsWith('cross-origin') || name.startsWith('access-control'));

it.each([
  '/support-chat/deployment.js',
  '/support-chat/rest/Visitor/Availability.jsonp?Availability.ids=[573]&callback=a',
  '/csdr/account/4711/service/adminArea/baseURI.lpCsds?cb=a',
  '/assistant/entry.js',
])('[F-SE6][F-CH3] the vendor of %s sends neither CORP nor CORS', async (path) => {
  const response = await ask(sandbox.vendorsUrl, path);
  expect(response.status).toBe(200);
  expect(namesOf(response)).toEqual([]);
});

it('[F-SE6] a vendor’s call for other origins has CORS, exposes only the address of what it made, and sends no CORP', async () => {
  const path = '/api/account/4711/service/asyncMessagingEnt/baseURI.json?version=1.0';
  const { headers } = await ask(sandbox.vendorsUrl, path);
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toBe('location');
  expect(headers.get('cross-origin-resource-policy')).toBeNull();
});

it('[F-SE6] company and vendors answer for themselves only, and one control interface covers both', async () => {
  expect((await ask(sandbox.servicesUrl, '/support-chat/deployment.js')).status).toBe(404);
  expect((await ask(sandbox.vendorsUrl, '/contact/keys')).status).toBe(404);
  expect((await ask(sandbox.vendorsUrl, '/__sandbox/requests')).status).toBe(404);
  await ask(sandbox.controlUrl, '/__sandbox/rules', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"path":"/support-chat","status":503}',
  });
  expect((await ask(sandbox.vendorsUrl, '/support-chat/deployment.js')).status).toBe(503);
});
