import { describe, expect, it } from 'vitest';
import { createReceipts } from '../../../../frame/chat/channels/async/outbound/receipts.ts';
import { settle } from '../../../support/fakeClock.ts';

type Published = [dialogId: string, status: string, sequences: readonly number[]];

function createBench() {
  const published: Published[] = [];
  const service = { fails: false, isFinal: false, isVisible: true };
  const receipts = createReceipts({
    publish: async (...one) => {
      published.push(one);
      if (service.fails) throw new Error('refused');
    },
    isFinal: () => service.isFinal,
    isVisible: () => service.isVisible,
  });
  return {
    receipts,
    service,
    async sent(): Promise<readonly Published[]> {
      receipts.send();
      await settle();
      return published.splice(0);
    },
  };
}

describe('the receipts for an agent’s messages', () => {
  it('[CH-141][CH-142] are sent once for each dialog, and READ only while the visitor can see them', async () => {
    const { receipts, service, sent } = createBench();
    expect(await sent()).toEqual([]);
    service.isVisible = false;
    receipts.received('main', 0);
    receipts.received('main', 2);
    receipts.received('survey', 0);
    expect(await sent()).toEqual([
      ['main', 'ACCEPT', [0, 2]],
      ['survey', 'ACCEPT', [0]],
    ]);
    receipts.received('main', 3);
    service.isVisible = true;
    expect(await sent()).toEqual([
      ['main', 'ACCEPT', [3]],
      ['main', 'READ', [0, 2, 3]],
      ['survey', 'READ', [0]],
    ]);
    expect(await sent()).toEqual([]);
  });

  it('[CH-141][CH-142] stay due after a failure, before later ones, unless the service will never take them', async () => {
    const { receipts, service, sent } = createBench();
    service.fails = true;
    receipts.received('d', 0);
    await sent();
    receipts.received('d', 1);
    service.isFinal = true;
    expect(await sent()).toEqual([
      ['d', 'ACCEPT', [0, 1]],
      ['d', 'READ', [0, 1]],
    ]);
    expect(await sent()).toEqual([]);
  });

  it('[CH-141][CH-142] are not sent again if they come back with the events', async () => {
    const { receipts, sent } = createBench();
    for (const sequence of [0, 1, 2]) receipts.received('d', sequence);
    receipts.received('other', 0);
    receipts.onOwnReceipt('d', 'ACCEPT', [0]);
    receipts.onOwnReceipt('d', 'READ', [1]);
    receipts.onOwnReceipt('d', 'ACTION', [2]);
    expect(await sent()).toEqual([
      ['d', 'ACCEPT', [2]],
      ['d', 'READ', [0, 2]],
      ['other', 'ACCEPT', [0]],
      ['other', 'READ', [0]],
    ]);
  });

  it('[F-DL8] are dropped with the numbers of a dialog, or with the conversation', async () => {
    const { receipts, sent } = createBench();
    receipts.received('main', 0);
    receipts.received('survey', 1);
    receipts.restart('main');
    expect(await sent()).toEqual([
      ['survey', 'ACCEPT', [1]],
      ['survey', 'READ', [1]],
    ]);
    receipts.received('survey', 2);
    receipts.reset();
    expect(await sent()).toEqual([]);
  });
});
