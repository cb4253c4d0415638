/** Country codes (E.164) have one to three digits, and none begins with another. */
export const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** A number in groups, as people write it: +1 800 555 0199. One that has groups keeps them. */
export function phoneText(number: string): string {
  const code = /^\+\d{8,15}$/.test(number) ? countryCode.exec(number)?.[0] : undefined;
  if (code === undefined) return number;
  const groups = code === '+33' ? /^\d|\d\d(?=\d)/g : /\d{3}(?=\d\d)/g;
  return `${code} ${number.slice(code.length).replace(groups, '$& ')}`;
}
