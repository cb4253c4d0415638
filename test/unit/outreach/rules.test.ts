import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { environmentOf } from '../../../frame/host/environment.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { canShowCard, type Scene } from '../../../frame/outreach/arbiter.ts';
import { bodyHeightPx } from '../../../frame/outreach/bodyHeight.ts';
import { outreachDeployment } from '../../../frame/outreach/deployment.ts';
import { hostsOf } from '../../../frame/outreach/endpoint.ts';
import { toHeadline } from '../../../frame/outreach/headline.ts';
import { canWelcome, invitationKindOf } from '../../../frame/outreach/invitation.ts';
import { isOfferReported } from '../../../frame/outreach/isOfferReported.ts';
import { nurtureTypesOf } from '../../../frame/outreach/nurtureType.ts';
import { findBlocks, isWorthWaiting } from '../../../frame/outreach/proactiveBlocks.ts';
import { hasScrolledEnough, planBotTrigger } from '../../../frame/outreach/scrollTrigger.ts';
import { toAction } from '../../../frame/outreach/toAction.ts';
import { isPictureSource } from '../../../frame/ui/pictureSource.ts';

describe('the arbiter', () => {
  const empty: Scene = { isPaneShown: false, hasOverlay: false, isTabVisible: true, hasCard: false };

  it('allows a card if nothing else is shown', () => {
    expect(canShowCard(empty)).toBe(true);
  });

  it.each([
    ['the pane is shown', { isPaneShown: true }],
    ['an overlay is shown', { hasOverlay: true }],
    ['the tab is in the background', { isTabVisible: false }],
    ['another card is shown', { hasCard: true }],
  ])('does not allow a card while %s', (_, change) => {
    expect(canShowCard({ ...empty, ...change })).toBe(false);
  });
});

describe('the text of a card', () => {
  it.each([
    [1_080, 300],
    [720, 300],
    [667, 247],
    [400, 96],
  ])('[SH-131] in a window of %i px is at most %i px high', (windowHeightPx, maxHeightPx) => {
    expect(bodyHeightPx(windowHeightPx)).toBe(maxHeightPx);
  });
});

describe('blocks', () => {
  const fine = { isMobile: false, isChatAvailable: true, hasScheduler: true, isGated: false };

  it.each([
    [{}, []],
    [{ isMobile: true }, ['mobile']],
    [{ isChatAvailable: false }, []],
    [{ hasScheduler: false }, []],
    [{ isChatAvailable: false, hasScheduler: false }, ['unavailable']],
    [{ isGated: true }, ['gate']],
    [{ isMobile: true, isChatAvailable: false, hasScheduler: false, isGated: true }, ['mobile', 'unavailable', 'gate']],
  ])('[SH-121] with %j are %j', (change, reasons) => {
    expect(findBlocks({ ...fine, ...change })).toEqual(reasons);
  });

  it('are worth waiting for only if chat may still become available', () => {
    expect(isWorthWaiting(['unavailable'])).toBe(true);
    expect(isWorthWaiting(['mobile', 'unavailable'])).toBe(false);
    expect(isWorthWaiting([])).toBe(false);
  });
});

describe('the bot trigger', () => {
  const viewport = { width: 1280, height: 800, visibleHeight: 800, documentHeight: 0, scrollY: 0 };

  it.each([
    [1_201, { by: 'scroll' }],
    [1_200, { by: 'time', delayMs: 3_000 }],
    [800, { by: 'time', delayMs: 3_000 }],
  ])('[SH-119][CH-186] on a page of %i px in a window of 800 px is %j', (documentHeight, plan) => {
    expect(planBotTrigger({ ...viewport, documentHeight })).toEqual(plan);
  });

  it('[SH-119] fires at 400 px, not at 399 px', () => {
    expect(hasScrolledEnough({ ...viewport, scrollY: 399 })).toBe(false);
    expect(hasScrolledEnough({ ...viewport, scrollY: 400 })).toBe(true);
  });
});

