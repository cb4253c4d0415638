import { expect, it } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { deviceOf } from '../../../frame/shell/device.ts';
import { chooseTheme, sideOf } from '../../../frame/shell/theme.ts';
import { createViewportStore } from '../../../frame/shell/viewportStore.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

it.each([
  ['yellow', 'grey', 'yellow'],
  [undefined, 'grey', 'grey'],
  ['pink', 'red-brand', 'red-brand'],
  ['pink', 'green', 'blue'],
  [undefined, undefined, 'blue'],
])('[SH-153] setting %j and variation %j give theme %s', (setting, variation, theme) => {
  expect(chooseTheme(setting, variation)).toBe(theme);
});

it.each([
  ['ar', 'left'],
  ['AR', 'left'],
  ['ar-SA', 'left'],
  ['arn', 'right'],
  ['en', 'right'],
])('[SH-154] language %s places the widget on the %s', (language, side) => {
  expect(sideOf(language)).toBe(side);
});

const agent = {
  iPad: 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  phone: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  tablet: 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};

it.each([
  [agent.iPad, 5, 'tablet'],
  [agent.mac, 5, 'tablet'],
  [agent.mac, 0, 'desktop'],
  [agent.iPhone, 5, 'mobile'],
  [agent.phone, 5, 'mobile'],
  [agent.tablet, 10, 'tablet'],
  [agent.windows, 10, 'desktop'],
  ['', 0, 'desktop'],
])('[SH-156] %.40s with %i touch points is %s', (userAgent, touchPoints, device) => {
  expect(deviceOf(userAgent, touchPoints)).toBe(device);
});

it('[SH-155] is mobile at a width of at most 768 px, 300 ms after the last change', async () => {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const view = (width: number) => ({
    width,
    height: 800,
    visibleHeight: 800,
    documentHeight: 800,
    scrollY: 0,
  });
  const store = createViewportStore({ clock, lifetime }, view(769));
  expect(store.state.isMobile).toBe(false);
  const changes: boolean[] = [];
  store.changed(view(500));
  await clock.advance(299);
  changes.push(store.state.isMobile);
  store.changed(view(900));
  store.changed(view(768));
  await clock.advance(299);
  changes.push(store.state.isMobile);
  await clock.advance(1);
  changes.push(store.state.isMobile);
  expect(changes).toEqual([false, false, true]);
  expect(store.state.viewport.width).toBe(768);
  store.changed(view(900));
  lifetime.end();
  expect(clock.pending).toBe(0);
});
