import { describe, expect, it } from 'vitest';
import { parseDeployment } from '../../frame/deployment/deployment.ts';
import { documentsOf } from '../services/documents.ts';
import { readOperations } from '../services/operations.ts';
import { readSources } from '../support/sources.ts';
import { frameCalls, isSender } from './frameCalls.ts';

const sources = readSources(['frame'], /\.tsx?$/).filter(({ path }) => !/[cC]ontract\.ts$/.test(path));
const documents = documentsOf(parseDeployment({ allowedHosts: [], contact: { hosts: ['https://services.example'] } }));
const described = [
  ...readOperations(documents).all.map(({ service, id }) => `${service} ${id}`),
  ...Object.keys(documents).flatMap((file) => /^(.+)\.asyncapi\.json$/.exec(file)?.[1] ?? []),
];
const listed = Object.values(frameCalls).flatMap((declared) => ('reason' in declared ? [] : declared));

describe('what the frame sends to servers', () => {
  it('[F-AD4] has a document, or a reason for none, whichever module sends it', () => {
    const found = sources.filter(isSender).map(({ path }) => path);
    expect(found.filter((path) => !(path in frameCalls))).toEqual([]);
    expect(Object.keys(frameCalls).filter((path) => !found.includes(path))).toEqual([]);
  });

  it('[F-AD4] is in the document that the list names', () => {
    expect(listed.filter((call) => !described.includes(call))).toEqual([]);
  });

  it('[F-AD4] is all that the documents have', () => {
    expect(described.filter((call) => !listed.includes(call))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe('the search itself', () => {
  it.each([
    ['a call', 'const found = await ports.call({ hosts, path });'],
    ['a call over two lines', 'ports\n  .call({ hosts });'],
    ['a report', 'ports.beacon.post(url, body);'],
    ['a fetch', 'const response = await fetch(url);'],
    ['a file', 'await put({ url: slot.put, file }, clock);'],
    ['JSONP', 'loadJsonp(url, attempt);'],
    ['a script', "const script = document.createElement('script');\nscript.async = true;\nscript.src = url;"],
    ['a style sheet', "Object.assign(document.createElement('link'), { rel: 'stylesheet', href });"],
    ['a picture', 'const picture = <img src={address} />;'],
    ['a socket', 'const socket = new WebSocket(address);'],
  ])('finds %s', (_, text) => {
    expect(isSender({ path: 'frame/x.ts', text })).toBe(true);
  });

  it.each([
    ['the type of a call', 'readonly call: CallBackend;'],
    ['a function of that name', 'call().catch(() => {});'],
    ['a comment', '// await fetch(url);'],
    ['a link to save a file', "const link = document.createElement('a');\nlink.href = url;"],
  ])('does not take %s for one', (_, text) => {
    expect(isSender({ path: 'frame/x.ts', text })).toBe(false);
  });
});
