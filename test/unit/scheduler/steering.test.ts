import { describe, expect, it } from 'vitest';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { toSteering } from '../../../frame/scheduler/steering.ts';

const steer = (query: string) => toSteering(parseQueryParameters(`https://shop.example/cloud?${query}`));

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
  expect(steer(query)).toMatchObject(expected);
});

describe('parsed parameters', () => {
  it('[SC-148] turn into settings', () => {
    expect(toSteering({})).toMatchObject({ screen: undefined, isLanding: false });
    expect(toSteering({ schedulerForm: true }).screen).toBe('form');
    expect(toSteering({ schedulerConfirmation: ' NW-1 ' })).toMatchObject({
      screen: 'details',
      confirmationNumber: 'NW-1',
    });
    expect(toSteering({ schedulerLanding: true })).toMatchObject({ isLanding: true, screen: 'form' });
    expect(toSteering({ schedulerForm: false, schedulerLanding: false }).screen).toBeUndefined();
    expect(toSteering({ schedulerPurpose: 'demo' })).toMatchObject({ purpose: 'demo', screen: undefined });
    expect(toSteering({ schedulerError: 'SCH05' })).toMatchObject({ errorCode: 'SCH05', screen: 'form' });
  });

  it('[SC-152] prefer a confirmation number to the form flag', () => {
    const steering = toSteering({ schedulerForm: true, schedulerConfirmation: 'NW-1', schedulerError: 'SCH05' });
    expect(steering).toMatchObject({ screen: 'details', confirmationNumber: 'NW-1', errorCode: 'SCH05' });
  });
});
