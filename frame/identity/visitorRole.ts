import type { UserInfo } from './visitor.ts';

/** The visitor's role in customer data: the type of their account, or `visitor`. */
export const roleOf = ({ accountType }: UserInfo): string => accountType ?? 'visitor';
