/** The agent desk: polls the sandbox every 700 ms, and acts as the selected agent. */
const byId = (id) => document.getElementById(id);
const stateLabels = { waiting: 'Waiting', chatting: 'Chatting', survey: 'Survey', ended: 'Ended' };
const kindLabels = { messaging: 'Messaging', chat: 'Live chat' };
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

let conversations = [];
let selectedId;
let rendered = '';
let typingTimer;

async function refresh() {
  try {
    const response = await fetch('/agent/conversations');
    const answer = await response.json();
    conversations = answer.conversations;
    renderAgents(answer.agents);
    byId('link').textContent = waitingStatus();
    render();
  } catch {
    byId('link').textContent = 'The sandbox does not respond. Trying again…';
  }
  setTimeout(refresh, 700);
}

function waitingStatus() {
  const waiting = conversations.filter((one) => one.state === 'waiting').length;
  document.title = `${waiting ? `(${waiting}) ` : ''}Northwind Cloud – agent desk`;
  return waiting === 0
    ? 'No visitor is waiting.'
    : waiting === 1
      ? '1 visitor is waiting.'
      : `${waiting} visitors are waiting.`;
}

function renderAgents(agents) {
  const select = byId('agent');
  if (select.options.length === agents.length) return;
  select.replaceChildren(...agents.map((one) => new Option(one.fullName, one.id)));
}

/** Skips the update if nothing has changed, so that a click in progress does not lose its button. */
function render() {
  selectedId ??= conversations.find((one) => one.state !== 'ended')?.id;
  const now = JSON.stringify([conversations, selectedId]);
  if (now === rendered) return;
  rendered = now;
  byId('none').hidden = conversations.length > 0;
  byId('list').replaceChildren(...conversations.map(listItem));
  const one = conversations.find((item) => item.id === selectedId);
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
  button.append(
    element('span', { textContent: one.visitor }),
    state,
    element('span', { className: 'last', textContent: one.messages.at(-1)?.text ?? 'No messages yet' }),
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

function renderConversation(one) {
  byId('visitor').textContent = one.visitor;
  byId('facts').textContent = [
    kindLabels[one.kind],
    one.skill,
    stateLabels[one.state],
    one.agent && `with ${one.agent}`,
  ]
    .filter(Boolean)
    .join(' · ');
  const log = byId('log');
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  log.replaceChildren(
    ...one.messages.map((message) => {
      const item = element('li', { textContent: message.text });
      item.dataset.from = message.from;
      const readMark = message.id === one.readUpTo ? ' · read' : '';
      item.append(element('time', { textContent: `${times.format(message.time)}${readMark}` }));
      if (one.kind === 'messaging' && message.from === 'agent' && message.text !== '')
        item.append(...changesOf(message));
      return item;
    }),
  );
  if (isAtEnd) log.scrollTop = log.scrollHeight;
  byId('typing').textContent = one.isVisitorTyping ? 'The visitor is typing…' : '';
  const isOver = one.state === 'ended' || one.state === 'survey';
  byId('join').disabled = one.state !== 'waiting';
  byId('transfer').disabled = byId('leave').disabled = one.state !== 'chatting';
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
byId('transfer').addEventListener('click', () => act('transfer', { skill: 'data-sales' }));
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
