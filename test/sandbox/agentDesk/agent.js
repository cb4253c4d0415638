/** The agent desk: polls the sandbox every 700 ms, and acts as the selected agent. */
const byId = (id) => document.getElementById(id);
const stateLabels = { waiting: 'Waiting', chatting: 'Chatting', survey: 'Survey', ended: 'Ended' };
const kindLabels = { messaging: 'Messaging', chat: 'Live chat' };
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

let conversations = [];
let selectedId;
let rendered = '';
/** How many messages of the visitor the agent has seen, by conversation. */
const seen = new Map();
let sounded = 0;
let typingTimer;

async function refresh() {
  try {
    const response = await fetch('/agent/conversations');
    const answer = await response.json();
    conversations = answer.conversations;
    renderChoices(answer);
    byId('link').textContent = waitingStatus();
    render();
    announce();
  } catch {
    byId('link').textContent = 'The sandbox does not respond. Trying again…';
  }
  setTimeout(refresh, 700);
}

const fromVisitor = (one) => one.messages.filter((message) => message.from === 'visitor').length;
const unreadOf = (one) => (one.state === 'ended' ? 0 : fromVisitor(one) - (seen.get(one.id) ?? 0));

/** Plays a tone for a visitor who has come or written where the agent does not look. */
function announce() {
  const waiting = conversations.filter((one) => one.state === 'waiting').length;
  const due = waiting + conversations.reduce((sum, one) => sum + unreadOf(one), 0);
  if (due > sounded && byId('sound').checked) playTone();
  sounded = due;
}

