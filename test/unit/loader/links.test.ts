// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fields } from '../../../loader/page.ts';

vi.mock('../../../loader/config.ts', () => ({
  settings: {},
  linkAttribute: 'data-contact-link',
  configObject: 'contactWidgetConfig',
}));

const links = await import('../../../loader/links.ts');
const { restoreLinks, setLinks, takeLink, wordLinks } = links;

/** Parsed apart, so that no test sets HTML on the page. */
function show(html: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html');
  const main = document.importNode(parsed.querySelector('main') as HTMLElement, true);
  document.body.replaceChildren(main);
  return main;
}

const textsOf = (main: HTMLElement): (string | null)[] =>
  [...main.querySelectorAll('[data-contact-link]')].map(({ textContent }) => textContent);

beforeEach(() => {
  vi.restoreAllMocks();
});

afterEach(() => {
  restoreLinks();
  document.body.replaceChildren();
});

it('[SH-086][SH-087] gives each kind its wording, and leaves other kinds and other links alone', () => {
  const main = show(
    '<a href="/a" data-contact-link="chat">Talk</a><a data-contact-link="call">Call</a><a href="/b">Other</a>' +
      '<a data-contact-link="chat">More</a>',
  );
  setLinks({ chat: 'Chat with us' }, []);
  expect(textsOf(main)).toEqual(['Chat with us', 'Call', 'Chat with us']);
  expect(main.textContent).toContain('Other');
  expect(wordLinks()).toEqual(['chat', 'call', 'chat']);
});

it('[F-AD12][SH-087] leaves the words of a link that keeps its own, whatever the attribute says', () => {
  const main = show(
    '<a data-contact-link="chat" data-contact-link-keep>Mine</a><a data-contact-link="chat" data-contact-link-keep="no">Mine' +
      '</a><a data-contact-link="chat">Yours</a>',
  );
  setLinks({ chat: 'Chat with us' }, ['chat']);
  expect(textsOf(main)).toEqual(['Mine', 'Mine', 'Chat with us']);
  // Its clicks are taken as those of every other link.
  expect(takeLink([main.firstElementChild as Element])).toBeDefined();
});

it('[SH-022] makes a wording plain text of at most 200 characters', () => {
  const main = show('<a data-contact-link="chat">Talk</a>');
  setLinks({ chat: `<b>${'x'.repeat(300)}` }, []);
  expect(main.querySelector('b')).toBeNull();
  expect(textsOf(main)).toEqual([`<b>${'x'.repeat(197)}`]);
});

it('[F-SE24] takes no wording that is no text', () => {
  for (const wording of [7, ['Chat'], { length: 3 }, true]) {
    const main = show('<a data-contact-link="chat">Talk</a>');
    expect(() => setLinks({ chat: wording } as never, [])).toThrow();
    expect(textsOf(main)).toEqual(['Talk']);
  }
});

it('[F-SE20] takes no wording and no kind from a prototype', () => {
  const main = show('<a data-contact-link="constructor">One</a><a data-contact-link="__proto__">Two</a>');
  try {
    setLinks({ chat: 'Chat with us' }, ['chat']);
  } catch {} // The call is refused.
  expect(textsOf(main)).toEqual(['One', 'Two']);
  for (const link of main.children) expect(takeLink([link])).toBeUndefined();
});

it('[F-SE21] has one undo for each text, however often the wording changes, and restores what the page had', () => {
  const main = show('<a data-contact-link="chat">Talk <b>to</b> us</a>');
  const set = vi.spyOn(Map.prototype, 'set');
  const sizes = new Set<number>();
  for (let round = 0; round < 500; round += 1) {
    setLinks({ chat: `Chat ${round}` }, []);
    sizes.add((set.mock.contexts.at(-1) as Map<unknown, unknown>).size);
  }
  set.mockRestore();
  expect(textsOf(main)).toEqual(['Chat 499']);
  // The first text became the wording, and the two others are empty: each has one undo.
  expect(Math.max(...sizes)).toBe(3);
  restoreLinks();
  expect(textsOf(main)).toEqual(['Talk to us']);
});

it('[F-SE21] writes to a link once, and again when the page has written its own words', () => {
  const main = show(Array.from({ length: 3 }, () => '<a data-contact-link="chat"><b>Talk</b> to us</a>').join(''));
  setLinks({ chat: 'Chat' }, ['chat']);
  const write = vi.spyOn(CharacterData.prototype, 'data', 'set');
  for (let look = 0; look < 5; look += 1) wordLinks();
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  (main.querySelector('b') as Element).textContent = 'Changed by the page';
  wordLinks();
  expect(textsOf(main)).toEqual(['Chat', 'Chat', 'Chat']);
});

it('[F-SH18] keeps icons and hidden texts of a link', () => {
  const main = show(
    '<a data-contact-link="chat"><i>chat_icon</i><span aria-hidden="true">*</span><span role="img">☎</span> Talk </a>',
  );
  setLinks({ chat: 'Chat with us' }, []);
  expect(main.querySelector('i')?.textContent).toBe('chat_icon');
  expect(main.textContent).toBe('chat_icon*☎Chat with us');
});

it('[SH-086][SH-104] tells the frame of a clicked link only what it needs', () => {
  const main = show(
    '<a href="https://shop.example/chat" data-contact-link="chat-link" data-focus-area="data" data-purpose="demo" ' +
      'data-resource="r-7" data-secret="s3cret" class="c3cret">Talk</a>',
  );
  setLinks({}, ['chat-link']);
  expect(JSON.parse(takeLink([main.firstElementChild as Element, main, document, window]) as string)).toEqual({
    kind: 'chat-link',
    href: 'https://shop.example/chat',
    focusArea: 'data',
    purpose: 'demo',
    resource: 'r-7',
  });
  expect(fields).not.toContain('secret');
});

it('[F-SH1] takes the innermost link of a kind that the frame takes', () => {
  const main = show('<div data-contact-link="chat"><span data-contact-link="email"><b>Write</b></span></div>');
  const path = [main.querySelector('b'), main.querySelector('span'), main.querySelector('div'), main] as Element[];
  setLinks({}, ['chat', 'email']);
  expect(JSON.parse(takeLink(path) as string)).toMatchObject({ kind: 'email' });
  setLinks({}, ['phone']);
  expect(takeLink(path)).toBeUndefined();
});

it('[F-SH1] takes a click on a text link inside a contact link as one on the contact link', () => {
  const main = show('<div data-contact-link="chat"><span data-contact-link="chat-text">Talk</span></div>');
  setLinks({}, ['chat']);
  const path = [main.querySelector('span'), main.querySelector('div'), main] as Element[];
  expect(JSON.parse(takeLink(path) as string)).toMatchObject({ kind: 'chat' });
});

it('[F-SE24][SH-090] takes no click of an element without the attribute, whatever the kinds are', () => {
  const main = show('<a href="/basket">Basket</a>');
  setLinks({}, [null, undefined, false, '', {}] as never);
  expect(takeLink([main.firstElementChild as Element, main, document, window])).toBeUndefined();
});

it('[SH-037] gives the clicks back to the page at the end', () => {
  const main = show('<a data-contact-link="chat">Talk</a>');
  setLinks({ chat: 'Chat' }, ['chat']);
  restoreLinks();
  expect(takeLink([main.firstElementChild as Element])).toBeUndefined();
  wordLinks();
  expect(textsOf(main)).toEqual(['Talk']);
});
