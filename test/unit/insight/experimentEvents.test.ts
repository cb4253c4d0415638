import { describe, expect, it } from 'vitest';
import { createLevelLog, thresholdOf } from '../../../frame/insight/experiments/levels.ts';
import { clientVersion } from '../../../frame/insight/experiments/limits.ts';
import { createExperimentBench } from '../../support/experimentBench.ts';
import { buildDatafile, buildExperiment } from '../../support/experimentDatafile.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('what is sent', () => {
  it.each([
    ['Running', 'yellow', 3],
    ['Launched', 'yellow', 0],
    ['Paused', null, 0],
  ])('[CH-200] an experiment that is %s shows %s and sends %d events', (status, variation, events) => {
    const { client, sent } = createExperimentBench(buildDatafile({ experiments: [buildExperiment({ status })] }));
    expect(client.activate('button_color', 'visitor')).toBe(variation);
    client.isFeatureEnabled('button', 'visitor');
    client.track('chat_started', 'visitor');
    expect(sent).toHaveLength(events);
  });

  it('[CH-203][CH-204] contains every field of the wire format and the specified client version', () => {
    const { client, sent } = createExperimentBench();
    client.track('chat_started', 'visitor', { language: 'en' }, { revenue: 5 });
    expect(sent).toEqual([
      {
        account_id: '20044',
        project_id: '20045',
        revision: '7',
        client_name: 'javascript-sdk',
        client_version: '2.3.1',
        anonymize_ip: true,
        visitors: [
          {
            visitor_id: 'visitor',
            attributes: [{ entity_id: '31', key: 'language', type: 'custom', value: 'en' }],
            snapshots: [
              {
                decisions: [{ campaign_id: '12', experiment_id: '11', variation_id: '21' }],
                events: [
                  {
                    entity_id: '41',
                    key: 'chat_started',
                    timestamp: 1_700_000_000_000,
                    uuid: 'id-1',
                    revenue: 5,
                    tags: { revenue: 5 },
                  },
                ],
              },
            ],
          },
        ],
      },
    ]);
    expect(clientVersion).toBe('2.3.1');
  });

  it('[CH-204] logs only errors in production, and info and above in debug mode', () => {
    const written = (isDebug: boolean): number[] => {
      const log = createFakeLog();
      const write = createLevelLog(log, thresholdOf(isDebug));
      for (const level of ['debug', 'info', 'warning', 'error'] as const) write(level, 'sentence');
      return [log.errors.length, log.warnings.length, log.infos.length];
    };
    expect(written(false)).toEqual([1, 0, 0]);
    expect(written(true)).toEqual([1, 1, 1]);
  });
});
