/**
 * Reads the name of an endpoint from an address: the first segment after the version, e.g. `manage-skills` of
 * `/functions/v1/manage-skills?id=1`; empty if there is none.
 */
export function readEndpointName(url: string): string {
	return /\/v1\/([^/?]*)/.exec(url)?.[1] ?? '';
}
