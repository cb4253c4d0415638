/**
 * The provider's datafile for the product's experiments, version 4. Every visitor is in `control`, so that the demo looks
 * the same for everyone by default. `forced` assigns every visitor of an experiment to one variation.
 */
const variations: Readonly<Record<string, readonly string[]>> = {
  proactive_headline: ['control', 'question', 'expert'],
  scheduler_first_question: ['control', 'expert'],
  button_color: ['control', 'yellow', 'grey', 'red-brand', 'blue'],
  header_sales_wording: ['control', 'sales'],
  button_sales_wording: ['control', 'sales'],
  bot_welcome: ['control', 'short', 'guide', 'off'],
};

export const experimentKeys = Object.keys(variations);

export function isVariation(experiment: string, variation: string): boolean {
  return variations[experiment]?.includes(variation) ?? false;
}

export function buildSandboxDatafile(forced: ReadonlyMap<string, string>): Record<string, unknown> {
  const idOf = (index: number, kind: number, part = 0): string => String(42_000 + index * 100 + kind * 20 + part);
  const experiments = Object.entries(variations).map(([key, names], index) => {
    const chosen = Math.max(0, names.indexOf(forced.get(key) ?? 'control'));
    return {
      id: idOf(index, 1),
      key,
      layerId: idOf(index, 2),
      status: 'Running',
      audienceIds: [],
      forcedVariations: {},
      variations: names.map((name, part) => ({ id: idOf(index, 3, part), key: name, variables: [] })),
      trafficAllocation: [{ entityId: idOf(index, 3, chosen), endOfRange: 10_000 }],
    };
  });
  const experimentIds = experiments.map(({ id }) => id);
  const attribute = (key: string, part: number): Record<string, string> => ({ id: String(43_000 + part), key });
  const event = (key: string, part: number): Record<string, unknown> => ({
    id: String(44_000 + part),
    key,
    experimentIds,
  });
  return {
    version: '4',
    revision: '12',
    accountId: '4200',
    projectId: '4201',
    anonymizeIP: true,
    botFiltering: false,
    audiences: [],
    groups: [],
    rollouts: [],
    featureFlags: [],
    experiments,
    attributes: [
      'visitor_url',
      'chat_availability',
      'popup_displayed',
      'non_ibm_visitor',
      'language',
      'device_type',
    ].map(attribute),
    events: ['CM_CHAT_START', 'CM_CHAT_CONNECT', 'CM_CHAT_FIRST_MESSAGE', 'CM_CHAT_END', 'CM_PANE_SHOWN'].map(event),
  };
}
