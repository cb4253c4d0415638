import { describe, expect, it } from 'vitest';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { toSchedulerQuery } from '../../../frame/scheduler/schedulerQuery.ts';

const applyQuery = (query: string) => toSchedulerQuery(parseQueryParameters(`https://shop.example/cloud?${query}`));

it.each([
  ['', { isLanding: false, screen: undefined, confirmationNumber: '', purpose: '', errorCode: '' }],
  ['cm-scheduler-form', { screen: 'form', isLanding: false }],
  ['cm-scheduler-form=false', { screen: undefined }],
  ['cm-scheduler-landing=true', { screen: 'form', isLanding: true }],
  ['cm-scheduler-confirmation=NW-1234', { screen: 'details', confirmationNumber: 'NW-1234' }],
  ['cm-scheduler-form&cm-scheduler-confirmation=NW-1234', { screen: 'details' }],
  ['cm-scheduler-form&cm-scheduler-purpose=demo', { screen: 'form', purpose: 'demo' }],
  ['cm-scheduler-error=SCH09', { screen: 'form', errorCode: 'SCH09' }],
])('[SH-101] reads the scheduler parameters "%s"', (query, expected) => {
  expect(applyQuery(query)).toMatchObject(expected);
});

describe('parsed parameters', () => {
  it('[SC-148] turn into settings', () => {
    expect(toSchedulerQuery({})).toMatchObject({ screen: undefined, isLanding: false });
    expect(toSchedulerQuery({ schedulerForm: true }).screen).toBe('form');
    expect(toSchedulerQuery({ schedulerConfirmation: ' NW-1 ' })).toMatchObject({
      screen: 'details',
      confirmationNumber: 'NW-1',
    });
    expect(toSchedulerQuery({ schedulerLanding: true })).toMatchObject({ isLanding: true, screen: 'form' });
    expect(toSchedulerQuery({ schedulerForm: false, schedulerLanding: false }).screen).toBeUndefined();
    expect(toSchedulerQuery({ schedulerPurpose: 'demo' })).toMatchObject({ purpose: 'demo', screen: undefined });
    expect(toSchedulerQuery({ schedulerError: 'SCH05' })).toMatchObject({ errorCode: 'SCH05', screen: 'form' });
  });

  it('[SC-152] prefer a confirmation number to the form flag', () => {
    const schedulerQuery = toSchedulerQuery({
      schedulerForm: true,
      schedulerConfirmation: 'NW-1',
      schedulerError: 'SCH05',
    });
    expect(schedulerQuery).toMatchObject({ screen: 'details', confirmationNumber: 'NW-1', errorCode: 'SCH05' });
  });
});
