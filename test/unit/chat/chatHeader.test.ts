import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { proxy } from 'valtio/vanilla';
import { expect, it, vi } from 'vitest';
import type { Conversation, Participant } from '../../../frame/chat/conversation.ts';
import { emptyLog } from '../../../frame/chat/messages/messageLog.ts';
import { initialState, type RoomState } from '../../../frame/chat/state.ts';
import type { ChatStore } from '../../../frame/chat/store.ts';
import { type ChatTextKey, chatTexts } from '../../../frame/chat/texts.ts';
import { ChatHeader } from '../../../frame/chat/views/ChatHeader.tsx';

vi.mock('../../../styles/chatHeader.css.ts', () => ({
  headerLines: 'headerLines',
  headerTitle: 'headerTitle',
  headerTitleLong: 'headerTitleLong',
  facts: 'facts',
  online: 'online',
  picture: 'picture',
}));
vi.mock('../../../styles/ui.css.ts', () => ({ pendingPicture: 'pendingPicture' }));
vi.mock('../../../styles/shell.css.ts', () => ({
  headerText: 'headerText',
  title: 'title',
  subtitle: 'subtitle',
}));

const nina: Participant = {
  id: 'nina',
  name: 'Nina',
  agentPictureUrl: undefined,
  isActive: true,
};

function header(state: Conversation['state'], ...participants: readonly Participant[]): string {
  return headerIn({}, state, ...participants);
}

function headerIn(
  change: Partial<RoomState>,
  state: Conversation['state'],
  ...participants: readonly Participant[]
): string {
  const conversation = { id: 'one', adapterId: 'syncChat', state, participants, messages: emptyLog };
  const store = {
    state: proxy({
      ...initialState(),
      activeId: 'one',
      conversations: [conversation as unknown as Conversation],
      ...change,
    }),
    text: (key: ChatTextKey) => chatTexts[key],
  };
  return renderToStaticMarkup(createElement(ChatHeader, { store: store as unknown as ChatStore }));
}

it('[SH-046] shows the name, role, picture and availability of who answers', () => {
  const markup = header('chatting', { ...nina, agentPictureUrl: 'https://pictures.example/nina.png' });
  expect(markup).toContain('<h1 class="title headerTitle" tabindex="-1">Nina</h1>');
  expect(markup).toContain('<span>Agent</span> <span class="online">Online now</span></p>');
  expect(markup).toContain('src="https://pictures.example/nina.png" alt=""');
});

it('[SH-044][F-SH16] sets an agent’s name of more than 25 characters smaller', () => {
  expect(header('chatting', { ...nina, name: 'N'.repeat(25) })).toContain('<h1 class="title headerTitle"');
  expect(header('chatting', { ...nina, name: 'N'.repeat(26) })).toContain('<h1 class="title headerTitleLong"');
});

it('[SH-046] shows no picture without an address', () => {
  expect(header('chatting', nina)).not.toContain('<img');
});

it('[SH-046] does not say "online" for a chat that failed or was closed', () => {
  expect(header('chatting')).toContain('Online now');
  expect(header('error')).not.toContain('Online now');
  expect(header('closed')).not.toContain('class="online"');
});

it('[SH-046][F-SH8] does not say "online" of an agent beside a lost connection, or whose service is unavailable', () => {
  expect(header('chatting', nina)).toContain('Online now');
  for (const change of [
    { lostConnections: { syncChat: 'lost' } },
    { adapters: [{ id: 'syncChat', state: 'unavailable' }] },
  ]) {
    const markup = headerIn(change as unknown as Partial<RoomState>, 'chatting', nina);
    expect(markup).toContain('Nina');
    expect(markup).not.toContain('Online now');
    expect(markup).not.toContain('class="online"');
  }
});

it('[SH-047] says while waiting that an agent will join, and thanks the visitor at the end', () => {
  const waiting = header('waiting', nina);
  expect(waiting).toContain('Connecting you…');
  expect(waiting).toContain('An agent will join soon.');
  const ended = header('ended', nina);
  expect(ended).toContain('This chat has ended');
  expect(ended).toContain('Thank you for chatting with us.');
  expect(waiting + ended).not.toContain('Nina');
});

it('[CH-213][CH-020] neither thanks nor says "online" for a chat that never started', () => {
  const failed = header('error');
  expect(failed).toContain('Live chat');
  expect(failed).not.toMatch(/Thank you|Online now/);
  expect(header('error', nina)).toContain('This chat has ended');
});

it('[F-SH34] says that nobody is there when the messaging service says so, and that an agent joins when one is there', () => {
  const conversation = { id: 'one', adapterId: 'liveperson2', state: 'waiting', participants: [], messages: emptyLog };
  const headerWith = (agentStatus: string) =>
    headerIn(
      {
        conversations: [conversation as unknown as Conversation],
        adapters: [{ id: 'liveperson2', agentStatus, isLoggedIn: true } as unknown as RoomState['adapters'][number]],
      },
      'waiting',
    );
  expect(headerWith('unavailable')).toContain('No agent is available. Write to us, and we will answer here later.');
  for (const status of ['available', 'unknown']) expect(headerWith(status)).toContain('An agent will join soon.');
});

it('[F-CH31] promises nobody while nobody answers', () => {
  expect(header('waiting')).toContain(chatTexts.headerWaitingBottom);
  const problem = { key: 'nobodyAnswers', action: 'none', link: undefined } as const;
  const markup = headerIn({ problems: { one: problem } }, 'waiting');
  expect(markup).toContain(chatTexts.headerWaitingAway);
  expect(markup).not.toContain(chatTexts.headerWaitingBottom);
});
