import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '../browser/fixtures.ts';

const bus = '/usr/libexec/at-spi-bus-launcher';
const orca = '/usr/bin/orca';

/** What makes a program of this session tell the screen reader what it shows. */
export const accessibleEnvironment = { ...process.env, ACCESSIBILITY_ENABLED: '1', GNOME_ACCESSIBILITY: '1' };

/**
 * A page is not read aloud by itself, so that only what the visitor does is heard. Orca 43 takes the frame for another tab, and keeps silent
 * about what arrives there, unless the setting for inactive tabs is on. The log has each line at once.
 */
const customizations = `from orca import debug, settings
settings.sayAllOnLoad = False
settings.presentLiveRegionFromInactiveTab = True
debug.debugFile.reconfigure(line_buffering=True)
`;

export interface ScreenReader {
  /** Waits until it says this, after what was heard before. */
  hears(words: RegExp): Promise<void>;
  stop(): void;
}

/** Orca with a profile of its own. Its debug log has every utterance, whether or not the machine has a loudspeaker. */
export async function startOrca(): Promise<ScreenReader> {
  if (!existsSync(bus) || !existsSync(orca))
    throw new Error('Install orca, at-spi2-core, xdotool, xvfb, xauth and dbus.');
  const folder = mkdtempSync(join(tmpdir(), 'orca-'));
  const log = join(folder, 'log');
  const prefs = join(folder, 'prefs');
  mkdirSync(prefs);
  writeFileSync(join(prefs, 'orca-customizations.py'), customizations);
  const options = { stdio: 'ignore', env: { ...accessibleEnvironment, HOME: folder } } as const;
  const started: ChildProcess[] = [
    spawn(bus, ['--launch-immediately', '--a11y=1', '--screen-reader=1'], options),
    spawn(orca, ['--replace', '--user-prefs', prefs, '--debug-file', log], options),
  ];
  const said = (): readonly string[] => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    return [...text.matchAll(/SPEECH OUTPUT: '(.+?)'(?:\{.*)?$/gm)].map(([, words = '']) => words.trim());
  };
  let heard = 0;

  async function hears(words: RegExp): Promise<void> {
    const next = (): number => said().findIndex((line, at) => at >= heard && words.test(line));
    await expect
      .poll(() => (next() < 0 ? said().slice(heard) : 'heard'), { message: `Orca says ${words}`, timeout: 30_000 })
      .toBe('heard');
    heard = next() + 1;
  }

  await hears(/^Screen reader on/);
  return {
    hears,
    stop() {
      for (const one of started) one.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
