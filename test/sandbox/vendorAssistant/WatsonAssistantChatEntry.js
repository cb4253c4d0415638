/**
 * A stand-in for the vendor's web chat, written from its public documentation alone: configuration, instance methods, events, session
 * history. It shares no code with the widget. Its window is only an attribute of the element.
 */
(() => {
  const options = window.watsonAssistantChatOptions;
  const service = new URL(document.currentScript.src).origin;
  const sessionKey = `web-chat-session-${options.integrationID}`;
  const listeners = [];
  let isOpened = false;

  const readSession = () => JSON.parse(sessionStorage.getItem(sessionKey) ?? '{"messages":[]}');
  function keep(sessionId, ...messages) {
    const session = readSession();
    sessionStorage.setItem(sessionKey, JSON.stringify({ sessionId, messages: [...session.messages, ...messages] }));
  }

  async function fire(event) {
    for (const { type, handler } of [...listeners])
      if (type === event.type || type === '*') await handler(event, instance);
  }

  async function send(given) {
    const message =
      typeof given === 'string' ? { input: { message_type: 'text', text: given } } : structuredClone(given);
    message.context ??= {};
    message.context.skills ??= {};
    await fire({ type: 'pre:send', data: message });
    await fire({ type: 'send', data: message });
    const response = await fetch(`${service}/web-chat/${options.integrationID}/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, session_id: readSession().sessionId }),
    });
    if (!response.ok) throw new Error(`The service answered ${response.status}`);
    const data = await response.json();
    keep(data.context.global.session_id, { input: message.input }, data);
    await fire({ type: 'pre:receive', data, updateHistory: true });
    await fire({ type: 'receive', data });
  }

  /** The first opening restores the session of this tab, or asks the assistant to begin. */
  async function open() {
    if (isOpened) return;
    isOpened = true;
    const { messages } = readSession();
    if (messages.length === 0) {
      await send('');
      return;
    }
    await fire({ type: 'history:begin', messages });
    await fire({ type: 'history:end', messages });
  }

  const instance = {
    async render() {
      options.element.dataset.view = 'launcher';
      if (options.openChatByDefault) await open();
      return instance;
    },
    async changeView(view) {
      const oldViewState = options.element.dataset.view;
      options.element.dataset.view = view;
      await fire({ type: 'view:change', oldViewState, newViewState: view });
      if (view === 'mainWindow') await open();
    },
    on(listener) {
      for (const one of [listener].flat()) listeners.push(one);
      return instance;
    },
    off(listener) {
      for (const { type, handler } of [listener].flat()) {
        const at = listeners.findIndex((one) => one.type === type && (!handler || one.handler === handler));
        if (at >= 0) listeners.splice(at, 1);
      }
      return instance;
    },
    send,
    async destroySession() {
      sessionStorage.removeItem(sessionKey);
    },
    destroy() {
      listeners.length = 0;
      delete options.element.dataset.view;
    },
  };
  options.onLoad(instance);
})();
