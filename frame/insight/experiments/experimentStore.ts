import { proxy, ref } from 'valtio/vanilla';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import type { HostStore } from '../../host/hostStore.ts';
import type { Beacon } from '../../platform/backend/beacon.ts';
import type { CallBackend } from '../../platform/backend/plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import type { TextSource } from '../../text/texts.ts';
import { fetchDatafile } from './api.ts';
import { type AttributeFacts, type ExperimentAttributes, queryAttributes, toAttributes } from './attributes.ts';
import type { BoundFeature } from './boundFeatures.ts';
import type { ExperimentsDeployment } from './deployment.ts';
import type { Engine, EnginePorts, ReportNote } from './engine.ts';
import { toEventAddress } from './eventAddress.ts';
import type { ExperimentRow } from './experimentRow.ts';
import type { EventTags } from './inputs.ts';
import { createKeptVariations } from './keptVariations.ts';
import { createLevelLog, thresholdOf } from './levels.ts';
import { silentPageReason } from './mayReport.ts';
import { type ProductExperiment, productExperiments } from './productExperiments.ts';
import { experimentSection, experimentTexts } from './texts.ts';

/** Most events that the debug window lists. */
const maxNotes = 200;

export interface ExperimentPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly createId: () => string;
  readonly call: CallBackend;
  readonly beacon: Beacon;
  readonly hostStore: Pick<HostStore, 'read' | 'writeCookie'>;
  readonly deployment: ExperimentsDeployment;
  /** URL of the frame document, to which `copy` is relative. */
  readonly base: string;
  /** The `cm-experiments` parameter. */
  readonly overrides: string | undefined;
  readonly isDebug: boolean;
  readonly isProduction: boolean;
  /** Consent for product `experiments` (SH-111), checked for every event. */
  readonly isAllowed: () => boolean;
  readonly facts: () => AttributeFacts;
  readonly texts: TextSource;
  readonly storage: Pick<FrameStorage, 'read' | 'write'>;
  readonly loadEngine: () => Promise<(ports: EnginePorts) => Engine>;
}

export interface ExperimentState {
  /** `deleted`: the visitor has deleted their data, and nothing is stored or reported under their old id. */
  status: 'settingUp' | 'ready' | 'failed' | 'deleted';
  /** Which datafile is in use. */
  source: 'service' | 'copy' | undefined;
  experiments: readonly ExperimentRow[];
  attributes: Partial<ExperimentAttributes>;
  /** Newest last. */
  events: ReportNote[];
}

export interface ExperimentStore {
  readonly state: ExperimentState;
  /** Rejects when neither the datafile nor its copy can be loaded. */
  setUp(): Promise<void>;
  variationOf(experiment: ProductExperiment): string | undefined;
  /** The visitor's variation, which is not reported as seen. */
  decidedOf(experiment: ProductExperiment): string | undefined;
  /** The variation's wording. Reports the variation as seen unless `isSeen` is false. */
  textOf(experiment: ProductExperiment, isSeen?: boolean): string | undefined;
  track(eventKey: string, tags?: EventTags): void;
  /** Called when the visitor has deleted their data. What is shown stays. */
  visitorLeft(): void;
  /** Updates the attributes and experiments that the debug window shows. */
  refresh(): void;
}

