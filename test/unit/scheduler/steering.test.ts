import { expect, it } from 'vitest';
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
])('[SH-101] the scheduler parameters "%s" ask for it', (query, expected) => {
  expect(steer(query)).toMatchObject(expected);
});
