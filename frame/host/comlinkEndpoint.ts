import type { Endpoint } from 'comlink';
import type { Answer } from '../../bridge/endpoint.ts';

/**
 * What Comlink sends for a call. The bridge does not support its other messages (get, set, construct), so they are not sent.
 */
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
        // Comlink ignores a message whose id it does not know, such as a call of the loader.
        const { id, ...answer } = (data ?? {}) as Answer;
        // Comlink rejects the call for a handler that it does not know.
        const type = 'value' in answer ? 'RAW' : 'HANDLER';
        (listener as (event: unknown) => void)({ data: { id, type, ...answer } });
      });
    },
    removeEventListener() {}, // The port is closed at the end.
  };
}
