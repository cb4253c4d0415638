import { isRecord } from '../../bridge/guards.ts';
import { environmentOf } from '../host/environment.ts';
import { isWidgetError } from '../platform/errors.ts';
import { createOfferApi } from './api.ts';
import { hostsOf } from './endpoint.ts';
import { isOfferReported } from './isOfferReported.ts';
import { chatWaitMs, firstOfferMs, offerPollMs } from './limits.ts';
import type { NotificationAnswer } from './notification.ts';
import type { NotificationStore } from './notificationStore.ts';
import { type AudienceId, isOfferBlocked, type Offer, parseAudienceId, toOfferNotification } from './offer.ts';
import { type OfferSession, toOfferBody, toOfferEventBody } from './offerBody.ts';
import type { OutreachPorts } from './ports.ts';
import { waitForChat } from './waitForChat.ts';

export interface OfferPorts
  extends Pick<
    OutreachPorts,
    | 'clock'
    | 'lifetime'
    | 'log'
    | 'storage'
    | 'call'
    | 'createId'
    | 'query'
    | 'page'
    | 'relayedUrl'
    | 'locale'
    | 'activity'
    | 'chat'
    | 'anonymousId'
    | 'isEmployee'
    | 'audience'
  > {
  readonly settings: OutreachPorts['deployment']['offers'];
  readonly notifications: Pick<NotificationStore, 'queue' | 'block'>;
  /** The pane, a card or an overlay is shown. */
  readonly isOverlayShown: () => boolean;
}

/** The stored data of the tab (SH-139, SH-165). */
interface StoredSession extends OfferSession {
  readonly hasFailed: boolean;
}

/** Offers of the decision service: fetched once per page, then every five minutes while the visitor is active. */
export function createOffers(ports: OfferPorts) {
  const { clock, log, settings } = ports;
  const polling = ports.lifetime.child();
  const hosts = hostsOf(settings.hosts, environmentOf(ports.query));
  const api = createOfferApi(ports.call, hosts, ports.lifetime.signal);
  let session: StoredSession | undefined;
  let lastFetchMs: number | undefined;
  let isFetching = false;
  let cancelTimer = (): void => {};
  /**
   * If the clock has been set back since the page started to load, count from now, so that the first fetch is not far too
   * late.
   */
  const pageStartMs = Math.min(ports.page().timeOrigin, clock.now());

  async function loadSession(): Promise<StoredSession> {
    if (session) return session;
    const stored = ports.storage.read('cm-offers');
    const fields = isRecord(stored) ? stored : {};
    session = {
      sessionID: typeof fields.sessionID === 'string' ? fields.sessionID : '',
      audienceID: parseAudienceId(fields.audienceID) ?? (await createAudienceId()),
      hasFailed: fields.hasFailed === true,
    };
    return session;
  }

  async function createAudienceId(): Promise<AudienceId> {
    const value = (await ports.anonymousId()) ?? ports.createId();
    return { name: settings.audienceName, type: settings.audienceType, value };
  }

  function save(next: StoredSession): void {
    session = next;
    ports.storage.write('cm-offers', next);
  }

  const dueMs = (): number => (lastFetchMs === undefined ? pageStartMs + firstOfferMs : lastFetchMs + offerPollMs);

  /** Sets the one timer for the next poll. While the visitor is idle there is none; their return polls instead (SH-141). */
  function schedule(): void {
    cancelTimer();
    cancelTimer = polling.add(clock.after(Math.max(0, Math.min(dueMs() - clock.now(), offerPollMs)), pollIfDue));
  }

  function pollIfDue(): void {
    if (polling.ended || isFetching) return;
    if (lastFetchMs !== undefined) lastFetchMs = Math.min(lastFetchMs, clock.now()); // The clock may have been set back.
    if (clock.now() < dueMs()) schedule();
    else if (ports.activity.isActive()) void poll();
  }

  async function poll(): Promise<void> {
    isFetching = true;
    lastFetchMs = clock.now();
    try {
      const current = await loadSession();
      if (current.hasFailed) {
        polling.end();
        return;
      }
      const { sessionID, audienceID, offer } = await api.fetchOffers(
        toOfferBody(settings, current, {
          pageUrl: ports.relayedUrl(),
          locale: ports.locale(),
          isEmployee: ports.isEmployee()?.toString(),
          ...ports.audience(),
        }),
      );
      // The visitor has changed, or has withdrawn consent.
      if (ports.lifetime.ended) return;
      save({
        sessionID: sessionID ?? current.sessionID,
        audienceID: audienceID ?? current.audienceID,
        hasFailed: false,
      });
      if (offer) void show(offer);
    } catch (error) {
      handleFailure(error);
    } finally {
      isFetching = false;
      if (!polling.ended) schedule();
    }
  }

  /** An HTTP error ends polling for the session (SH-165). After a timeout or a lost connection, polling continues (SH-141). */
  function handleFailure(error: unknown): void {
    if (ports.lifetime.ended) return;
    if (session && isWidgetError(error, 'CALL_FAILED') && error.status !== undefined && error.status >= 400) {
      save({ ...session, hasFailed: true });
      polling.end();
      log.warn('The offer service refused the request. No more offers are fetched in this session.', error);
    } else log.info('Offers could not be fetched. The next poll retries.', error);
  }

  async function show(offer: Offer): Promise<void> {
    const notification = {
      ...toOfferNotification(offer),
      callbackMap: {
        onDone: (_: unknown, answer: NotificationAnswer | undefined): void => {
          if (answer) void report(offer, answer);
        },
      },
    };
    if (notification.isChat) await waitForChat(ports.chat, clock, ports.lifetime, chatWaitMs);
    if (ports.lifetime.ended) return;
    const scene = { isChatAvailable: ports.chat.canStart(), isOverlayShown: ports.isOverlayShown() };
    if (isOfferBlocked(notification, scene)) ports.notifications.block(notification);
    else ports.notifications.queue(notification);
  }

  /** SH-144, SH-145, SH-166. */
  async function report(offer: Offer, answer: NotificationAnswer): Promise<void> {
    if (!session || !isOfferReported(ports.query)) return;
    try {
      await api.postEvent(toOfferEventBody(settings, session, offer.treatmentCode, answer));
    } catch (error) {
      log.warn('The answer to an offer could not be reported.', error);
    }
  }

  return {
    start(): void {
      if (hosts.length === 0) return; // Hosts are configured for other environments only.
      ports.activity.onChange(polling, pollIfDue);
      schedule();
    },
  };
}
