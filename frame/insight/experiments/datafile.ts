/** Field names are those of the wire (CH-196). Arrays become maps, so that a datafile key never reaches a prototype. */
export interface TrafficRange {
  readonly entityId: string;
  readonly endOfRange: number;
}

export interface Variation {
  readonly id: string;
  readonly key: string;
  readonly featureEnabled: boolean;
  /** Values by variable id. Undefined when the variation has no list of variables. */
  readonly variables: ReadonlyMap<string, unknown> | undefined;
}

export interface Experiment {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly layerId: string;
  readonly variations: ReadonlyMap<string, Variation>;
  readonly trafficAllocation: readonly TrafficRange[];
  readonly audienceIds: readonly string[];
  /** Variation keys by visitor id. */
  readonly forcedVariations: ReadonlyMap<string, unknown>;
  readonly groupId: string | undefined;
}

export interface Group {
  readonly id: string;
  readonly policy: string;
  readonly trafficAllocation: readonly TrafficRange[];
}

export interface Variable {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly defaultValue: unknown;
}

export interface Feature {
  readonly key: string;
  readonly rolloutId: string;
  readonly experimentIds: readonly string[];
  readonly variables: ReadonlyMap<string, Variable>;
  readonly groupId: string | undefined;
}

export interface EventType {
  readonly id: string;
  readonly key: string;
  readonly experimentIds: readonly string[];
}

export interface Datafile {
  readonly accountId: string;
  readonly projectId: string;
  readonly revision: string;
  readonly anonymizeIP: boolean;
  readonly botFiltering: boolean | undefined;
  readonly experiments: ReadonlyMap<string, Experiment>;
  readonly experimentsById: ReadonlyMap<string, Experiment>;
  readonly groups: ReadonlyMap<string, Group>;
  /** The variations of all experiments by id: a traffic range may name any of them. */
  readonly variations: ReadonlyMap<string, Variation>;
  /** Parsed conditions by audience id. */
  readonly audiences: ReadonlyMap<string, unknown>;
  /** Attribute ids by key. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly events: ReadonlyMap<string, EventType>;
  readonly features: ReadonlyMap<string, Feature>;
  /** Rule keys in order, by rollout id. */
  readonly rollouts: ReadonlyMap<string, readonly string[]>;
}
