/** The parts of an address, `local@domain/resource`. Only what stands before the slash is compared, in lower case. */
export function bareOf(address: string): string {
  return (address.split('/')[0] ?? '').toLowerCase();
}

export function domainOf(address: string): string {
  return bareOf(address).split('@').at(-1) ?? '';
}

export function resourceOf(address: string): string | undefined {
  const slash = address.indexOf('/');
  return slash < 0 ? undefined : address.slice(slash + 1);
}
