import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { OpenedOutreach } from '../../../frame/outreach/openOutreach.ts';
import { parseNotification } from '../../../frame/outreach/parseNotification.ts';
import { outreachTexts } from '../../../frame/outreach/texts.ts';
import { NotificationCard } from '../../../frame/outreach/views/NotificationCard.tsx';

vi.mock('../../../frame/outreach/views/CardFrame.tsx', () => ({
  CardFrame: ({ children }: { children: unknown }) => children,
}));
vi.mock('../../../frame/outreach/views/CardBody.tsx', () => ({ CardBody: () => null }));
vi.mock('../../../styles/outreach.css.ts', () => ({
  ...{ post: '', picture: '', postPicture: '', content: '', postContent: '' },
  ...{ person: '', portrait: '', text: '', greeting: '', heading: '', postHeading: '' },
  ...{ body: '', bodyAlone: '', clearOfClose: '', buttons: '', postButtons: '' },
}));
vi.mock('../../../styles/ui.css.ts', () => ({
  ...{ button: { primary: 'primary', secondary: 'secondary' }, pendingPicture: '' },
}));

/** The labels of a card's buttons. */
function buttonsOf(given: object): string[] {
  const content = parseNotification({ type: 'note', bodyText: 'Spring offer', ...given }, 'id-1');
  const opened = { texts: () => (key: keyof typeof outreachTexts) => outreachTexts[key] } as unknown as OpenedOutreach;
  if (!content) throw new Error('not a notification');
  const markup = renderToStaticMarkup(createElement(NotificationCard, { opened, content }));
  return [...markup.matchAll(/<button[^>]*class="([^"]*)"[^>]*>(.*?)<\/button>/g)].map(
    ([, style, label]) => `${label}: ${style}`,
  );
}

const close = { buttonText: 'Not now' };
const read = { buttonText: 'Read more', buttonHref: '/offer' };
const chat = { buttonText: 'Chat with us', clickAction: 'chat' };

it.each<[string, object, string[]]>([
  ['without buttons', {}, []],
  ['with an address', { url: '/offer' }, ['Find out more: primary']],
  [
    'with an address that no button opens',
    { url: '/offer', buttons: [close] },
    ['Find out more: primary', 'Not now: secondary'],
  ],
  [
    'with an address that a button opens',
    { url: '/offer', buttons: [close, read] },
    ['Not now: secondary', 'Read more: primary'],
  ],
  [
    'with an address other than the button’s',
    { url: '/terms', buttons: [read] },
    ['Find out more: primary', 'Read more: secondary'],
  ],
  [
    'for a chat that a button starts',
    { isChat: true, buttons: [chat, close] },
    ['Chat with us: primary', 'Not now: secondary'],
  ],
  [
    'for a chat that no button starts',
    { isChat: true, buttons: [read] },
    ['Start a chat: primary', 'Read more: secondary'],
  ],
])('[SH-133] a notification %s has a control for each action of the card', (_, given, buttons) => {
  expect(buttonsOf(given)).toEqual(buttons);
});
