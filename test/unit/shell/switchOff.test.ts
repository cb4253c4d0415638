import { describe, expect, it, vi } from 'vitest';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import { switchOff } from '../../../frame/shell/switchOff.ts';

describe('a deployment that is switched off', () => {
  it.each([
    ['stores cookies', async () => true],
    ['refuses cookies', () => Promise.reject(new Error('refused'))],
  ])('hides the remembered pill, forgets it and gives the frame up on a page that %s', async (_, write) => {
    const setPill = vi.fn(async () => {});
    const writeStore = vi.fn(write);
    const replace = vi.fn();
    await switchOff({ setPill, writeStore }, { location: { replace } } as unknown as Window);
    const hidden = { style: '', textContent: '', value: '', title: '', ariaExpanded: 'false', bottom: 0, height: 0 };
    expect(setPill.mock.calls).toEqual([[hidden]]);
    expect(writeStore.mock.calls).toEqual([[hostKeys.drawing, null]]);
    expect(replace.mock.calls).toEqual([['about:blank']]);
  });
});
