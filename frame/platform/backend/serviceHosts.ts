import * as v from 'valibot';

/** The characters of a host and its port. Others could end its source in the frame's policy. */
const host = String.raw`[\w.:[\]-]+`;

/** The origin of a service on the same machine. */
const local = String.raw`http://(([\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?`;

/**
 * The address of a service in a deployment file. The path of a call is appended to it. Plain http is for services on the same machine
 * only. An international name is written in ASCII, such as `xn--mnchen-3ya.example`.
 */
export const serviceHost = v.pipe(
  v.string(),
  v.regex(
    new RegExp(String.raw`^(https://${host}|${local})(/[^?#\s]*[^/?#\s])?$`),
    'is not the https:// address of one host, without a slash at the end, such as https://service.example.com',
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
export const serviceAddress = v.pipe(
  v.string(),
  v.url(noAddress),
  v.regex(new RegExp(`^(https://${host}|${local})([/?#]|$)`), noAddress),
);
