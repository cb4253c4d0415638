/** SC-070: the chosen expert, else the loaded appointment's, else the one the scheduler was opened for. */
export function expertOf(selectedAgent: string, loadedExpertId: string, resource: string): string {
  if (selectedAgent !== '') return selectedAgent;
  if (loadedExpertId !== '') return loadedExpertId;
  return resource === 'any' ? '' : resource;
}
