import { describe, expect, it } from 'vitest';
import { type ChimeAudio, createChime } from '../../../../frame/chat/tools/soundStore.ts';
import { settle } from '../../../support/fakeClock.ts';

describe('the chime', () => {
  interface Level {
    readonly value: number;
    readonly at: number;
  }

  /** A device that records the notes that reach its speaker. */
  function fakeAudio(state: AudioContextState) {
    const notes: { wave: string; startsAt: number; endsAt: number; frequency: number; levels: readonly Level[] }[] = [];
    const asked = { resumes: 0 };
    const destination = { name: 'speaker' };
    const createGain = () => {
      const levels: Level[] = [];
      const set = (value: number, at: number): void => void levels.push({ value, at });
      const gain = { setValueAtTime: set, linearRampToValueAtTime: set, exponentialRampToValueAtTime: set };
      const node = { gain, levels, output: {}, connect: (output: object) => void Object.assign(node, { output }) };
      return node;
    };
    const createOscillator = () => {
      let startsAt = Number.NaN;
      let output: Partial<ReturnType<typeof createGain>> = {};
      const tone = {
        ...{ type: '', frequency: { value: 0 } },
        connect(to: typeof output) {
          output = to;
        },
        start(at: number) {
          startsAt = at;
        },
        stop(endsAt: number) {
          if (output.output !== destination) return;
          const { type: wave, frequency } = tone;
          notes.push({ wave, startsAt, endsAt, frequency: frequency.value, levels: output.levels ?? [] });
        },
      };
      return tone;
    };
    const resume = () => {
      asked.resumes += 1;
      return state === 'suspended' ? Promise.resolve() : Promise.reject(new Error('refused'));
    };
    const audio = { ...{ currentTime: 10, destination, state }, resume, createGain, createOscillator };
    return { notes, asked, audio: audio as unknown as ChimeAudio };
  }

  /** The chime on this device, after the visitor has pressed something. `opened` counts how often it opens the device. */
  function createBench(state: AudioContextState) {
    const device = fakeAudio(state);
    const opened = { times: 0 };
    const open = (): ChimeAudio => {
      opened.times += 1;
      return device.audio;
    };
    return { ...device, opened, open, chime: createChime(open, () => true) };
  }

  it('[F-AD13] opens no sound before the visitor has pressed something, so that the browser has nothing to report', () => {
    const { open, opened } = createBench('running');
    createChime(open, () => false).play();
    expect(opened.times).toBe(0);
  });

  it.each([['running' as const], ['suspended' as const]])(
    '[F-AD13] has two notes on a device that is %s',
    async (state) => {
      const { chime, notes } = createBench(state);
      chime.play();
      await settle();
      expect(notes.map(({ startsAt }) => startsAt)).toEqual([10, 10.12]);
    },
  );

  it('[F-AD13] is two soft notes, a fourth apart, each from silence to silence', () => {
    const { chime, notes } = createBench('running');
    chime.play();
    const [first, second] = notes.map(({ frequency }) => frequency);
    expect(Number(second) / Number(first)).toBeCloseTo(4 / 3, 2);
    for (const { wave, startsAt, endsAt, levels } of notes) {
      expect(wave).toBe('sine');
      const times = levels.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(levels[0]).toEqual({ value: 0, at: startsAt });
      const last = levels.at(-1);
      expect(last?.value).toBeLessThanOrEqual(0.001);
      expect(last?.at).toBe(endsAt);
      const peak = Math.max(...levels.map(({ value }) => value));
      expect(peak).toBeGreaterThan(0.001);
      expect(peak).toBeLessThanOrEqual(0.2);
    }
  });

  it('[F-AD13] uses the device that it has opened', () => {
    const { chime, notes, opened } = createBench('running');
    chime.play();
    chime.play();
    expect([opened.times, notes.length]).toEqual([1, 4]);
  });

  it('[F-AD13] is silent where the browser refuses or there is no device', async () => {
    const { chime, notes, asked } = createBench('closed');
    chime.play();
    expect(asked.resumes).toBe(1);
    const noDevice = (): ChimeAudio => {
      throw new Error('no device');
    };
    createChime(noDevice, () => true).play();
    await settle();
    expect(notes).toEqual([]);
  });
});
