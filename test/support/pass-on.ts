import { request as open, type IncomingMessage } from 'node:http';

/**
 * Passes a request that a proxy has got on to a server.
 * @param url where it goes, with its path and query
 * @returns the answer, whose body is still to come
 * @throws when there is none
 */
export async function passOn(request: IncomingMessage, url: URL): Promise<IncomingMessage> {
	const { method, headers } = request;
	return await new Promise((resolve, reject) => {
		const onward = open(url, { method, headers }, resolve);
		onward.on('error', reject);
		request.pipe(onward);
	});
}
