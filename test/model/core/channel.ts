import type { Delivery } from '../../../frame/chat/delivery/createDelivery.ts';
import { createDelivery } from '../../../frame/chat/delivery/createDelivery.ts';
import { notDeliveredAfterMs } from '../../../frame/chat/delivery/limits.ts';
import type { Entry, Outcome } from '../../../frame/chat/delivery/types.ts';
import type { CoreChannel, CoreChannelPorts, Shown } from './channelPorts.ts';
import type { Connection } from './network.ts';
import type { PublishAnswer, Push, Replay, ServiceConversation, ServiceEvent, User } from './service.ts';

const reconnectMs = 1_000;

/** The smallest channel that does what the delivery core asks of one. */
export function createCoreChannel(ports: CoreChannelPorts): CoreChannel {
  const { document, service, capabilities } = ports;
  const { clock } = document;
  let user: User | undefined;
  let connection: Connection | undefined;
  let visit = 0;
  let conversationId: string | undefined;
  let isStarting = false;
  let known = -1;
  let epoch = 0;
  let held: ServiceEvent[] = [];
  /** Everything before this connection's events is known. A service without sequences cannot show that it is not. */
  let isCaughtUp = false;
  let isFetching: Promise<void> | undefined;
  let log: Shown[] = [];
  /** Messages of a conversation that is over. The window shows them until the next one. */
  const past = new Set<string>();
  /** The events of this conversation by position. */
  const events = new Map<number, ServiceEvent>();
  /** Those that the delivery core has been told about. After a restart they come again, and it must not hear of them. */
  const reported = new Set<string>();
  /** Texts that the service has, and since when the others are shown as being sent, by the true clock. */
  const acked = new Set<string>();
  const pendingSince = new Map<string, number>();

  const keyOf = (eventId: string): string | undefined => (ports.hasKeys ? eventId : undefined);

  function show(id: string, item: Omit<Shown, 'id'>): void {
    if (item.status !== 'pending') pendingSince.delete(id);
    else if (!pendingSince.has(id)) pendingSince.set(id, ports.now());
    const at = log.findIndex((one) => one.id === id);
    if (at < 0) log.push({ id, ...item });
    else log[at] = { id, ...item };
  }

  function setFate(id: string, status: Shown['status']): void {
    const shown = log.find((one) => one.id === id);
    if (shown) show(id, { ...shown, status });
  }

  /** The event and the text are one message. */
  function merge(id: string, eventId: string): void {
    if (!log.some((one) => one.id === id)) return;
    log = log
      .filter((one) => one.id === id || one.eventId !== eventId)
      .map((one) => (one.id === id ? { ...one, eventId } : one));
  }

  function toOutcome(id: string, answer: PublishAnswer): Outcome {
    if (answer.type === 'busy') {
      if (answer.retryAfterMs !== undefined) ports.mustWait(answer.retryAfterMs);
      return { type: 'busy', retryAfterMs: answer.retryAfterMs };
    }
    if (answer.type === 'refused') return { type: 'refused' };
    acked.add(id);
    if (!ports.answersPosition) return { type: 'acked' };
    merge(id, answer.eventId);
    delivery.answered(id, { position: answer.position, key: keyOf(answer.eventId) });
    return { type: 'acked' };
  }

  const delivery: Delivery = createDelivery({
    adapterId: 'model',
    clock,
    lifetime: document.lifetime,
    storage: document.storage,
    tabs: document.tabs,
    capabilities,
    resends: ports.resends,
    async publish(entry): Promise<Outcome> {
      const [by, to] = [user, connection];
      if (!by || !to?.isOpen) return { type: 'unknown' };
      const into = entry.conversationId ?? '';
      ports.sends(entry, epoch, document.storage.read('cm-outbox', `model.${entry.id}`) === undefined);
      return to
        .request(() => service.publish(by, into, entry.id, entry.text))
        .then(
          (answer) => toOutcome(entry.id, answer),
          (): Outcome => ({ type: 'unknown' }),
        );
    },
    async replay() {
      // A request that is under way may have been answered before the text arrived.
      await isFetching?.catch(() => {});
      return fetchEvents();
    },
    delivered({ id }, position) {
      setFate(id, 'sent');
      const event = position === undefined ? undefined : events.get(position);
      if (event) merge(id, event.id);
    },
    notDelivered({ id }) {
      ports.wasUnsent(id);
      setFate(id, 'unsent');
    },
    restored(entries: readonly Entry[]) {
      for (const { id, text, status } of entries) {
        if (status === 'unsent') ports.wasUnsent(id);
        if (status === 'acked') acked.add(id);
        if (log.some((one) => one.id === id)) continue;
        show(id, { from: 'visitor', text, status: status === 'unsent' ? 'unsent' : 'pending', eventId: undefined });
      }
    },
    returned: ports.returned,
    ...(ports.hasKeys ? { keyAt: (position: number) => events.get(position)?.id } : {}),
  });

  /** An event in its place. */
  function apply(event: ServiceEvent): void {
    if (events.get(event.position)?.id === event.id) return;
    events.set(event.position, event);
    const isShown = log.some((one) => one.eventId === event.id);
    if (event.from === 'visitor') {
      if (reported.has(event.id)) return;
      reported.add(event.id);
      const { text, position } = event;
      const id = capabilities.ids ? event.clientId : undefined;
      const entry = delivery.echo({ id, text, position, key: keyOf(event.id) });
      if (!isShown || entry)
        show(entry?.id ?? event.id, { from: 'visitor', text: event.text, status: 'sent', eventId: event.id });
    } else if (event.from === 'agent' && !isShown) {
      show(event.id, { from: 'agent', text: event.text, status: 'sent', eventId: event.id });
    }
  }

  function advance(position: number): void {
    if (position <= known) return;
    known = position;
    delivery.seen(position);
  }

  /** Applies what follows without a gap. */
  function applyHeld(): void {
    held.sort((one, other) => one.position - other.position);
    while (held[0] && (capabilities.sequence ? held[0].position <= known + 1 : isCaughtUp)) {
      const event = held.shift() as ServiceEvent;
      apply(event);
      advance(event.position);
    }
    delivery.setGap(capabilities.sequence && held.length > 0);
  }

  function receive(from: ServiceConversation, event: Push, eventEpoch: number): void {
    if (from.id !== conversationId) {
      if (event !== 'closed' && from.isOpen) {
        joinConversation(from.id);
        catchUp();
      }
    } else if (event === 'closed') leaveConversation();
    if (from.id !== conversationId || event === 'closed' || event === 'opened') return;
    if (eventEpoch !== epoch) {
      if (capabilities.history) reconnect();
      return;
    }
    held.push(event);
    applyHeld();
    if (capabilities.sequence && held.length > 0) catchUp();
  }

  function catchUp(): void {
    const own = visit;
    const again = (): void => {
      if (own === visit && held.length > 0) catchUp();
    };
    // Without a gap, a failed request is made again by the next event or connection.
    if (capabilities.history) void fetchEvents().catch(() => clock.after(reconnectMs, again));
  }

  function fetchEvents(): Promise<void> {
    if (isFetching) return isFetching;
    const own = fetchOnce().finally(() => {
      if (isFetching === own) isFetching = undefined;
    });
    isFetching = own;
    return own;
  }

  async function fetchOnce(): Promise<void> {
    const [id, from] = [conversationId, connection];
    if (!id || !from) throw new Error('no conversation');
    let answer = await from.request(() => service.replay(id, known));
    if (connection !== from || conversationId !== id) throw new Error('another connection');
    if (held.length > 0 && answer.epoch === epoch && ports.lagsBehind())
      answer = { ...answer, events: [], last: known };
    if (answer.epoch !== epoch) {
      startEpoch(answer.epoch);
      answer = await from.request(() => service.replay(id, known));
      if (connection !== from || conversationId !== id) throw new Error('another connection');
    }
    take(answer);
  }

  function take({ events, last }: Replay): void {
    for (const event of events) {
      apply(event);
      advance(event.position);
    }
    held = held.filter((one) => one.position > last);
    advance(last);
    isCaughtUp = true;
    applyHeld();
    const own = visit;
    if (held.length > 0) clock.after(reconnectMs, () => own === visit && catchUp());
  }

  /** The service counts again: everything it still has is asked for again. */
  function startEpoch(next: number): void {
    if (epoch !== 0) {
      delivery.restarted();
      events.clear();
      held = [];
      known = -1;
    }
    epoch = next;
  }

  function joinConversation(id: string): void {
    if (id === conversationId) return;
    if (conversationId !== undefined) leaveConversation(ports.tellsEnds);
    isStarting = false;
    conversationId = id;
    known = -1;
    held = [];
    isCaughtUp = !capabilities.history;
    isFetching = undefined;
    events.clear();
    reported.clear();
    delivery.setGap(false);
    delivery.conversationOpened(id);
    // Texts that were not sent in the conversation before move to the composer.
    ports.returned(log.flatMap((one) => (past.has(one.id) && one.status === 'unsent' ? [one.text] : [])));
    log = log.filter((one) => !past.has(one.id));
    ports.opened(id);
  }

  function leaveConversation(isTold = true): void {
    conversationId = undefined;
    held = [];
    if (isTold) delivery.conversationClosed();
    if (!isStarting) for (const one of log) past.add(one.id);
  }

  async function dial(): Promise<void> {
    if (!user) return;
    visit += 1;
    const own = visit;
    const by = user;
    isCaughtUp = !capabilities.history;
    const again = (): void => {
      if (own !== visit) return;
      lost();
      clock.after(reconnectMs, () => own === visit && void dial());
    };
    try {
      const made = await ports.connect(again);
      if (own !== visit) return made.cut();
      connection = made;
      const hello = await made.request(() => {
        ports.subscribe(made, by, (...event) => own === visit && receive(...event));
        return { open: service.openOf(by)?.id, epoch: service.epoch };
      });
      if (own !== visit) return;
      if (epoch === 0) epoch = hello.epoch;
      if (hello.open === undefined) leaveConversation();
      if (hello.open !== undefined) joinConversation(hello.open);
      if (!capabilities.history && hello.epoch !== epoch) startEpoch(hello.epoch);
      if (capabilities.history && ports.replaysFirst && conversationId !== undefined) await fetchEvents();
      if (own !== visit) return;
      delivery.setReady(true);
      if (capabilities.history && !ports.replaysFirst && conversationId !== undefined) await fetchEvents();
      if (isStarting) start();
    } catch {
      if (own !== visit) return;
      connection?.cut();
      again();
    }
  }

  function lost(): void {
    connection = undefined;
    isFetching = undefined;
    isCaughtUp = !capabilities.history;
    held = [];
    delivery.setReady(false);
  }

  function reconnect(): void {
    const before = connection;
    visit += 1;
    lost();
    before?.cut();
    void dial();
  }

  function start(): void {
    const [by, from] = [user, connection];
    if (!by || conversationId !== undefined) return;
    isStarting = true;
    if (!from) return;
    const own = visit;
    from
      .request(() => service.start(by).id)
      .then(
        (id) => {
          if (own !== visit) return;
          joinConversation(id);
          catchUp();
        },
        () => {
          if (own !== visit || conversationId !== undefined) return;
          isStarting = false;
          delivery.startFailed();
        },
      );
  }

  document.onHide(document.lifetime, () => {
    const before = connection;
    visit += 1;
    lost();
    before?.cut();
  });
  document.onShow(document.lifetime, () => void dial());

  return {
    get user() {
      return user;
    },
    get conversationId() {
      return conversationId;
    },
    get isConnected() {
      return connection?.isOpen ?? false;
    },
    get isWaiting() {
      return delivery.isPending;
    },
    get log() {
      return log;
    },
    waitsTooLong: () =>
      log.some(({ id, status }) => {
        const since = status === 'pending' && !acked.has(id) ? pendingSince.get(id) : undefined;
        return since !== undefined && ports.now() - since > notDeliveredAfterMs + 1_000;
      }),
    write(id, text) {
      show(id, { from: 'visitor', text, status: 'pending', eventId: undefined });
      if (conversationId === undefined) start();
      delivery.write({ id, text });
    },
    retry(id) {
      const item = log.find((one) => one.id === id);
      if (item?.status !== 'unsent' || conversationId === undefined) return;
      setFate(id, 'pending');
      delivery.write({ id, text: item.text });
    },
    setUser(next) {
      user = next;
      conversationId = undefined;
      isStarting = false;
      held = [];
      known = -1;
      const before = connection;
      visit += 1;
      lost();
      before?.cut();
      delivery.setOwner(next);
      log = [];
      events.clear();
      reported.clear();
      void dial();
    },
    start,
    end() {
      const [id, from] = [conversationId, connection];
      const conversation = service.conversations.find((one) => one.id === id);
      if (conversation) void from?.request(() => service.close(conversation)).catch(() => {});
    },
    reconnect,
    cut: () => connection?.cut(),
  };
}
