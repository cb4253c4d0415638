import { describe, expect, it } from 'vitest';
import { type ChimeAudio, createChime } from '../../../../frame/chat/tools/chime.ts';
import { settle } from '../../../support/fakeClock.ts';

describe('the chime', () => {
  function fakeAudio(state: AudioContextState) {
    const notes: number[] = [];
    const done: string[] = [];
    const round = (...values: number[]): string => values.map((value) => Number(value.toFixed(3))).join(' at ');
    const destination = { name: 'speaker' };
    const audio = {
      ...{ currentTime: 10, destination, state },
      resume: () => {
        done.push('resume');
        return state === 'suspended' ? Promise.resolve() : Promise.reject(new Error('refused'));
      },
      createGain: () => ({
        name: 'gain',
        gain: {
          setValueAtTime: (value: number, at: number) => done.push(`from ${round(value, at)}`),
          linearRampToValueAtTime: (value: number, at: number) => done.push(`up to ${round(value, at)}`),
          exponentialRampToValueAtTime: (value: number, at: number) => done.push(`down to ${round(value, at)}`),
        },
        connect: ({ name }: { name: string }) => done.push(`gain to ${name}`),
      }),
      createOscillator: () => {
        const tone = {
          ...{ type: '', frequency: { value: 0 } },
          connect: ({ name }: { name: string }) => done.push(`tone to ${name}`),
          start(at: number) {
            notes.push(at);
            done.push(`${tone.type} of ${tone.frequency.value} Hz at ${round(at)}`);
          },
          stop: (at: number) => done.push(`ends at ${round(at)}`),
        };
        return tone;
      },
    };
    return { notes, done, audio: audio as unknown as ChimeAudio };
  }

  it('[F-AD13] opens no sound before the visitor has pressed something, so that the browser has nothing to report', () => {
    let opened = 0;
    const { audio } = fakeAudio('running');
    const chime = createChime(
      () => {
        opened += 1;
        return audio;
      },
      () => false,
    );
    chime.play();
    expect(opened).toBe(0);
  });

  it.each([['running' as const], ['suspended' as const]])(
    '[F-AD13] has two notes on a device that is %s',
    async (state) => {
      const { audio, notes } = fakeAudio(state);
      createChime(
        () => audio,
        () => true,
      ).play();
      await settle();
      expect(notes).toEqual([10, 10.12]);
    },
  );

  it('[F-AD13] is two soft notes, a fourth apart, each from silence to silence', () => {
    const { audio, done } = fakeAudio('running');
    createChime(
      () => audio,
      () => true,
    ).play();
    expect(done).toEqual([
      'from 0 at 10',
      'up to 0.12 at 10.02',
      'down to 0.001 at 10.35',
      'tone to gain',
      'gain to speaker',
      'sine of 587.33 Hz at 10',
      'ends at 10.35',
      'from 0 at 10.12',
      'up to 0.12 at 10.14',
      'down to 0.001 at 10.47',
      'tone to gain',
      'gain to speaker',
      'sine of 783.99 Hz at 10.12',
      'ends at 10.47',
    ]);
  });

  it('[F-AD13] uses the device that it has opened', () => {
    let opened = 0;
    const { audio, notes } = fakeAudio('running');
    const chime = createChime(
      () => {
        opened += 1;
        return audio;
      },
      () => true,
    );
    chime.play();
    chime.play();
    expect([opened, notes.length]).toEqual([1, 4]);
  });

  it('[F-AD13] is silent where the browser refuses or there is no device', async () => {
    const { audio, notes, done } = fakeAudio('closed');
    createChime(
      () => audio,
      () => true,
    ).play();
    expect(done).toEqual(['resume']);
    createChime(
      () => {
        throw new Error('no device');
      },
      () => true,
    ).play();
    await settle();
    expect(notes).toEqual([]);
  });
});
