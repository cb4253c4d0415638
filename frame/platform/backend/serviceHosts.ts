import * as v from 'valibot';

/** Of a deployment file: where calls of a service go, best first. Only the build and its tests import this. */
export const serviceHosts = v.array(
  v.pipe(
    v.string(),
    v.regex(
      /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/,
      'is not an origin or an address, such as https://service.example.com',
    ),
  ),
);
