/**
 * The pattern of an IPv4 address in dotted decimal form. The build copies a constant text into each file that uses it. A function that
 * the audience and the scheduler share would cost one more request.
 */
export const ipv4 = '^((^|\\b[.])(25[0-5]|(2[0-4]|[01]?\\d)?\\d)){4}$';
