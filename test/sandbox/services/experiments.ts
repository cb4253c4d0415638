import { buildSandboxDatafile, experimentKeys, isVariation } from '../data/experiments.ts';
import type { SandboxService } from '../service.ts';

/**
 * The experiment provider: `GET /experiments/datafile.json`, and `/experiments/events` which accepts events by POST or GET.
 * `POST /__sandbox/experiments {"button_color": "yellow"}` gives every visitor that variation; `null` undoes it.
 */
export function createExperimentService(): SandboxService {
  const forced = new Map<string, string>();
  const accept = () => ({ status: 204 });
  return {
    name: 'experiments',
    routes: [
      { method: 'GET', path: '/experiments/datafile.json', answer: () => ({ body: buildSandboxDatafile(forced) }) },
      { method: 'POST', path: '/experiments/events', answer: accept },
      { method: 'GET', path: '/experiments/events', answer: accept },
    ],
    control(command, body) {
      if (command !== 'experiments') return undefined;
      for (const key of experimentKeys) {
        const variation = body[key];
        if (variation === null) forced.delete(key);
        else if (typeof variation === 'string') {
          if (!isVariation(key, variation))
            return { status: 400, body: { message: `${key} has no variation ${variation}` } };
          forced.set(key, variation);
        }
      }
      return { body: Object.fromEntries(forced) };
    },
    reset: () => forced.clear(),
  };
}
