import { defaultPurpose } from '../text/texts.ts';
import { findSource, isBotLine, type RequestInPlace } from './findSource.ts';
import type { SchedulerPlace } from './place.ts';
import type { InstancePorts, SchedulerRequest, SchedulersPorts } from './ports.ts';
import { resourceKey } from './resourceKey.ts';
import { createSchedulerStore, type SchedulerStore, type StorePorts } from './store.ts';

export interface InstancesPorts extends SchedulersPorts, StorePorts {}

interface Instance extends RequestInPlace {
  readonly store: SchedulerStore;
  /** The latest request, from which the information is loaded. */
  request: SchedulerRequest;
  place: SchedulerPlace;
}

/** A text that is equal for requests from the same bot line. */
function botLineId({ schedulerConfig, schedulerText }: SchedulerRequest): string {
  return JSON.stringify([schedulerConfig, schedulerText]);
}

/** The schedulers of the page, one instance per resource key (SC-012, SC-013). */
export function createInstances(ports: InstancesPorts) {
  const instances = new Map<string, Instance>();
  /** Instances of a previous visitor. A pending load does not add them again. */
  const forgotten = new WeakSet<Instance>();

  function keyOf(request: SchedulerRequest): string {
    const here = ports.place();
    return resourceKey({
      ...here,
      // A link's focus area is another one than that of the page and its variation.
      ...(request.focusArea && { focusArea: request.focusArea, variation: undefined }),
      purpose: request.purpose || here.purpose || defaultPurpose,
      resource: request.resource ?? '',
    });
  }

  /**
   * SC-005: a different bot line changes the configuration and texts of the instance it opens, which keeps its form and
   * booking. The same line pressed again changes nothing. A menu entry replaces an earlier entry or bot line.
   */
  function update(instance: Instance, request: SchedulerRequest): void {
    if (!isBotLine(request) && request.config === undefined) return;
    if (botLineId(request) !== botLineId(instance.request)) instance.store.markStale();
    instance.request = request;
    instance.place = ports.place();
  }

  function add(instance: Instance, request: SchedulerRequest): void {
    const key = keyOf(request);
    if (!instances.has(key) && !forgotten.has(instance)) instances.set(key, instance);
  }

  return {
    /** The instance for a request, created on first use. */
    get(request: SchedulerRequest): Instance {
      const existing = instances.get(keyOf(request));
      if (existing) {
        update(existing, request);
        return existing;
      }
      const { focusArea, purpose, resource } = request;
      const find: InstancePorts['find'] = (name, isRetry) => findSource(ports, instance, name, isRetry);
      const store = createSchedulerStore({ ...ports, find }, { focusArea, purpose, resource });
      const instance: Instance = { store, request, place: ports.place() };
      add(instance, request);
      return instance;
    },
    /**
     * Adds the instance under the key its request has now. The page's purpose may become known only after the instance
     * was created; the menu entry of that purpose then opens the same scheduler.
     */
    add,
    /** Called when the visitor has changed: drops input and bookings of the previous one. */
    forget(): void {
      for (const instance of instances.values()) {
        forgotten.add(instance);
        instance.store.abandon();
      }
      instances.clear();
    },
    /** Updates the keys for another place. The displayed instance comes first, so that it gets the key if two share one. */
    move(displayed: SchedulerStore | undefined): void {
      const all = [...instances.values()];
      instances.clear();
      for (const instance of new Set([...all.filter(({ store }) => store === displayed), ...all])) {
        add(instance, instance.request);
        if (instance.store !== displayed) instance.store.markStale();
      }
    },
  };
}
