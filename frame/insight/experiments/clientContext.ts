import type { Datafile, Experiment } from './datafile.ts';
import { decideVariation, type Visitor } from './decide.ts';
import { type Attributes, type EventTags, findWrongInput } from './inputs.ts';
import type { WriteLevel } from './levels.ts';
import { clientName, clientVersion } from './limits.ts';
import { messageOf } from './messageOf.ts';
import { parseDatafile } from './parseDatafile.ts';
import type { EventPayload, PayloadFacts } from './payload.ts';
import { type ProfileService, parseProfileService, readProfile, saveProfile } from './profile.ts';

export interface ClientPorts {
  /** The datafile, parsed or as JSON text. With an unusable one, every call returns its fallback; the reason is logged once. */
  readonly datafile: unknown;
  readonly write: WriteLevel;
  readonly dispatch: (payload: EventPayload) => void;
  readonly now: () => number;
  readonly createId: () => string;
  /** Stores decisions per visitor. Optional; rejected when it lacks `lookup` or `save`. */
  readonly profileService?: unknown;
  readonly clientName?: string;
}

/** The arguments of one call that need checking. */
export interface CallInputs {
  /** Arguments that must be non-empty strings, by the name used in the log. */
  readonly texts: Readonly<Record<string, unknown>>;
  readonly attributes?: Attributes | undefined;
  readonly tags?: EventTags | undefined;
}

/** Shared by the client's methods: the datafile, the forced variations, and one way to check, decide and report. */
export interface ClientContext {
  readonly datafile: Datafile | undefined;
  /** Variation keys by experiment key, by visitor id. */
  readonly forced: Map<string, Map<string, string>>;
  readonly write: WriteLevel;
  readonly dispatch: (payload: EventPayload) => void;
  /** Runs `task`. Returns `fallback` for a missing datafile, a wrong input or a thrown error; the last two are logged. */
  run<Value>(inputs: CallInputs, fallback: Value, task: (file: Datafile) => Value): Value;
  /** The experiment with this key; logs an error when the datafile has none. */
  findExperiment(file: Datafile, key: string): Experiment | undefined;
  visitorOf(id: string, attributes: Attributes | undefined): Visitor;
  /** Decides on a variation and saves a newly bucketed one in the visitor's profile. */
  decide(file: Datafile, experiment: Experiment, id: string, attributes: Attributes | undefined): string | null;
  payloadFacts(file: Datafile, visitorId: string, attributes: Attributes | undefined): PayloadFacts;
}

export function createClientContext(ports: ClientPorts): ClientContext {
  const { write } = ports;
  const forced = new Map<string, Map<string, string>>();
  const datafile = attempt(() => parseDatafile(ports.datafile), undefined);
  const profiles: ProfileService | undefined = attempt(() => parseProfileService(ports.profileService), undefined);

  function attempt<Value>(task: () => Value, fallback: Value): Value {
    try {
      return task();
    } catch (error) {
      write('error', messageOf(error));
      return fallback;
    }
  }

  function visitorOf(id: string, attributes: Attributes | undefined): Visitor {
    return { id, attributes, forced: forced.get(id) ?? new Map(), stored: readProfile(profiles, id, write) };
  }

  return {
    datafile,
    forced,
    write,
    dispatch: ports.dispatch,
    visitorOf,

    run(inputs, fallback, task) {
      if (!datafile) return fallback;
      const wrong = findWrongInput(inputs.texts, inputs.attributes, inputs.tags);
      if (wrong === undefined) return attempt(() => task(datafile), fallback);
      write('error', `the ${wrong} given is not usable.`);
      return fallback;
    },

    findExperiment(file, key) {
      const experiment = file.experiments.get(key);
      if (!experiment) write('error', `experiment ${key} is not in the datafile.`);
      return experiment;
    },

    decide(file, experiment, id, attributes) {
      const visitor = visitorOf(id, attributes);
      const decision = decideVariation(file, experiment, visitor, write);
      if (decision?.bucketedId !== undefined) saveProfile(profiles, visitor, experiment.id, decision.bucketedId, write);
      return decision?.key ?? null;
    },

    payloadFacts: (file, visitorId, attributes) => ({
      datafile: file,
      visitorId,
      attributes,
      clientName: ports.clientName ?? clientName,
      clientVersion,
      now: ports.now(),
      uuid: ports.createId(),
    }),
  };
}
