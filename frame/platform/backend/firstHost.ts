import { combineErrors } from './combineErrors.ts';
import type { Strategy } from './plan.ts';

/** Tries the first host only (CH-192). */
export const firstHost: Strategy = async ([host], attempt, signal) => {
  try {
    return await attempt(host as string, signal);
  } catch (error) {
    throw combineErrors('Failed fetching data', [error]);
  }
};
