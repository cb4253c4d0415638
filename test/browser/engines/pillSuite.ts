import { expect, it } from 'vitest';
import { type Engine, isVisible, pill, until } from './engine.ts';

export function describePill(open: (path: string) => Promise<void>, engine: () => Engine): void {
  it('[XB-02][F-PG24] the pill stays where it is on a page without obstacles', async () => {
    await open('/plain');
    await until(() => engine().page(isVisible(pill)), 'the pill is there');
    await engine().page(
      `(window.places = new Set(), (function look() { places.add(${pill}.style.bottom); requestAnimationFrame(look); })(), 0)`,
    );
    // Each is followed by a search for obstacles.
    for (const _ of [1, 2, 3]) {
      await engine().page(`(window.dispatchEvent(new Event('resize')), 0)`);
      await new Promise((done) => setTimeout(done, 600));
    }
    expect(await engine().page('places.size')).toBe(1);
  });
}
