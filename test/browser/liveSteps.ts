import type { FrameLocator, Locator } from 'playwright/test';
import { log, send } from './chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

interface Desk {
  readonly conversations: readonly {
    readonly id: string;
    readonly kind: string;
    readonly state: string;
    readonly skill: string;
    readonly messages: readonly { readonly from: string; readonly text: string }[];
  }[];
}

export async function desk(sandbox: SandboxControl): Promise<Desk['conversations']> {
  const response = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
  return ((await response.json()) as Desk).conversations;
}

export const visitorTexts = async (sandbox: SandboxControl): Promise<readonly string[]> =>
  (await desk(sandbox)).flatMap((one) => one.messages.flatMap(({ from, text }) => (from === 'visitor' ? [text] : [])));

export const ofAgent = (frame: FrameLocator) => log(frame).locator('[data-kind=agent]');

export async function openChat(
  host: HostPageHelper,
  focusArea: string,
  attrs: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': focusArea, ...attrs } });
  const frame = await host.openPane();
  await startChat(frame);
  return frame;
}

/** From the menu to the chat's field. */
export async function startChat(frame: FrameLocator): Promise<void> {
  await (await openChatEntry(frame)).click();
  await expect(frame.getByRole('textbox')).toBeVisible();
}

/** Opens the entry of the menu, and returns the button that starts the chat. */
export async function openChatEntry(frame: FrameLocator): Promise<Locator> {
  await openEntry(frame, 'chat');
  const start = frame.getByRole('button', { name: 'Start chat', exact: true });
  await expect(start).toBeVisible();
  return start;
}

/** A live chat in which agent and visitor have said something. */
export async function talkToAgent(host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  const frame = await openChat(host, 'data');
  await agentSays(frame, sandbox, 'Anything else?');
  await send(frame, 'No, thank you.');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['No, thank you.']);
  return frame;
}

/** Waits until the chat is at the agents' desk, and lets the agent say something. */
export async function agentSays(frame: FrameLocator, sandbox: SandboxControl, text: string): Promise<void> {
  await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
  await sandbox.command('agent', { action: 'say', text });
  await expect(ofAgent(frame)).toContainText(text);
}

/** Starts with the bot, asks for an agent, and waits for the agent. */
export async function askForAgent(
  host: HostPageHelper,
  sandbox: SandboxControl,
  focusArea: 'cloud' | 'security' = 'cloud',
  request = 'agent now',
  attrs: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  const frame = await openChat(host, focusArea, attrs);
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await send(frame, request);
  await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
  return frame;
}
