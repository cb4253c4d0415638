import * as v from 'valibot';

/** Of a deployment file: where calls of a service go. The path of a call is appended to it. */
export const serviceHost = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^/?#\s]+(\/[^?#\s]*[^/?#\s])?$/,
    'is not an origin or an address without a slash at the end, such as https://service.example.com',
  ),
);

/** Best first. */
export const serviceHosts = v.array(serviceHost);

/** The path of a call. Without its slash it would be part of the name of the host. */
export const servicePath = v.pipe(
  v.string(),
  v.regex(/^\/[^#\s]*$/, 'is not a path that begins with a slash, such as /session'),
);

const noAddress = 'is not an address, such as https://events.example.com';

/** The whole address of a call. */
export const serviceAddress = v.pipe(v.string(), v.url(noAddress), v.regex(/^https?:\/\//, noAddress));
