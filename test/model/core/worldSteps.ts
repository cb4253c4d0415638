import { changeStorage, damageText, pick } from '../pageSteps.ts';
import type { Step } from '../story.ts';
import { leave } from './tabSteps.ts';
import { type CoreWorld, livePages, loseNetwork, restartService, restoreNetwork } from './world.ts';
import { newWords } from './writing.ts';

type WorldAction = (world: CoreWorld, step: Step) => string | undefined;

/** What happens to the browser, the service and other devices. */
export const worldActions: Readonly<Record<string, WorldAction>> = {
  open(world, step) {
    const tab = world.tabs[step.tab];
    if (!tab || (tab.page && !tab.page.document.isGone)) return undefined;
    tab.session.clear();
    tab.drafts = [];
    world.load(tab);
    return `tab ${tab.name} opens`;
  },
  say(world) {
    const open = world.service.conversations.filter((one) => one.isOpen);
    const conversation = open[open.length - 1];
    if (!conversation) return undefined;
    const text = `answer ${conversation.events.length} to ${conversation.user}`;
    world.service.say(conversation, text);
    return `the agent says "${text}"`;
  },
  device(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation || conversation.user !== world.user) return undefined;
    const { user, id: conversationId } = conversation;
    const text = newWords(world, user);
    const id = world.createId();
    const sent = livePages(world).flatMap(({ channel }) => channel.log.filter((one) => one.status === 'sent'));
    for (const one of world.written) {
      const isOpen = one.page && one.text === text && !sent.some((item) => item.id === one.id);
      if (isOpen && !world.setup.ids) one.mayBeMissing ??= 'it cannot be told from the text of another device';
    }
    world.written.push({
      ...{ id, text, user, page: undefined, writtenAt: world.clock.now(), conversationId, after: [] },
      ...{
        sent: undefined,
        isHiddenByRestart: false,
        wasUnsent: false,
        retries: 0,
        isRaced: false,
        mayBeMissing: undefined,
      },
    });
    world.service.publishFromDevice(conversation, id, text);
    return `"${text}" (${id}) arrives from another device`;
  },
  wait(world) {
    world.mostWaitMs = 900_000;
    return 'nothing happens for long';
  },
  handOver(world) {
    for (const tab of world.tabs) {
      if (tab.page) leave({ world, tab, page: tab.page }, world.random() < 0.5);
      tab.session.clear();
      tab.drafts = [];
    }
    world.user = pick(world, ['Ann', 'Bob', 'guest'] as const);
    for (const one of world.written) one.mayBeMissing ??= 'its tab was closed before another visitor came';
    // Nobody is left who could remove it.
    if (!world.setup.clears) world.isCleared = false;
    const [first] = world.tabs;
    if (first) world.load(first);
    return `all tabs are closed, and ${world.user} comes`;
  },
  hidden(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation || !world.setup.sequence) return undefined;
    world.service.addHidden(conversation);
    const isKnown = world.random() < 0.8;
    if (isKnown) world.service.say(conversation, `answer ${conversation.events.length} to ${conversation.user}`);
    return `the service counts an event that the visitor does not see${isKnown ? ', and the agent writes after it' : ''}`;
  },
  agentEnds(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation) return undefined;
    world.service.close(conversation);
    return 'the agent ends the conversation';
  },
  unshelve(world) {
    const page = livePages(world).find((one) => one.isCached);
    if (!page) return undefined;
    page.isCached = false;
    page.document.show();
    return `a page is back from the back-forward cache${restoreNetwork(world) ? ', and all pages connect at once' : ''}`;
  },
  nextConversation(world) {
    const conversation = world.service.conversations.find((one) => one.isOpen);
    if (!conversation) return undefined;
    world.service.close(conversation);
    world.service.start(conversation.user);
    return 'the conversation ends, and another device starts the next one';
  },
  busy(world) {
    world.service.refusals.push(pick(world, ['busy', 'busyForLong'] as const));
    return 'the service is busy for one text';
  },
  refuse(world) {
    world.service.refusals.push('refuse');
    return 'the service refuses one text';
  },
  restart(world) {
    return restartService(world, world.random() < 0.7);
  },
  outage(world) {
    return loseNetwork(world) ? 'the device loses its network' : undefined;
  },
  outageEnds(world) {
    return restoreNetwork(world) ? 'the network of the device is back, and all pages connect at once' : undefined;
  },
  skew(world) {
    world.hasClockJumped = true;
    world.browser.skewMs += pick(world, [-86_400_000, -120_000, 120_000, 86_400_000]);
    return `the visitor's clock is off by ${world.browser.skewMs} ms`;
  },
  storage: changeStorage,
  corrupt(world) {
    const damage = damageText(world);
    for (const one of world.written) if (damage?.key.endsWith(one.id)) one.mayBeMissing ??= 'its entry was damaged';
    return damage?.words;
  },
  oldVersion(world) {
    world.browser.local.set('cm-outbox.model', '[{"id":"old-1","text":"from an older version","status":"queued"}]');
    return 'storage has an outbox of an older version';
  },
};
