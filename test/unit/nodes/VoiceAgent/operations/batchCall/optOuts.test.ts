import { fetchOptOuts } from '../../../../../../nodes/VoiceAgent/operations/batchCall/optOuts';
import { type Ask, type ReadBody, readResult } from '../../../../../../nodes/shared/client/ask';
import type { ServiceAnswer } from '../../../../../../nodes/shared/client/client';
import type { ServiceRequest } from '../../../../../../nodes/shared/client/serviceRequest';
import type { Item } from '../../../../../../nodes/VoiceAgent/parameters/item';

/** Answers with messages of so many people, the newest first. */
const askFor = (count: number): Ask =>
	(async <T>({ body }: ServiceRequest, read?: ReadBody<T>) => {
		const offset = Number(body.offset);
		const messages = Array.from({ length: Math.min(100, count - offset) }, (_, index) => ({
			id: `message-${offset + index}`,
			from_number: '+14155550123',
			direction: 'inbound',
			body: 'Hello',
			created_at: new Date().toISOString(),
		}));
		const answer = { ok: true, body: { messages, total: count }, retries: 0, sentAt: 0 } as const;
		return readResult(answer, read) as ServiceAnswer<T>;
	}) as Ask;

it('says in the log of n8n, every 5,000 messages, how far it is', async () => {
	const lines: string[] = [];
	const context = {
		getWorkflow: () => ({ id: 'w', name: 'Campaign' }),
		getNode: () => ({ name: 'Call Them' }),
		logger: { info: (line: string) => void lines.push(line) },
	};
	const item = { context, options: { has: () => false } } as unknown as Item;
	expect(await fetchOptOuts(item, 365, askFor(12_000))).toMatchObject({ messageCount: 12_000, days: 365 });
	expect(lines).toEqual([
		'Call Them: read 5000 of 12000 messages for opt-outs',
		'Call Them: read 10000 of 12000 messages for opt-outs',
	]);
});
