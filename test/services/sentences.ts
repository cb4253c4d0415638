import type { ErrorObject } from 'ajv';

/** The errors that are deepest in the value say most: those above follow from them. */
export function sentencesOf(errors: readonly ErrorObject[], where: string): readonly string[] {
  const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const deepest = Math.max(...errors.map(depthOf));
  const sentences = errors
    .filter((error) => depthOf(error) === deepest)
    .map(({ instancePath, message, params }) => {
      const at = instancePath === '' ? where : `${where} at ${instancePath.slice(1).replaceAll('/', '.')}`;
      const named = 'additionalProperty' in params ? `: ${params.additionalProperty}` : '';
      return `${at} ${message}${named}`;
    });
  return [...new Set(sentences)].slice(0, 3);
}
