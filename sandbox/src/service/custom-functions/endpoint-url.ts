import { Type } from 'typebox';
import { isLoopback } from '../http/loopback.ts';

/**
 * The URL of a custom function. Section 2: "HTTPS required in production". The sandbox stands for production,
 * so it requires HTTPS, too, except for servers on this machine.
 */
export const EndpointUrl = Type.Refine(
	Type.String({ maxLength: 2048, description: 'An https URL; http on this machine only' }),
	isEndpointUrl,
	() => 'must be an https URL; http is only for this machine',
);

function isEndpointUrl(text: string): boolean {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