export function createExperimentStore(ports: ExperimentPorts): ExperimentStore {
  const state = proxy<ExperimentState>({
    status: 'settingUp',
    source: undefined,
    experiments: [],
    attributes: {},
    events: [],
  });
  const builtIn: ReadonlyMap<string, string> = new Map(Object.entries(experimentTexts));
  let engine: Engine | undefined;

  const { deployment } = ports;
  const isDeleted = (): boolean => state.status === 'deleted';
  const mayKeep = (): boolean => ports.isAllowed() && !isDeleted();

  async function setUp(): Promise<void> {
    refresh();
    // The visitor may have refused during the download.
    if (!ports.isAllowed()) throw new Error('no consent');
    const [createEngine, bound, datafile, visitorId] = await Promise.all([
      ports.loadEngine(),
      deployment.features && import('./boundFeatures.ts'),
      readDatafile(),
      readVisitorId(),
    ]);
    engine = createEngine({
      datafile,
      visitorId,
      overrides: ports.overrides,
      refire: deployment.refire,
      attributes: () => ({ ...toAttributes(ports.facts()), ...queryAttributes(ports.facts()) }),
      // After consent is withdrawn, decisions stay, so that nothing visible changes, but nothing more is reported (SH-111).
      silentReason: () => {
        if (isDeleted()) return 'deleted';
        return ports.isAllowed() ? silentPageReason(ports.facts().pageUrl, ports.isProduction) : 'no consent';
      },
      report: (payload) => {
        if (deployment.method === 'POST') void ports.beacon.post(deployment.events, payload);
        else void ports.beacon.get(toEventAddress(deployment.events, payload));
      },
      note: (note) => {
        // By reference, because creating a proxy for every field takes longer than the rest of the report.
        state.events.push(ref(note));
        if (state.events.length > maxNotes) state.events.shift();
      },
      write: createLevelLog(ports.log, thresholdOf(ports.isDebug)),
      now: ports.clock.now,
      createId: ports.createId,
      profileService: deployment.keepVariations ? createKeptVariations(ports.storage, mayKeep) : undefined,
      createFeatures:
        bound && ((parts) => bound.createBoundFeatures({ ...parts, language: () => ports.facts().language })),
    });
    if (!isDeleted()) state.status = engine.isUsable ? 'ready' : 'failed';
    refresh();
  }

  async function readDatafile(): Promise<unknown> {
    try {
      const datafile = await fetchDatafile(ports.call, deployment.datafile);
      state.source = 'service';
      return datafile;
    } catch (error) {
      if (deployment.copy === undefined) throw error;
      ports.log.warn('The datafile could not be fetched; the local copy is used.', error);
      const datafile = await fetchDatafile(ports.call, new URL(deployment.copy, ports.base).href);
      state.source = 'copy';
      return datafile;
    }
  }

  /** The id is stored on the page, so that other tools there count the same visitor (CH-205). Not without consent. */
  async function readVisitorId(): Promise<string> {
    const stored = await ports.hostStore.read(hostKeys.experimentVisitor);
    if (stored) return stored;
    const created = ports.createId();
    if (mayKeep()) await ports.hostStore.writeCookie(hostKeys.experimentVisitor, created);
    return created;
  }

  function refresh(): void {
    state.attributes = ref(toAttributes(ports.facts()));
    state.experiments = ref(engine?.rows() ?? []);
  }

  /** A feature follows the flag that it is bound to, or else its experiment. */
  function decisionOf(name: ProductExperiment, isSeen: boolean): Partial<BoundFeature> {
    if (!engine) return {};
    const binding = deployment.features?.[name];
    if (binding) return engine.features?.read(name, binding, isSeen) ?? {};
    const key = productExperiments[name];
    return { variation: (isSeen ? engine.expose(key) : engine.variationOf(key)) ?? undefined };
  }

  function show(name: ProductExperiment): Partial<BoundFeature> {
    const decision = decisionOf(name, true);
    if (engine) refresh();
    return decision;
  }

  function textFor(name: ProductExperiment, { variation, text }: Partial<BoundFeature>): string | undefined {
    if (text !== undefined || variation === undefined) return text;
    const key = `${productExperiments[name]}.${variation}`;
    const isEnglish = /^en\b/i.test(ports.facts().language);
    // Without plural forms.
    const own = ports.texts.find(experimentSection, key) as string | undefined;
    return own ?? (isEnglish ? builtIn.get(key) : undefined);
  }

  return {
    state,

    async setUp() {
      try {
        await setUp();
      } catch (error) {
        state.status = 'failed';
        throw error;
      }
    },

    variationOf: (experiment) => show(experiment).variation,

    decidedOf: (experiment) => decisionOf(experiment, false).variation,

    textOf: (experiment, isSeen = true) =>
      textFor(experiment, isSeen ? show(experiment) : decisionOf(experiment, false)),

    track(eventKey, tags) {
      engine?.track(eventKey, tags);
      refresh();
    },

    visitorLeft() {
      state.status = 'deleted';
    },

    refresh,
  };
}
