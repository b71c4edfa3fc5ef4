import { Pool } from 'undici';
import type { Sandbox } from '../../test/support/start-sandbox.ts';

/** Enough that the sandbox always has a next one to do. */
const AT_ONCE = 256;

/** Makes SMS go out, each of which is an event with one delivery; resolves when all are stored. */
export async function makeEvents(sandbox: Sandbox, count: number): Promise<void> {
	const pool = new Pool(sandbox.url, { connections: 16, pipelining: 16 });
	const headers = { 'content-type': 'application/json' };
	let next = 0;
	const make = async () => {
		while ((next += 1) <= count) {
			const body = JSON.stringify({ body: `Your appointment is confirmed, number ${next}.` });
			const answer = await pool.request({
				method: 'POST',
				path: '/sandbox/v1/events/sms.sent',
				headers,
				body,
			});
			if (answer.statusCode !== 201) throw new Error(`An event was answered ${answer.statusCode}`);
			await answer.body.dump();
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, make));
	await pool.close();
}
