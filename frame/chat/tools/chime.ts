/** The part of an audio context that the chime uses. */
export type ChimeAudio = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'state' | 'resume' | 'createGain' | 'createOscillator'
>;

/** Two soft notes, a fourth apart: frequency in Hz, and start in s. */
const notes = [
  [587.33, 0],
  [783.99, 0.12],
] as const;
/** Half the volume of a browser's own notifications, so that nobody is startled. */
const loudness = 0.12;
const lengthS = 0.35;

export type Chime = ReturnType<typeof createChime>;

/**
 * Synthesised, because a file would need another request and `media-src` in the CSP. Browsers allow sound only after a user
 * gesture in the page. Before that the chime does not even try, because browsers report attempts in the console.
 */
export function createChime(open: () => ChimeAudio, mayPlay: () => boolean) {
  let audio: ChimeAudio | undefined;

  function ring(on: ChimeAudio): void {
    for (const [frequency, fromS] of notes) {
      const at = on.currentTime + fromS;
      const gain = on.createGain();
      const tone = on.createOscillator();
      tone.type = 'sine';
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.001, at + lengthS);
      tone.connect(gain);
      gain.connect(on.destination);
      tone.start(at);
      tone.stop(at + lengthS);
    }
  }

  return {
    play(): void {
      if (!mayPlay()) return;
      try {
        audio ??= open();
        const opened = audio;
        if (opened.state === 'running') ring(opened);
        else
          void opened.resume().then(
            () => ring(opened),
            () => {},
          ); // The browser refuses to play.
      } catch {
        // The device has no sound.
      }
    },
  };
}
