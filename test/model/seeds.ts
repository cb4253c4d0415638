import { countOf } from '../browser/sample.ts';

/**
 * The stories of a run. `SEED=17 SEEDS=1` plays one, `SEEDS=100000` many. The default keeps the unit run short: a story of the
 * core takes about 1 ms, one of a whole chat room about 10 ms, with XMPP 20 ms. `npm run test:all` plays more of them.
 */
export const seedsOf = (inSample: number, all: number): { readonly first: number; readonly count: number } => ({
  first: Number(process.env.SEED ?? 1),
  count: Number(process.env.SEEDS ?? countOf(all, inSample)),
});
