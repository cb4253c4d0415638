/** SC-085: the known top-level domains and newer ones that companies use. Any two letters count as a country. */
const topLevelDomains = new Set(
  (
    'aero arpa biz com coop edu gov info int mil mobi museum name net org pro travel ' +
    'academy africa agency app art asia bank blog build business cat center city cloud club codes community company ' +
    'computer consulting design dev digital education energy engineering enterprises events expert finance fund ' +
    'global group guru health health host institute international investments io jobs law legal life link live llc ' +
    'london ltd management market marketing media network news ngo one online page partners photo plus post press ' +
    'productions properties report sale school science security services shop site social software solutions space ' +
    'store studio support systems team tech technology tel today tokyo tools top university ventures vip website wiki ' +
    'work works world xyz zone'
  ).split(' '),
);

const address = /^([^\s@"(),:;<>[\\\]]+)@([^\s@:]+)(?::(\d{1,5}))?$/;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
/** The longest address in mail (RFC 5321), in characters. */
const addressMaxLength = 254;

/** SC-083 to SC-085. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  const [, local, domain] = address.exec(trimmed) ?? [];
  if (!local || !domain || trimmed.length > addressMaxLength) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return isIpv4(domain) || isDomain(domain);
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const last = labels.at(-1)?.toLowerCase() ?? '';
  return (
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    (/^[a-z]{2}$/.test(last) || topLevelDomains.has(last))
  );
}

function isIpv4(domain: string): boolean {
  const parts = domain.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}
