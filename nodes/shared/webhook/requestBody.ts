import { parseStorableJson } from '../text/json';

/** The body as text, without a byte order mark. */
export const decodeBody = (rawBody: Buffer): string => rawBody.toString('utf8').replace(/^\ufeff/, '');

/** The body as JSON; undefined if it is not JSON, or nested too deeply for n8n to store. */
export const parsePayload = (rawBody: Buffer): unknown => parseStorableJson(decodeBody(rawBody));
