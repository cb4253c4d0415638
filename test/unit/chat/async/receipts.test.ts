import { expect, it } from 'vitest';
import { createReceipts } from '../../../../frame/chat/channels/async/outbound/texts.ts';

it('[F-DL8] receipts are dropped with the numbers of a dialog, or with the conversation', () => {
  const published: unknown[] = [];
  const receipts = createReceipts(
    async (...one) => published.push(one),
    () => true,
  );
  receipts.received('main', 0);
  receipts.received('survey', 1);
  receipts.restart('main');
  receipts.send();
  receipts.received('survey', 2);
  receipts.reset();
  receipts.send();
  expect(published).toEqual([
    ['survey', 'ACCEPT', [1]],
    ['survey', 'READ', [1]],
  ]);
});
