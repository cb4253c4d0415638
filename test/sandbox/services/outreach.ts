import { build } from 'esbuild';
import { inAppMessages, offers } from '../data/outreach.ts';
import type { SandboxDeployment } from '../deployment.ts';
import type { SandboxRequest, SandboxService } from '../service.ts';
import type { SandboxUrls } from './all.ts';

interface Setting {
  offer: keyof typeof offers | '';
  inApp: keyof typeof inAppMessages | '';
  /** Undefined: the product's own 55 s. */
  popUpTimeMs: number | undefined;
}

const fresh: Setting = { offer: '', inApp: '', popUpTimeMs: undefined };

/**
 * Marketing: the offer service (`/offers/*`, PROTOCOLS 4) and the in-app vendor's endpoint and program (`/api/v3/data/`,
 * `/inapp/sdk.js`, PROTOCOLS 5). Silent until `POST /__sandbox/outreach {offer?, inApp?, popUpTimeMs?}` says what there is;
 * an empty text or `null` takes it back. Pages take it up at their next load.
 */
export function createOutreachService({ servicesUrl }: Pick<SandboxUrls, 'servicesUrl'>): SandboxService {
  let setting = fresh;
  let sessions = 0;
  let program: Promise<string> | undefined;

  function deployment(): Partial<SandboxDeployment> {
    return {
      outreach: {
        ...(setting.popUpTimeMs === undefined ? {} : { popUpTimeMs: setting.popUpTimeMs }),
        ...(setting.offer ? { offers: { hosts: { prod: [`${servicesUrl}/offers`] } } } : {}),
        inApp: {
          enabled: setting.inApp !== '',
          scriptUrl: `${servicesUrl}/inapp/sdk.js`,
          apiKey: '00000000-0000-4000-8000-000000000000',
          hosts: { prod: [servicesUrl] },
        },
      },
    };
  }

  function answerOffers({ body }: SandboxRequest) {
    const { sessionID, audienceID } = fieldsOf(body);
    if (!sessionID) sessions += 1;
    const list = setting.offer ? [offers[setting.offer]] : [];
    return {
      body: {
        sessionID: sessionID || `northwind-session-${sessions}`,
        audienceID,
        statusCode: 0,
        offersList: [{ ipName: 'CONTACT_MODULE', offers: list }],
      },
    };
  }

  /** One message, on every session's opening; the vendor's program decides the rest. */
  function answerData({ body }: SandboxRequest) {
    const wanted = fieldsOf(fieldsOf(body).respond_with);
    const message = setting.inApp ? inAppMessages[setting.inApp] : undefined;
    const id = `trigger-${setting.inApp}`;
    return {
      status: 201,
      body: {
        ...(wanted.config
          ? { config: { time: 1, events_blacklist: [], attributes_blacklist: [], purchases_blacklist: [] } }
          : {}),
        ...(wanted.triggers
          ? {
              triggers: message
                ? [
                    {
                      id,
                      trigger_condition: [{ type: 'open' }],
                      start_time: null,
                      end_time: null,
                      priority: 1,
                      type: 'inapp',
                      delay: 0,
                      re_eligibility: 0,
                      timeout: null,
                      data: { trigger_id: id, ...message },
                    },
                  ]
                : [],
            }
          : {}),
      },
    };
  }

  return {
    name: 'outreach',
    routes: [
      { method: 'POST', path: '/offers/getOffersForMultipleIP', answer: answerOffers },
      { method: 'POST', path: '/offers/postEvent', answer: () => ({ body: { statusCode: 0 } }) },
      { method: 'POST', path: '/api/v3/data/', answer: answerData },
      {
        method: 'GET',
        path: '/inapp/sdk.js',
        answer: async () => {
          program ??= bundleProgram();
          return { body: await program, type: 'text/javascript' };
        },
      },
    ],
    deployment,
    control(command, body) {
      if (command !== 'outreach') return undefined;
      const next: Setting = {
        offer: pick(body.offer, Object.keys(offers), setting.offer) as Setting['offer'],
        inApp: pick(body.inApp, Object.keys(inAppMessages), setting.inApp) as Setting['inApp'],
        popUpTimeMs:
          body.popUpTimeMs === undefined
            ? setting.popUpTimeMs
            : typeof body.popUpTimeMs === 'number'
              ? body.popUpTimeMs
              : undefined,
      };
      setting = next;
      return { body: setting };
    },
    reset() {
      setting = fresh;
      sessions = 0;
    },
  };
}

/** The vendor's own program, as its CDN serves it: one classic script that sets one global. */
async function bundleProgram(): Promise<string> {
  const result = await build({
    stdin: {
      contents: "import * as braze from '@braze/web-sdk'; window.braze = braze;",
      resolveDir: import.meta.dirname,
      loader: 'js',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

function pick(value: unknown, names: readonly string[], otherwise: string): string {
  if (value === undefined) return otherwise;
  return typeof value === 'string' && names.includes(value) ? value : '';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
