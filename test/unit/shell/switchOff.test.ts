import { describe, expect, it, vi } from 'vitest';
import { switchOff } from '../../../frame/shell/switchOff.ts';

describe('a deployment that is switched off', () => {
  it('hides the remembered pill, stores that there is none, and empties the frame', async () => {
    const draw = vi.fn(async () => {});
    const storePill = vi.fn(async () => {});
    const replace = vi.fn();
    await switchOff({ draw, storePill }, { location: { replace } } as unknown as Window);
    // Without a visibility, the loader's own sheet hides it.
    expect(draw.mock.calls).toEqual([[{ title: '' }]]);
    expect(storePill.mock.calls).toEqual([['']]);
    expect(replace.mock.calls).toEqual([['about:blank']]);
  });
});
