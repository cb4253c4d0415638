import type { AgentStatus } from './channel.ts';

/** CH-079: as services write it. */
export function readAgentAvailability(value: unknown): AgentStatus {
  if (value === 1 || value === true) return 'available';
  return value === 0 || value === false ? 'unavailable' : 'unknown';
}
