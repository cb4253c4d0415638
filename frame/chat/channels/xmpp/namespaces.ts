/** The namespaces that the channel uses, each with the document that defines it. */

/** RFC 7395 */
export const framing = 'urn:ietf:params:xml:ns:xmpp-framing';
/** RFC 6120 */
export const streams = 'http://etherx.jabber.org/streams';
export const sasl = 'urn:ietf:params:xml:ns:xmpp-sasl';
export const bind = 'urn:ietf:params:xml:ns:xmpp-bind';
export const stanzaErrors = 'urn:ietf:params:xml:ns:xmpp-stanzas';
export const client = 'jabber:client';
/** XEP-0077, In-Band Registration: the request, and the feature that offers it. */
export const register = 'jabber:iq:register';
export const registerFeature = 'http://jabber.org/features/iq-register';
/** XEP-0059, Result Set Management */
export const resultSet = 'http://jabber.org/protocol/rsm';
/** XEP-0066, Out of Band Data */
export const outOfBand = 'jabber:x:oob';
/** XEP-0085, Chat State Notifications */
export const chatStates = 'http://jabber.org/protocol/chatstates';
/** XEP-0172, User Nickname */
export const nick = 'http://jabber.org/protocol/nick';
/** XEP-0184, Message Delivery Receipts */
export const receipts = 'urn:xmpp:receipts';
/** XEP-0198, Stream Management */
export const streamManagement = 'urn:xmpp:sm:3';
/** XEP-0199, XMPP Ping */
export const ping = 'urn:xmpp:ping';
/** XEP-0202, Entity Time */
export const time = 'urn:xmpp:time';
/** XEP-0203, Delayed Delivery */
export const delay = 'urn:xmpp:delay';
/** XEP-0280, Message Carbons */
export const carbons = 'urn:xmpp:carbons:2';
/** XEP-0297, Stanza Forwarding */
export const forward = 'urn:xmpp:forward:0';
/** XEP-0308, Last Message Correction */
export const correction = 'urn:xmpp:message-correct:0';
/** XEP-0313, Message Archive Management */
export const archive = 'urn:xmpp:mam:2';
export const dataForms = 'jabber:x:data';
/** XEP-0333, Chat Markers */
export const markers = 'urn:xmpp:chat-markers:0';
/** XEP-0334, Message Processing Hints */
export const hints = 'urn:xmpp:hints';
/** XEP-0359, Unique and Stable Stanza IDs */
export const stanzaIds = 'urn:xmpp:sid:0';
/** XEP-0363, HTTP File Upload */
export const upload = 'urn:xmpp:http:upload:0';
/** XEP-0424, Message Retraction: the current version, and the earlier one inside XEP-0422's `apply-to`. */
export const retraction = 'urn:xmpp:message-retract:1';
export const earlierRetraction = 'urn:xmpp:message-retract:0';
export const fastening = 'urn:xmpp:fasten:0';