describe('texts and actions', () => {
  it.each([
    ['Hi [name], welcome', 'Ada', 'Hi Ada, welcome'],
    ['Hi [NAME]!', ' Ada ', 'Hi Ada!'],
    ['Hi [name]', '$& $1', 'Hi $& $1'],
    ['Hi [name], welcome', undefined, ''],
    ['Hi [name], welcome', '  ', ''],
    ['Welcome back', undefined, 'Welcome back'],
  ])('[SH-134] the headline %j for %j becomes %j', (text, name, headline) => {
    expect(toHeadline(text, name)).toBe(headline);
  });

  it.each([
    ['https://images.example/a.png', true],
    ['HTTPS://images.example/a.png', true],
    ['http://images.example/a.png', false],
    ['//images.example/a.png', false],
    ['/a.png', false],
    ['data:image/png;base64,AAAA', false],
    ['javascript:alert(1)', false],
    ['https://', false],
    ['', false],
  ])('[SH-135] the image source %j is valid: %s', (source, valid) => {
    expect(isPictureSource(source)).toBe(valid);
  });

  it.each([
    ['#chat', 'URI', 'chat'],
    ['#CHAT', 'NONE', 'chat'],
    [' #Chat ', undefined, 'chat'],
    ['', 'NONE', 'close'],
    ['https://a.example', 'NONE', 'close'],
    [undefined, 'none', 'close'],
    ['https://a.example', 'URI', 'url'],
    ['https://a.example/#chat', 'URI', 'url'],
    ['', 'URI', 'url'],
    [undefined, undefined, 'url'],
  ])('[SH-152] uri %j with action %j is %s', (uri, action, expected) => {
    expect(toAction(uri, action)).toBe(expected);
  });

  it.each([
    [{ canStartChat: true, hasScheduler: true }, 'chat'],
    [{ canStartChat: true, hasScheduler: false }, 'chat'],
    [{ canStartChat: false, hasScheduler: true }, 'scheduler'],
    [{ canStartChat: false, hasScheduler: false }, 'chat'],
  ])('[SH-123] with %j the pop-up invites to %s', (facts, kind) => {
    expect(invitationKindOf(facts)).toBe(kind);
  });

  it.each([
    [{}, true],
    [{ isBotAvailable: false }, false],
    [{ isVariationOff: true }, false],
    [{ welcome: undefined }, false],
    [{ welcome: { text: '  ', action: 'CHAT' as const } }, false],
  ])('[SH-117] with %j the welcome is shown: %s', (change, expected) => {
    const facts = { isBotAvailable: true, isVariationOff: false, welcome: { text: 'Hello', action: 'CHAT' as const } };
    expect(canWelcome({ ...facts, ...change })).toBe(expected);
  });
});

describe('settings', () => {
  const inApp = { enabled: true, scriptUrl: 'https://x.example/sdk.js' };
  const offers = { hosts: { prod: ['https://offers.example'] } };
  it.each([
    [{ inApp, offers }, ['inapp', 'interact'], ['in-app', 'interact']],
    [{ inApp, offers }, ['interact'], ['interact']],
    [{ inApp, offers }, [], []],
    [{ inApp: { ...inApp, enabled: false }, offers }, ['inapp', 'interact'], ['interact']],
    [{ inApp: { enabled: true }, offers }, ['inapp', 'interact'], ['interact']],
    [{ offers: { hosts: { test: ['https://test.offers.example'] } } }, ['interact'], ['interact']],
    [{}, ['inapp', 'interact'], []],
  ])('[SH-147] the deployment %j and consent to %j allow %j', (deployment, allowed, types) => {
    const parsed = v.parse(outreachDeployment, deployment);
    expect(nurtureTypesOf(parsed, (product) => allowed.includes(product))).toEqual(types);
  });

  it.each([
    ['', 'prod'],
    ['?cm-env=test', 'test'],
    ['?cm-env=DEV', 'dev'],
    ['?cm-env=prod&cm-dev', 'prod'],
    ['?cm-env=production&cm-dev', 'prod'],
    ['?cm-dev', 'dev'],
    ['?cm-dev=false', 'prod'],
    ['?cm-env=elsewhere', 'prod'],
    ['?cm-env', 'prod'],
  ])('[SH-146] the query %j selects %s', (query, environment) => {
    expect(environmentOf(parseQueryParameters(`https://www.northwind.example/${query}`))).toBe(environment);
  });

  it('[SH-146] the environment selects the hosts, and one without hosts uses prod', () => {
    const endpoints = { prod: ['https://offers.example'], dev: [], test: ['https://test.offers.example/base'] };
    expect(hostsOf(endpoints, 'prod')).toEqual(['https://offers.example']);
    expect(hostsOf(endpoints, 'dev')).toEqual(['https://offers.example']);
    expect(hostsOf(endpoints, 'test')).toEqual(['https://test.offers.example/base']);
  });

  it.each([
    ['', true],
    ['?cm-debug', false],
    ['?cm-debug=true', false],
    ['?cm-debug=false', true],
    ['?cm-debug&cm-force-events', true],
    ['?cm-debug&cm-force-events=false', false],
  ])('[SH-145] with the query %j events are sent: %s', (query, sent) => {
    expect(isOfferReported(parseQueryParameters(`https://www.northwind.example/${query}`))).toBe(sent);
  });
});
