import type { VoiceAgentClient } from '../../../../nodes/service/client';
import { SharedWork } from '../../../../nodes/service/concurrency';
import { createSend } from '../../../../nodes/service/send';
import { post } from '../../../../nodes/service/serviceRequest';

it.each([
	[1, 'a request', post('get-message', { message_id: 'm1' })],
	[2, 'a page of a long list, whose answer is not kept', { ...post('list-messages', {}), isPage: true }],
])('asks %d times for two callers of %s', async (asked, _, request) => {
	const client = { request: jest.fn(async () => ({ ok: true, body: {}, retries: 0 })) };
	const send = createSend(client as unknown as VoiceAgentClient, {
		idempotent: true,
		sentFrom: 'node',
		results: new SharedWork({ ttlMs: Infinity, maxKeys: Infinity }),
	});
	await send(request);
	await send(request);
	expect(client.request).toHaveBeenCalledTimes(asked);
});
