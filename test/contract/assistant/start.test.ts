import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../support/fakeModel.ts';
import { freePort } from '../../support/freePort.ts';

/** The program as its README starts it. */

const folder = mkdtempSync(join(tmpdir(), 'widget-assistant-'));
const origin = 'https://widget.example';
let model: FakeModel;
beforeAll(async () => {
  mkdirSync(join(folder, 'pages/shop'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'pages/shop/delivery.md'), '# Delivery\n\nWe deliver within three days.\n');
  model = await startFakeModel();
});
afterAll(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program, and resolves to its first line or, if it ends, to what it has printed as an error. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  path = 'test/assistant/server.mjs',
) {
  const program = spawn(process.execPath, [path, ...args], { env: { PATH: '', ...env } });
  let errors = '';
  program.stderr.on('data', (data) => {
    errors += String(data);
  });
  const printed = await new Promise<string>((resolve) => {
    program.stdout.once('data', (data) => resolve(String(data)));
    program.once('close', (code) => resolve(`${code}: ${errors}`));
  });
  return { printed, stop: () => program.kill(), errors: () => errors };
}

const ask = async (port: number, text: string): Promise<string> => {
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ context: {}, input: { text } });
  return (await fetch(`http://127.0.0.1:${port}/v2/message`, { method: 'POST', headers, body })).text();
};

describe('node server.mjs', () => {
  it('answers from a folder, with the addresses of its pages and the person of the environment', async () => {
    const port = await freePort();
    const env = {
      ORIGIN: `${origin}/`,
      PORT: String(port),
      PAGE_URL: 'https://www.example.com/{page}.html',
      PERSON: 'xmpp:sales',
    };
    const { printed, stop } = await start([join(folder, 'pages')], env);
    expect(printed).toBe(`Pages: 1. Widget: ${origin}. Address: http://127.0.0.1:${port}
`);
    const answer = await ask(port, 'When do you deliver?');
    expect(answer).toContain('within three days');
    expect(answer).toContain('https://www.example.com/shop/delivery.html');
    expect(await ask(port, 'agent')).toContain('{"service":"xmpp","skill":"sales"}');
    stop();
  });

  it('asks the language model of the environment, and logs neither its key nor what visitors write', async () => {
    const port = await freePort();
    model.answer = (response) => void response.writeHead(401).end('{"error": "secret-key"}');
    const env = { ORIGIN: origin, PORT: String(port), MODEL_URL: model.url, MODEL: 'small', MODEL_KEY: 'secret-key' };
    const { stop, errors } = await start([join(folder, 'pages')], env);
    expect(await ask(port, 'When do you deliver?')).toContain('within three days');
    expect(model.requests.at(-1)?.authorization).toBe('Bearer secret-key');
    expect(errors()).toBe('The language model answers 401.\n');
    stop();
  });

  it.each([
    ['without an origin', ['pages'], {}, 'Name the widget and the folder: ORIGIN='],
    ['with an origin that is none', ['pages'], { ORIGIN: 'widget' }, 'Name the widget and the folder: ORIGIN='],
    ['without a folder', [], { ORIGIN: origin }, 'Name the widget and the folder: ORIGIN='],
    ['with a folder that is not there', ['nowhere'], { ORIGIN: origin }, 'ENOENT'],
    ['with an empty folder', ['empty'], { ORIGIN: origin }, 'has no page. The name of a page ends with .md.'],
  ] as const)('says what is missing %s', async (_, names, env, sentence) => {
    const { printed } = await start(
      names.map((name) => join(folder, name)),
      env,
    );
    expect(printed).toMatch(/^1: /);
    expect(printed).toContain(sentence);
    expect(printed.trim().split('\n')).toHaveLength(1);
  });

  it('says that its port is in use', async () => {
    const port = new URL(model.url).port;
    const { printed } = await start([join(folder, 'pages')], { ORIGIN: origin, PORT: port });
    expect(printed).toMatch(/^1: listen EADDRINUSE/);
  });

  it('answers by the function that the README shows, with the files that it says everybody needs, and no package', async () => {
    const readme = readFileSync('test/assistant/README.md', 'utf8');
    const needed = [...readme.matchAll(/^\| \[(\S+\.mjs)\].*\| everybody/gm)].map(([, name = '']) => name);
    expect(needed).toContain('server.mjs');
    const own = join(folder, 'own');
    mkdirSync(own);
    for (const name of needed) copyFileSync(join('test/assistant', name), join(own, name));
    const file = join(own, 'answer.mjs');
    writeFileSync(file, /^```js\n(.*?)^```/ms.exec(readme)?.[1] ?? '');
    const port = await freePort();
    const { printed, stop } = await start([file], { ORIGIN: origin, PORT: String(port) }, join(own, 'server.mjs'));
    expect(printed).toContain(`Answers: ${file}. Widget: ${origin}.`);
    expect(await ask(port, 'What does it cost?')).toContain(
      '[{"type":"markdown","text":"Which plan?"},{"items":[{"type":"choice","text":"basic"},{"type":"choice","text":"plus"}]}]',
    );
    expect(await ask(port, 'basic')).toContain('**basic** costs 5 € a month.');
    expect(await ask(port, 'Do you deliver?')).toContain('I have found nothing');
    stop();
  });

  it('says that a file has no function that answers', async () => {
    writeFileSync(join(folder, 'none.mjs'), 'export const reply = 1;\n');
    const { printed } = await start([join(folder, 'none.mjs')], { ORIGIN: origin });
    expect(printed).toMatch(/^1: .*none\.mjs has to export a function with the name answer\.\n$/);
  });
});
