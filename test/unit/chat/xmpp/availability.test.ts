import { describe, expect, it } from 'vitest';
import { createXmppBench } from '../../../support/xmppBench.ts';

describe('the XMPP channel of a page that was loaded without a network', () => {
  async function loadOffline() {
    const bench = createXmppBench();
    bench.server.faults.isRefusing = true;
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    return bench;
  }

  it('[F-AD2] can start a conversation as soon as the network is back', async () => {
    const { server, channel, online, fakes } = await loadOffline();
    server.faults.isRefusing = false;
    online();
    await fakes.clock.advance(100);
    expect(channel.snapshot.state).toBe('available');
    void channel.start({ startType: 'menu' });
    await fakes.clock.advance(100);
    void channel.send({ id: 'hello', text: 'hello' });
    await fakes.clock.advance(100);
    expect(server.received()).toEqual(['hello']);
  });

  it('[F-AD2] stays available when an earlier check of the server fails', async () => {
    const { server, channel, online, fakes } = await loadOffline();
    Object.assign(server.faults, { isRefusing: false, isHanging: true });
    online();
    server.faults.isHanging = false;
    online();
    await fakes.clock.advance(60_000);
    expect(channel.snapshot.state).toBe('available');
  });

  it('stays unavailable when another network does not reach the server either', async () => {
    const { server, channel, online, fakes } = await loadOffline();
    const { opened } = server;
    online();
    await fakes.clock.advance(100);
    expect(server.opened).toBe(opened + 1);
    expect(channel.snapshot.state).toBe('unavailable');
  });
});
