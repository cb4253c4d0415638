// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import type { ChannelFiles } from '../../../../frame/chat/channel.ts';
import { agentOnly } from '../../../support/chatStories.ts';
import { buttonOf, renderChat, shows } from '../../../support/renderChat.ts';

/** The paste that a browser reports for a clipboard. */
function pasteOf(types: readonly string[], files: readonly File[]): Event {
  const clipboardData = { files, types };
  return Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
}

const picture = new File(['picture'], 'cells.png', { type: 'image/png' });

it.each([
  ['a picture', [], [picture], ['cells.png']],
  ['a picture of a web page', ['text/html'], [picture], ['cells.png']],
  ['a file with its name, as the Finder copies it', ['text/plain'], [picture], ['cells.png']],
  ['text with a picture of it, as Office copies it', ['text/plain', 'text/html'], [picture], []],
  ['text', ['text/plain'], [], []],
])('[F-AD13] pasting %s sends files, and leaves text to the field', async (_, types, pasted, sent) => {
  const names: string[] = [];
  const files: ChannelFiles = {
    maxBytes: 1_000,
    types: ['image/*'],
    upload: async ({ name }) => {
      names.push(name);
      return `https://files.example/${name}`;
    },
  };
  const { box } = await renderChat({ ...agentOnly, prepare: ({ channel }) => Object.assign(channel, { files }) });
  await shows(() => expect(buttonOf(box, 'file') ?? box.querySelector('input[type=file]')).not.toBeNull());
  const paste = pasteOf(types, pasted);
  await act(async () => void box.querySelector('textarea')?.dispatchEvent(paste));
  expect(names).toEqual(sent);
  expect(paste.defaultPrevented).toBe(sent.length > 0);
});
