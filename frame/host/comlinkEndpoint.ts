import type { Endpoint } from 'comlink';
import type { Answer } from '../../bridge/endpoint.ts';

/** What Comlink sends for a call. Its other messages (get, set, construct) do not exist on the bridge and are not sent. */
interface ComlinkCall {
  readonly id: string;
  readonly type: string;
  readonly path: readonly string[];
  readonly argumentList: readonly { readonly value: unknown }[];
}

/** A port as Comlink uses it: translates Comlink's calls to the bridge's arrays, and the bridge's answers to Comlink's. */
export function comlinkEndpoint(port: MessagePort): Endpoint {
  return {
    postMessage({ id, type, path, argumentList }: ComlinkCall) {
      if (type === 'APPLY') port.postMessage([id, path[0], ...argumentList.map(({ value }) => value)]);
    },
    addEventListener(_, listener) {
      port.addEventListener('message', ({ data }) => {
        // Comlink ignores a message without an id that it waits for, such as a call of the loader.
        const { id, ...answer } = (data ?? {}) as Answer;
        // A handler that Comlink does not have rejects the call.
        const type = 'value' in answer ? 'RAW' : 'HANDLER';
        (listener as (event: unknown) => void)({ data: { id, type, ...answer } });
      });
    },
    removeEventListener() {}, // The port is closed at the end.
  };
}
