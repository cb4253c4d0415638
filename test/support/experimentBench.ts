import { createLevelLog } from '../../frame/insight/experiments/levels.ts';
import type { EventPayload } from '../../frame/insight/experiments/payload.ts';
import { createExperimentClient, type ExperimentClient } from './experimentClient.ts';
import { buildDatafile } from './experimentDatafile.ts';
import { createFakeLog, type FakeLog } from './fakeLog.ts';

export interface ExperimentBench {
  readonly client: ExperimentClient;
  readonly sent: EventPayload[];
  readonly log: FakeLog;
}

/** A client that logs at every level and records what it sends. */
export function createExperimentBench(datafile: unknown = buildDatafile(), profileService?: unknown): ExperimentBench {
  const log = createFakeLog();
  const sent: EventPayload[] = [];
  const client = createExperimentClient({
    datafile,
    profileService,
    write: createLevelLog(log, 'debug'),
    dispatch: (payload) => void sent.push(payload),
    now: () => 1_700_000_000_000,
    createId: () => 'id-1',
  });
  return { client, sent, log };
}
