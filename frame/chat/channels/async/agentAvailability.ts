import type { AgentStatus } from '../../channel.ts';

/** CH-079: the forms in which services send it. */
export function readAgentAvailability(value: unknown): AgentStatus {
  if (value === 1 || value === true) return 'available';
  return value === 0 || value === false ? 'unavailable' : 'unknown';
}
