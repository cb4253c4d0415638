import { ContactWidgetError } from './errors.ts';
import type { ContactWidgetOptions, ScriptUrlPolicy } from './options.ts';

/** The name to list in the page's `trusted-types` directive. */
const policyName = 'contact-widget';

/** A page may create a policy of one name only once. It never leaves this module, so no other code of the page can use it. */
let ownPolicy: ScriptUrlPolicy | undefined;

function createPolicy(): ScriptUrlPolicy | undefined {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy };
  };
  ownPolicy ??= trustedTypes?.createPolicy(policyName, { createScriptURL: (address) => address });
  return ownPolicy;
}

function setAddress(script: HTMLScriptElement, address: string, policy: ScriptUrlPolicy | undefined): void {
  let cause: unknown;
  try {
    const trusted = policy ?? createPolicy();
    script.src = trusted ? trusted.createScriptURL(address) : address;
    return;
  } catch (error) {
    cause = error;
  }
  try {
    // A page may forbid policies of our name and yet not require trusted addresses.
    script.src = address;
  } catch {
    throw new ContactWidgetError(
      'trustedTypes',
      `The page's Content-Security-Policy refuses the address of the loader. Add ${policyName} to its trusted-types, or pass a trustedTypesPolicy.`,
      cause,
    );
  }
}

/** The script element with which the page itself embeds the loader. */
export const findScript = (address: string): HTMLScriptElement | undefined =>
  [...document.scripts].find(({ src }) => src === address);

/** The loader's script, not yet on the page and without its settings. */
export function createScript(address: string, options: ContactWidgetOptions): HTMLScriptElement {
  const script = document.createElement('script');
  const { integrity, nonce, linkAttribute } = options;
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  if (nonce) script.nonce = nonce;
  if (linkAttribute) script.dataset.linkAttribute = linkAttribute;
  setAddress(script, address, options.trustedTypesPolicy);
  return script;
}

/** Vue passes an attribute without a value as the empty text. */
export function setAttribute({ dataset }: HTMLScriptElement, name: string, value: unknown): void {
  if (value === undefined || value === false) delete dataset[name];
  else dataset[name] = value === true ? '' : String(value);
}
