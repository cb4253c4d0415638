import type { ChatDeployment } from './deployment.ts';

/** Every chat account that the deployment uses, in any environment. A missing field has none. */
export function accountIdsOf({ accounts = [], accountIds = {} }: Partial<ChatDeployment>): readonly string[] {
  const byEnvironment = Object.values(accountIds).flatMap((ids) => Object.values(ids));
  return [...accounts.map(({ account }) => account), ...byEnvironment].filter((id) => id !== undefined);
}

export function skillsOf({ pages = [], skills = [] }: Partial<ChatDeployment>): readonly string[] {
  return [...skills, ...pages.map(({ product }) => product)];
}
