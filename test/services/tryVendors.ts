import * as v from 'valibot';
import { domainAnswer } from '../../frame/chat/channels/async/api.ts';
import { asyncDeployment } from '../../frame/chat/channels/async/deployment.ts';
import { toWebOrigin } from '../../frame/chat/channels/ground/connection/webOrigin.ts';
import { parseDomain } from '../../frame/chat/channels/sync/wire.ts';
import type { Deployment } from '../../frame/deployment/deployment.ts';
import { type FoundAddresses, socketsOf } from './contracts/all.ts';
import { accountsOf } from './contracts/vendorAccounts.ts';
import { documentsOf } from './documents.ts';
import { jsonpOf, type Operation, readOperations } from './operations.ts';
import { type Asker, type Tried, tryServices, trySocket, type Untried } from './tryServices.ts';

interface Trial {
  readonly tried: readonly Tried[];
  readonly untried: readonly Untried[];
}

/**
 * Tries the vendors of a deployment. The address of a chat service is known only after the vendor's domain lookup, and each account
 * may have another one. A socket is opened and closed. No chat is requested, and nobody logs in.
 */
export async function tryVendors(deployment: Deployment, asker: Asker): Promise<Trial> {
  const { channels } = deployment.chat as { readonly channels: { readonly sync?: unknown; readonly async?: unknown } };
  const others = ['experiments', 'vendor-files'];
  return joined([
    ...(channels.sync ? await eachAccount('sync', deployment, asker, tryLiveChat) : []),
    ...(channels.async ? await eachAccount('async', deployment, asker, tryMessaging) : []),
    await tryOperations(deployment, {}, asker, ({ service }) => others.includes(service)),
  ]);
}

/** Runs a trial for each account of the deployment, or for the one that the asker names. */
async function eachAccount(
  type: 'sync' | 'async',
  deployment: Deployment,
  asker: Asker,
  run: (deployment: Deployment, asker: Asker) => Promise<Trial>,
): Promise<readonly Trial[]> {
  const accounts = accountsOf(type, deployment.chat);
  const named = asker.values.get('account');
  const ids = new Set(named === undefined ? accounts.map(({ account }) => account) : [named]);
  if (ids.size === 0) return [await run(deployment, asker)];
  const trials: Trial[] = [];
  for (const id of ids) {
    // Another account may be at another host.
    const chat = { ...deployment.chat, accounts: accounts.filter(({ account }) => account === id), accountIds: {} };
    trials.push(await run({ ...deployment, chat }, withValue(asker, 'account', id)));
  }
  return trials;
}

async function tryLiveChat(deployment: Deployment, asker: Asker): Promise<Trial> {
  const isLiveChat = ({ service }: Operation): boolean => service === 'live-chat';
  const lookups = await tryOperations(deployment, {}, asker, (one) => isLiveChat(one) && one.id === 'domain');
  const { trial, hosts } = readHosts(lookups, (answer) => parseDomain(jsonpOf(String(answer))?.value));
  const isKnown = hosts.length > 0 || hasAddress(deployment, 'live-chat', 'account');
  const rest = await tryOperations(
    deployment,
    { liveChat: hosts.map(toWebOrigin) },
    asker,
    (one) => isLiveChat(one) && one.id !== 'domain',
  );
  return joined([trial, rest, isKnown ? nothing : unknownPlace('live-chat')]);
}

async function tryMessaging(deployment: Deployment, asker: Asker): Promise<Trial> {
  const { profileHosts } = v.parse(asyncDeployment, deployment.chat.channels.async);
  const lookUp = async (service: string) =>
    readHosts(
      await tryOperations(
        deployment,
        {},
        withValue(asker, 'service', service),
        (one) => one.service === 'messaging-directory' && one.id === 'domain',
      ),
      (answer) => v.parse(domainAnswer, answer).baseURI,
    );
  const socket = await lookUp('asyncMessagingEnt');
  const profiles = profileHosts.length > 0 ? undefined : await lookUp('acCdnDomain');
  const found = { messaging: socket.hosts, profiles: (profiles?.hosts ?? []).map(toWebOrigin) };
  const rest = await tryOperations(
    deployment,
    found,
    asker,
    (one) => one.service === 'messaging-directory' && one.id !== 'domain',
  );
  const sockets = socketsOf(deployment, found).filter(({ vendor }) => vendor !== undefined);
  const account = asker.values.get('account');
  const addresses = sockets.flatMap(({ name, addresses }) =>
    addresses.map((address) => ({ name, address: address.replace('{account}', encodeURIComponent(account ?? '')) })),
  );
  const isKnown = account !== undefined && addresses.length > 0;
  const opened = isKnown ? await Promise.all(addresses.map((one) => trySocket(one, asker))) : [];
  return joined([
    socket.trial,
    profiles?.trial ?? nothing,
    rest,
    { tried: opened, untried: isKnown ? [] : unknownPlace('messaging').untried },
  ]);
}

const nothing: Trial = { tried: [], untried: [] };

const unknownPlace = (call: string): Trial => ({
  tried: [],
  untried: [
    {
      call,
      reason:
        'Its address is unknown: neither the domain lookup nor the baseURI of an account names one with encryption.',
    },
  ],
});

function tryOperations(
  deployment: Deployment,
  found: FoundAddresses,
  asker: Asker,
  isWanted: (operation: Operation) => boolean,
): Promise<Trial> {
  const operations = readOperations(documentsOf(deployment, found));
  return tryServices({ ...operations, all: operations.all.filter(isWanted) }, asker);
}

function hasAddress(deployment: Deployment, service: string, id: string): boolean {
  const { all } = readOperations(documentsOf(deployment));
  return all.some((one) => one.service === service && one.id === id && one.addresses.length > 0);
}

/** The hosts that the answers of a lookup name. An answer that names a host that the frame refuses does not match. */
function readHosts(
  { tried, untried }: Trial,
  read: (answer: unknown) => string,
): { readonly trial: Trial; readonly hosts: readonly string[] } {
  const hosts: string[] = [];
  const looked = tried.map((one) => {
    if (one.found.answer !== 'ok') return one;
    try {
      const host = read(one.answer);
      toWebOrigin(host);
      hosts.push(host);
      return one;
    } catch (error) {
      return { ...one, misfits: [`${(error as Error).message}.`], found: { ...one.found, answer: 'no' as const } };
    }
  });
  return { trial: { tried: looked, untried }, hosts: hosts.slice(0, 1) };
}

const withValue = (asker: Asker, name: string, value: string): Asker => ({
  ...asker,
  values: new Map([[name, value], ...asker.values]),
});

const joined = (trials: readonly Trial[]): Trial => ({
  tried: trials.flatMap(({ tried }) => tried),
  untried: trials.flatMap(({ untried }) => untried),
});
