import type { QueryParameters } from '../host/queryParameters.ts';

/** The scheduler's query parameters of the page (SC-148 to SC-152). */
export interface SchedulerQuery {
  readonly isLanding: boolean;
  /** Undefined if the parameters open no scheduler. */
  readonly screen: 'form' | 'details' | undefined;
  /** Not validated yet (SC-131). */
  readonly confirmationNumber: string;
  readonly purpose: string;
  /** An error code to show, for tests. Applied last. */
  readonly errorCode: string;
}

type SchedulerParameters = Pick<
  QueryParameters,
  'schedulerLanding' | 'schedulerPurpose' | 'schedulerForm' | 'schedulerConfirmation' | 'schedulerError'
>;

/** A confirmation number wins over the form flag. A forced error opens the form, so that it can be seen. */
export function toSchedulerQuery(query: SchedulerParameters): SchedulerQuery {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  const isLanding = query.schedulerLanding === true;
  const isForm = query.schedulerForm === true;
  const confirmationNumber = textOf(query.schedulerConfirmation);
  const errorCode = textOf(query.schedulerError);
  const opens = isForm || isLanding || errorCode !== '';
  return {
    isLanding,
    screen: confirmationNumber !== '' ? 'details' : opens ? 'form' : undefined,
    confirmationNumber,
    purpose: textOf(query.schedulerPurpose),
    errorCode,
  };
}
