import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Candidate, Served } from './candidate.ts';
import { closeServer, listen } from './pageServer.ts';
import { createTally } from './tally.ts';

/** A pill and an idle frame of another site: what any widget with a frame costs. */
const script = `const pill = document.createElement('button');
pill.id = 'floor-pill';
pill.textContent = "Let's talk";
pill.style.cssText = 'position:fixed;right:16px;bottom:16px;height:48px;border-radius:24px';
const frame = document.createElement('iframe');
frame.src = new URL('frame.html', document.currentScript.src);
frame.style.cssText = 'position:fixed;right:0;bottom:0;width:400px;height:600px;border:0;visibility:hidden';
const place = () => document.body.append(frame, pill);
if (document.body) place();
else addEventListener('DOMContentLoaded', place);`;

async function startFloor(): Promise<Served> {
  const tally = createTally();
  const server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js');
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'cache-control': 'public, max-age=3600',
    });
    response.end(isScript ? script : '<!doctype html><title>idle</title>');
  });
  tally.watch(server, 'widget');
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    head: `<script async src="http://127.0.0.1:${port}/floor.js"></script>`,
    launcher: { page: `document.getElementById('floor-pill')` },
    tally,
    close: () => closeServer(server),
  };
}

const startEmpty = async (): Promise<Served> => ({ head: '', tally: createTally(), close: async () => {} });

/** The page alone. Task times of the others are what they add to it. */
export const empty: Candidate = { id: 'empty', title: 'empty page', start: startEmpty };

export const floor: Candidate = {
  id: 'floor',
  title: 'the floor',
  start: startFloor,
};