let audio;
function playTone() {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.frequency.setValueAtTime(660, audio.currentTime);
  tone.frequency.setValueAtTime(880, audio.currentTime + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

function waitingStatus() {
  const waiting = conversations.filter((one) => one.state === 'waiting').length;
  const due = waiting + conversations.reduce((sum, one) => sum + unreadOf(one), 0);
  document.title = `${due ? `(${due}) ` : ''}Northwind Cloud – agent desk`;
  return waiting === 0
    ? 'No visitor is waiting.'
    : waiting === 1
      ? '1 visitor is waiting.'
      : `${waiting} visitors are waiting.`;
}

function renderChoices({ agents, skills }) {
  const select = byId('agent');
  if (select.options.length === agents.length) return;
  select.replaceChildren(...agents.map((one) => new Option(one.fullName, one.id)));
  const group = (label, options) => {
    const found = element('optgroup', { label });
    found.append(...options);
    return found;
  };
  byId('target').replaceChildren(
    group(
      'Queue',
      skills.map((skill) => new Option(skill, `skill:${skill}`)),
    ),
    group(
      'Colleague',
      agents.map((one) => new Option(one.fullName, `agent:${one.id}`)),
    ),
  );
}

/** The name, or else the order in which an unknown visitor came. */
function nameOf(one) {
  const unnamed = conversations.filter(({ visit }) => !visit.name).toReversed();
  return one.visit.name ?? `Visitor ${unnamed.indexOf(one) + 1}`;
}

/** Skips the update if nothing has changed, so that a click in progress does not lose its button. */
function render() {
  selectedId ??= conversations.find((one) => one.state !== 'ended')?.id;
  const selected = conversations.find((one) => one.id === selectedId);
  if (selected && !document.hidden) seen.set(selectedId, fromVisitor(selected));
  const now = JSON.stringify([conversations, selectedId, [...seen]]);
  if (now === rendered) return;
  rendered = now;
  byId('none').hidden = conversations.length > 0;
  byId('list').replaceChildren(...conversations.map(listItem));
  const one = selected;
  byId('conversation').hidden = one === undefined;
  byId('empty').hidden = one !== undefined;
  if (one) {
    renderConversation(one);
    reportRead(one);
  }
}

function listItem(one) {
  const button = element('button', { type: 'button' });
  if (one.id === selectedId) button.setAttribute('aria-current', 'true');
  const state = element('span', { className: 'state', textContent: stateLabels[one.state] });
  state.dataset.state = one.state;
  const unread = unreadOf(one);
  const badge = element('span', { className: 'unread', textContent: String(unread), hidden: unread === 0 });
  badge.setAttribute('aria-label', `${unread} unread`);
  button.append(
    element('span', { className: 'name', textContent: nameOf(one) }),
    state,
    element('span', { className: 'last', textContent: entriesOf(one).at(-1)?.text ?? 'No messages yet' }),
    badge,
    element('span', { className: 'kind', textContent: `${kindLabels[one.kind]} · ${one.skill}` }),
  );
  button.addEventListener('click', () => {
    selectedId = one.id;
    render();
    byId('text').focus();
  });
  const item = document.createElement('li');
  item.append(button);
  return item;
}

/** What the log shows, oldest first: the talk with the bot, the conversation, and who joined, transferred and ended. */
function entriesOf(one) {
  const log = one.log.map((line) => ({ ...line, from: 'log' }));
  const talk = [...one.messages, ...log].sort((a, b) => a.time - b.time);
  return [...one.visit.earlier.map((message) => ({ ...message, isEarlier: true })), ...talk];
}

function renderPage(page) {
  const place = byId('page');
  if (!page) {
    place.replaceChildren();
    return;
  }
  const { pathname } = new URL(page);
  const link = element('a', { href: page, target: '_blank', rel: 'noopener', textContent: pathname });
  place.replaceChildren('On the page ', link);
}

const senders = { bot: 'Assistant', visitor: 'Visitor', agent: 'Agent' };

function entry(one, item) {
  const found = element('li', { textContent: item.text });
  found.dataset.from = item.from;
  if (item.isEarlier) found.dataset.earlier = '';
  const marks = [
    item.isEarlier && senders[item.from],
    times.format(item.time),
    item.id && item.id === one.readUpTo && 'read',
  ];
  found.append(element('time', { textContent: marks.filter(Boolean).join(' · ') }));
  if (one.kind === 'messaging' && item.from === 'agent' && item.text !== '') found.append(...changesOf(item));
  return found;
}

function logOf(one) {
  const entries = entriesOf(one);
  const earlier = entries.filter((item) => item.isEarlier).map((item) => entry(one, item));
  const rest = entries.filter((item) => !item.isEarlier).map((item) => entry(one, item));
  if (earlier.length === 0) return rest;
  const title = element('li', { textContent: 'Before the handover, with the assistant' });
  const handover = element('li', { textContent: 'Handed over to an agent' });
  for (const line of [title, handover]) line.dataset.from = 'log';
  return [title, ...earlier, handover, ...rest];
}

function renderConversation(one) {
  byId('visitor').textContent = nameOf(one);
  renderPage(one.visit.page);
  byId('facts').textContent = [
    kindLabels[one.kind],
    one.skill,
    one.visit.role && one.visit.role !== 'visitor' && one.visit.role,
    stateLabels[one.state],
    one.agent && `with ${one.agent}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const log = byId('log');
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  log.replaceChildren(...logOf(one));
  if (isAtEnd) log.scrollTop = log.scrollHeight;
  byId('typing').textContent = one.isVisitorTyping ? 'The visitor is typing…' : '';
  const isOver = one.state === 'ended' || one.state === 'survey';
  byId('join').disabled = one.state !== 'waiting';
  for (const id of ['transfer', 'target', 'leave']) byId(id).disabled = one.state !== 'chatting';
  byId('end').disabled = one.state === 'ended';
  byId('survey').disabled = isOver;
  for (const id of ['text', 'replies']) byId(id).disabled = isOver;
  document.querySelector('.send').disabled = isOver;
}

/** Buttons that edit or remove a message of the agent. */
function changesOf({ id: messageId, text: before }) {
  const edit = element('button', { type: 'button', textContent: 'Edit' });
  edit.addEventListener('click', () => {
    const text = prompt('The new text', before)?.trim();
    if (text && text !== before) act('edit', { messageId, text });
  });
  const remove = element('button', { type: 'button', textContent: 'Remove' });
  remove.addEventListener('click', () => act('remove', { messageId }));
  return [edit, remove];
}

/** Tells the visitor that the agent has read the messages which the desk shows. */
let lastRead;
function reportRead(one) {
  const last = one.messages.findLast((message) => message.from === 'visitor')?.id;
  if (one.kind !== 'messaging' || one.state !== 'chatting' || !last || last === lastRead || document.hidden) return;
  lastRead = last;
  act('read');
}

function element(name, fields) {
  return Object.assign(document.createElement(name), fields);
}

async function act(action, fields = {}) {
  if (selectedId === undefined) return;
  const body = JSON.stringify({ action, conversationId: selectedId, agentId: byId('agent').value, ...fields });
  await fetch('/agent/act', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

function takeText() {
  const text = byId('text').value.trim();
  byId('text').value = '';
  clearTimeout(typingTimer);
  typingTimer = undefined;
  return text;
}

for (const action of ['join', 'leave', 'end', 'survey']) byId(action).addEventListener('click', () => act(action));
byId('transfer').addEventListener('click', () => {
  const [kind, target] = byId('target').value.split(':');
  if (kind === 'agent') act('join', { agentId: target });
  else act('transfer', { skill: target });
});
// The choice is kept, and the press lets the browser play tones.
byId('sound').checked = localStorage.getItem('sound') === 'on';
byId('sound').addEventListener('change', ({ target }) => {
  localStorage.setItem('sound', target.checked ? 'on' : 'off');
  if (target.checked) playTone();
});
byId('replies').addEventListener('click', () =>
  act('quickReplies', {
    text: takeText() || 'May we call you back?',
    replies: ['Yes, please', 'No, thank you', 'Later'],
  }),
);
byId('write').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = takeText();
  if (text) act('say', { text });
});
byId('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId('write').requestSubmit();
});
byId('text').addEventListener('input', () => {
  if (typingTimer === undefined) act('typing', { isTyping: true });
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => {
    typingTimer = undefined;
    act('typing', { isTyping: false });
  }, 1500);
});
refresh();
