import type { ListenToMessages } from './signIn.ts';

/** Listens to messages that other windows send to the frame. */
export const listenToWindow: ListenToMessages = (lifetime, listener) =>
  window.addEventListener('message', ({ origin, data }) => listener({ origin, data }), { signal: lifetime.signal });
