import { cpus } from 'node:os';
import { measureFigures } from './figures.ts';
import { comparePeers } from './peers/comparePeers.ts';
import { readOptions } from './peers/options.ts';
import { measureXmpp } from './xmpp/measureXmpp.ts';

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
const options = readOptions(process.argv.slice(3));
if (options.isXmpp) await measureXmpp(machine, options.guests);
else
  await (options.isComparison
    ? comparePeers(machine, options)
    : measureFigures(machine, options.rounds, options.sections));
