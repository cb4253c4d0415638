/** The stories of a run. `SEED=17 SEEDS=1` plays one, `SEEDS=100000` many. */
export const seedsOf = (): { readonly first: number; readonly count: number } => ({
  first: Number(process.env.SEED ?? 1),
  count: Number(process.env.SEEDS ?? 2_000),
});
