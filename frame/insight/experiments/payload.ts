import { queryPrefix } from './attributes.ts';
import type { Datafile, Experiment } from './datafile.ts';
import { type Attributes, type EventTags, isSendable } from './inputs.ts';
import type { WriteLevel } from './levels.ts';
import { activationKey, botFilteringAttribute, reservedPrefix } from './limits.ts';

/** The wire format of the provider's event service (CH-203). Field names and their order are the provider's. */
export interface EventPayload {
  readonly account_id: string;
  readonly project_id: string;
  readonly visitors: readonly [VisitorRecord];
  readonly revision: string;
  readonly client_name: string;
  readonly client_version: string;
  readonly anonymize_ip: boolean;
}

interface VisitorRecord {
  readonly snapshots: readonly [Snapshot];
  readonly visitor_id: string;
  readonly attributes: readonly AttributeRecord[];
}

interface Snapshot {
  readonly decisions: readonly DecisionRecord[];
  readonly events: readonly [EventRecord];
}

export interface DecisionRecord {
  readonly campaign_id: string;
  readonly experiment_id: string;
  readonly variation_id: string | null;
}

interface EventRecord {
  readonly entity_id: string;
  readonly timestamp: number;
  readonly key: string;
  readonly uuid: string;
  readonly revenue?: number;
  readonly value?: number;
  readonly tags?: EventTags;
}

interface AttributeRecord {
  readonly entity_id: string;
  readonly key: string;
  readonly type: 'custom';
  readonly value: string | boolean | number;
}

/** What both kinds of event need. */
export interface PayloadFacts {
  readonly datafile: Datafile;
  readonly visitorId: string;
  readonly attributes: Attributes | undefined;
  readonly clientName: string;
  readonly clientVersion: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly uuid: string;
}

export function toDecision(experiment: Experiment, variationKey: string): DecisionRecord {
  return {
    campaign_id: experiment.layerId,
    experiment_id: experiment.id,
    variation_id: experiment.variations.get(variationKey)?.id ?? null,
  };
}

export function toImpression(experiment: Experiment, variationKey: string, facts: PayloadFacts): EventPayload {
  return toPayload(facts, {
    decisions: [toDecision(experiment, variationKey)],
    events: [{ entity_id: experiment.layerId, timestamp: facts.now, key: activationKey, uuid: facts.uuid }],
  });
}

export function toConversion(
  event: { readonly id: string; readonly key: string },
  decisions: readonly DecisionRecord[],
  tags: EventTags | undefined,
  facts: PayloadFacts,
  write: WriteLevel,
): EventPayload {
  return toPayload(facts, {
    decisions,
    events: [
      {
        entity_id: event.id,
        timestamp: facts.now,
        key: event.key,
        uuid: facts.uuid,
        ...(tags ? { ...toAmounts(tags, write), tags: withoutEmpty(tags) } : {}),
      },
    ],
  });
}

/** An integer revenue and a float value. Omits unparsable values, and also 0, as the specified client does (CH-199). */
function toAmounts(tags: EventTags, write: WriteLevel): { revenue?: number; value?: number } {
  const amount = (name: string, parse: (text: string) => number): number | undefined => {
    if (!Object.hasOwn(tags, name) || tags[name] === null || tags[name] === undefined) return undefined;
    const parsed = parse(String(tags[name]));
    if (Number.isNaN(parsed)) write('info', `the event tag ${name} is not a number and was left out.`);
    return parsed || undefined;
  };
  const revenue = amount('revenue', (text) => Number.parseInt(text, 10));
  const value = amount('value', Number.parseFloat);
  return { ...(revenue === undefined ? {} : { revenue }), ...(value === undefined ? {} : { value }) };
}

function toPayload(facts: PayloadFacts, snapshot: Snapshot): EventPayload {
  const { datafile } = facts;
  return {
    account_id: datafile.accountId,
    project_id: datafile.projectId,
    visitors: [{ snapshots: [snapshot], visitor_id: facts.visitorId, attributes: toAttributeRecords(facts) }],
    revision: datafile.revision,
    client_name: facts.clientName,
    client_version: facts.clientVersion,
    anonymize_ip: datafile.anonymizeIP,
  };
}

/** Only sendable attributes that are in the datafile or have the reserved prefix. */
function toAttributeRecords({ datafile, attributes = {} }: PayloadFacts): AttributeRecord[] {
  const record = (entity_id: string, key: string, value: string | boolean | number): AttributeRecord => ({
    entity_id,
    key,
    type: 'custom',
    value,
  });
  const records = Object.entries(attributes).flatMap(([key, value]) => {
    const id = datafile.attributes.get(key) ?? (key.startsWith(reservedPrefix) ? key : undefined);
    return id && isSendable(value) && !key.startsWith(queryPrefix) ? [record(id, key, value)] : [];
  });
  if (datafile.botFiltering === undefined) return records;
  return [...records, record(botFilteringAttribute, botFilteringAttribute, datafile.botFiltering)];
}

function withoutEmpty(tags: EventTags): EventTags {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== null && value !== undefined));
}
