/** A small datafile with one experiment, one event and one feature. `parts` replaces top-level fields. */
export function buildDatafile(parts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    version: '4',
    revision: '7',
    accountId: '20044',
    projectId: '20045',
    anonymizeIP: true,
    audiences: [],
    attributes: [{ id: '31', key: 'language' }],
    groups: [],
    rollouts: [],
    events: [{ id: '41', key: 'chat_started', experimentIds: ['11'] }],
    experiments: [buildExperiment()],
    featureFlags: [buildFeature()],
    ...parts,
  };
}

export function buildExperiment(parts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: '11',
    key: 'button_color',
    status: 'Running',
    layerId: '12',
    audienceIds: [],
    forcedVariations: {},
    variations: [
      { id: '21', key: 'yellow', featureEnabled: true, variables: [{ id: '52', value: 'from the variation' }] },
      { id: '22', key: 'grey', featureEnabled: true, variables: [] },
    ],
    trafficAllocation: [{ entityId: '21', endOfRange: 10_000 }],
    ...parts,
  };
}

export function buildFeature(parts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const variable = (id: string, key: string, type: string, defaultValue: unknown): Record<string, unknown> => ({
    id,
    key,
    type,
    defaultValue,
  });
  return {
    id: '51',
    key: 'button',
    rolloutId: '',
    experimentIds: ['11'],
    variables: [
      variable('52', 'label', 'string', 'default label'),
      variable('53', 'count', 'integer', '12'),
      variable('54', 'ratio', 'double', '1.5'),
      variable('55', 'on', 'boolean', 'true'),
      variable('56', 'shouted', 'boolean', 'TRUE'),
      variable('57', 'numeric', 'boolean', '1'),
      variable('58', 'wordy', 'integer', 'many'),
    ],
    ...parts,
  };
}
