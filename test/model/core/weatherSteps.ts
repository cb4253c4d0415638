import { pick } from '../pageSteps.ts';
import type { TabAction } from './tabSteps.ts';

/** What happens to the network of one tab. */
export const weatherActions: Readonly<Record<string, TabAction>> = {
  cut(at) {
    if (!at.page.channel.isConnected) return undefined;
    at.page.channel.cut();
    return 'loses the connection';
  },
  offline({ tab, page }) {
    tab.weather.isOffline = true;
    page.channel.cut();
    return 'goes offline';
  },
  online({ tab }) {
    if (!tab.weather.isOffline) return undefined;
    tab.weather.isOffline = false;
    return 'is online again';
  },
  slow({ world, tab }) {
    tab.weather.slowMs = pick(world, [300, 1_500, 3_000]);
    return `has a slow network, ${tab.weather.slowMs} ms each way`;
  },
  loseRequest({ tab }) {
    tab.weather.loseRequests += 1;
    return 'will lose its next request';
  },
  loseAnswer({ tab }) {
    tab.weather.loseAnswers += 1;
    return 'will lose its next answer';
  },
  lateRequest({ world, tab }) {
    if (!world.setup.dedupes || !world.setup.ids) return undefined;
    tab.weather.lateRequests += 1;
    return 'will send its next request, which arrives 20 s late';
  },
  dropPush({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.dropPushes += 1;
    return 'will lose the next event';
  },
  lagReplay({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.dropPushes += 1;
    tab.weather.lagReplays += 3;
    return 'will lose the next event, and asks a server that lags behind';
  },
  doublePush({ tab }) {
    tab.weather.doublePushes += 1;
    return 'will get the next event twice';
  },
  swapPush({ world, tab }) {
    if (!world.setup.sequence || !world.setup.history) return undefined;
    tab.weather.swapPushes += 1;
    return 'will get the next two events in the wrong order';
  },
};
