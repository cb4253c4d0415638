import type { Endpoint } from 'comlink';

/** The port as Comlink uses it. Its messages cross as JSON text, and the answers as they are. */
export const textEndpoint = (port: MessagePort): Endpoint => ({
  postMessage: (message) => port.postMessage(JSON.stringify(message)),
  addEventListener: (type, listener) => port.addEventListener(type, listener),
  removeEventListener: (type, listener) => port.removeEventListener(type, listener),
});
