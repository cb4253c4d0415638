/** The source files that a visit downloads, stage by stage. The build fails until a file that moves is renamed here. */
export const stages = {
  core: ['frame/main.ts'],
  // Downloaded without intent by a page that has something to invite to.
  outreachWatch: ['frame/compose/pageNeeds.ts', 'frame/compose/outreachWatch.ts'],
  // Downloaded with intent, and without it by a page that says something about its visitor.
  audience: ['frame/compose/audience.ts'],
  rooms: ['frame/compose/rooms.ts'],
  app: ['frame/app.tsx'],
  chat: ['frame/compose/chat.ts', 'frame/chat/store.ts'],
  chatViews: ['frame/chat/channels/bot/index.ts', 'frame/chat/views/ChatPane.tsx', 'frame/chat/views/ChatHeader.tsx'],
  // Without the Temporal polyfill, which only browsers without Temporal download.
  scheduler: ['frame/compose/scheduler.ts', 'frame/surfaces/SchedulerSurface.tsx'],
  // The rules and the hash, downloaded only when the deployment names a datafile.
  experiments: ['frame/insight/experiments/experimentStore.ts', 'frame/insight/experiments/engine.ts'],
  // Without `upload.ts`, which is downloaded with the first file.
  xmpp: ['frame/chat/channels/xmpp/index.ts'],
  // What several channels that keep a connection download.
  connectedChannels: [
    'frame/chat/channels/ground/endReports.ts',
    'frame/chat/channels/ground/connection/watchPage.ts',
    'frame/chat/channels/ground/connection/socket.ts',
  ],
};

export const firstPane = [...stages.core, ...stages.audience, ...stages.rooms, ...stages.app];

/** The chunks that hold these source files, and all that they import statically. */
export function staticImports(chunks, entries) {
  const chunkOf = (entry) => {
    const found = chunks.find(({ sources }) => sources.includes(entry));
    if (!found) throw new Error(`${entry} is not in the build: see .release/stages.mjs`);
    return found;
  };
  const reached = new Set(entries.map(chunkOf));
  for (const { imports } of reached)
    for (const imported of imports) reached.add(chunks.find(({ fileName }) => fileName === imported));
  return [...reached];
}
