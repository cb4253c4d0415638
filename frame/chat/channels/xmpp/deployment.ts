import * as v from 'valibot';

const host = v.pipe(
  v.string(),
  v.regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/, 'is not the name of a host, such as guests.example.com'),
);

const desk = v.strictObject({
  /** The bare address of the desk's account. */
  address: v.pipe(
    v.string(),
    // In lower case, as servers write it (RFC 7622, 3.3).
    v.regex(
      /^[^\sA-Z@/"&'<>:]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/,
      'is not an address in lower case, such as sales@example.com',
    ),
  ),
  /** What visitors read as the name of the one who answers. Without it the window says "Agent". */
  name: v.optional(v.string()),
});

const files = v.strictObject({
  /** The address of the upload service (XEP-0363), such as `upload.example.com`. */
  service: host,
  /** Where files are put and read. Only pictures from here are shown inline. */
  origin: v.pipe(
    v.string(),
    v.regex(
      /^(?:https:\/\/[\w.:[\]-]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)$/,
      'is not an origin that begins with https://',
    ),
  ),
  /** The largest file, in bytes. The server has a limit of its own. */
  maxBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 10_000_000),
  /** The types that visitors may send, as in `accept`. */
  types: v.optional(
    v.array(v.pipe(v.string(), v.regex(/^[\w-]+\/(?:\*|[\w.+-]+)$/, 'is not a type, such as image/*'))),
    ['image/*', 'application/pdf', 'text/plain'],
  ),
});

/** The `xmpp` section of the channels in `frame/config.json`. */
export const xmppDeployment = v.pipe(
  v.strictObject({
    /** Address of the server's websocket (RFC 7395). `ws:` is for a server on the same machine only. */
    address: v.pipe(
      v.string(),
      v.regex(
        /^(?:wss:\/\/[\w.:[\]-]+|ws:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:[/?]\S*)?$/,
        'is not the address of an encrypted websocket, such as wss://xmpp.example.com/xmpp-websocket',
      ),
    ),
    /** The host on which visitors have their accounts. It should be one of their own. */
    guestHost: host,
    /** `guest`: a lasting account for each visitor, by in-band registration. `anonymous`: a new name with each login. */
    login: v.optional(v.picklist(['guest', 'anonymous']), 'guest'),
    /** The host of visitors who are signed in. They log in with the broker's token. Without it they are guests. */
    signedInHost: v.optional(host),
    /** Files both ways. Without it visitors send none, and files of the desk are links. */
    files: v.optional(files),
    /** Who answers, by the routing code of the contact service. `default` answers for codes that are not listed. */
    desks: v.record(v.string(), desk),
  }),
  v.check(
    ({ guestHost, signedInHost }) => guestHost !== signedInHost,
    'must not have the same guestHost and signedInHost',
  ),
);

export type XmppDeployment = v.InferOutput<typeof xmppDeployment>;
export type FilesDeployment = v.InferOutput<typeof files>;
export type Desk = v.InferOutput<typeof desk>;

/** The desk of a routing code. Only the deployment names addresses: the code may come from the page's address. */
export function deskOf({ desks }: XmppDeployment, skill: string | undefined): Desk | undefined {
  return skill !== undefined && Object.hasOwn(desks, skill) ? desks[skill] : desks.default;
}
