/** What the sandbox keeps is bounded. */
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startReceiver } from '../../test/support/http-server.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { Clock } from '../src/service/clock/clock.ts';
import { Requests } from '../src/control/requests/requests.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { buildServer } from '../src/server.ts';
import { Sender } from '../src/service/webhooks/dispatcher.ts';

describe('the record of requests', () => {
	const record = new Requests({ stamp: () => '' } as Clock);
	const receive = (body: string) => {
		const request = record.begin({ method: 'POST', path: '/', query: '', headers: {} });
		record.recordBody(request, 'body', body);
		record.recordBody(request, 'response_body', body);
		record.end(request, 200);
		return request;
	};

	it('forgets the oldest once their texts together are too long', () => {
		const longest = 'x'.repeat(65_536);
		for (let count = 0; count < 200; count += 1) receive(longest);
		const kept = record.list();
		expect(kept).toHaveLength(128);
		expect(kept.at(-1)).toMatchObject({ id: 200, body: longest });
	});

	it('keeps only the length of a longer text', () => {
		expect(receive('x'.repeat(65_537)).body).toBe('{"characters":65537}');
	});

	it('keeps ten thousand, however short', () => {
		for (let count = 0; count < 10_100; count += 1) receive('');
		expect(record.list()).toHaveLength(10_000);
		expect(record.tally().kept).toBe(10_000);
	});

	it('counts only the paths that it still keeps', () => {
		const receiveAt = (path: string) =>
			record.end(record.begin({ method: 'POST', path, query: '', headers: {} }), 404);
		receiveAt('/unknown');
		expect(record.tally('/unknown')).toEqual({ kept: 1, inFlight: 0, peak: 1 });
		for (let count = 0; count < 10_000; count += 1) receiveAt('/');
		expect(record.tally('/unknown')).toEqual({ kept: 0, inFlight: 0, peak: 0 });
	});

	it('is filled as well by a body whose length was not announced', async () => {
		const sandbox = await sandboxAsNew('empty');
		const body = new Blob([JSON.stringify({ limit: 1, padding: 'x'.repeat(70_000) })]).stream();
		const headers = { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` };
		const sent = { method: 'POST', headers, body, duplex: 'half' };
		await fetch(`${sandbox.url}/functions/v1/list-messages`, sent as RequestInit);
		const { requests } = await sandbox.control('GET', '/requests');
		expect(requests.at(-1)?.body).toEqual({ characters: 70_024 });
	});
});

it('history keeps the newest, and never deletes what is pending', async () => {
	const sandbox = await sandboxAsNew('empty', { keep: 10 });
	const receiver = await startReceiver();
	receiver.answer = ({ path }, response) => void (path === '/ok' && response.end());
	const key = (name: string, number: string) =>
		sandbox.control('POST', '/api-keys', {
			name,
			webhook_url: `${receiver.url}/${name}`,
			phone_numbers: [number],
		});
	const add = (count: number, to: string) =>
		Promise.all(
			Array.from({ length: count }, (_, index) => sandbox.receiveSms({ body: `${index}`, to_number: to })),
		);
	const { id: silent } = await key('silent', '+14155550101');
	const { id: ok } = await key('ok', '+14155550100');
	await add(15, '+14155550101');
	await add(60, '+14155550100');
	await eventually(async () => {
		const { total } = await sandbox.control('GET', `/deliveries?api_key_id=${ok}`);
		const { total: messages } = await sandbox.control('GET', '/messages?limit=1');
		const sent = receiver.received.filter(({ path }) => path === '/ok').length;
		return sent === 60 && total <= 10 && messages <= 10 ? true : undefined;
	});
	const pending = await sandbox.control('GET', `/deliveries?api_key_id=${silent}&status=pending`);
	expect(pending.total).toBe(15);
	expect(await sandbox.control('GET', '/dead-letters')).toMatchObject({ total: 0 });
	await receiver.close();
});

describe('every table', () => {
	/** The account itself, which people make and change: no history. */
	const LASTING = [
		...[
			'agents',
			'api_keys',
			'chatapp_accounts',
			'custom_functions',
			'knowledge_sources',
			'memories',
			'phone_numbers',
		],
		...['scripted_replies', 'settings', 'skills', 'snapshots', 'voices'],
	];
	/** The tables whose rows go with those of another one. */
	const BELONGING = {
		...{ attempts: 'events', dead_letters: 'events', deliveries: 'events' },
		...{ message_index: 'messages' },
	};
	/** The tables of what is due, whose rows go when it is done. */
	const isAgenda = (columns: readonly string[]) => columns.includes('due_at');

	it('is bounded, unless it is the account itself', async () => {
		const { app, close } = await buildServer({ ...DEFAULT_CONFIG, seed: 'bare' });
		const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
		const tables = app.database.all<{ name: string }>(sql).map(({ name }) => name);
		const columnsOf = (table: string) =>
			app.database
				.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
				.map(({ name }) => name);
		const { tables: bounded } = app.history;
		expect(bounded).toEqual(expect.arrayContaining(Object.values(BELONGING)));
		const known = [...LASTING, ...Object.keys(BELONGING), ...bounded];
		expect(known.filter((table) => !tables.includes(table))).toEqual([]);
		expect(tables.filter((table) => !known.includes(table) && !isAgenda(columnsOf(table)))).toEqual([]);
		await close();
	});

	it('keeps the newest of what a program makes again and again', async () => {
		const KEEP = 5;
		const server = await buildServer({ ...DEFAULT_CONFIG, port: 0, keep: KEEP, seed: 'empty' });
		const { app } = server;
		const url = await server.listen();
		const account = { url, apiKey: app.firstKey.secret ?? '' };
		const { email, password, anonKey } = app.user;
		const headers = { ...JSON_TYPE, apikey: anonKey };
		const body = JSON.stringify({ email, password });
		const recipients = [1, 2, 3].map((one) => ({ phone_number: `+1415555011${one}` }));
		for (let count = 0; count < 3 * KEEP; count += 1) {
			const now = { action: 'create', name: 'Again', caller_id: '+14155550100', send_now: true, recipients };
			const { body: made } = await callFunction<{ batch: { id: string } }>(account, 'batch-calls', now);
			await callFunction(account, 'batch-calls', { action: 'cancel', batch_id: made.batch.id });
			await callFunction(account, 'billing-add-credits', { amount: 10 });
			await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
		}
		const count = (table: string) =>
			app.database.get<{ total: number }>(`SELECT count(*) AS total FROM ${table}`)?.total ?? 0;
		const areBounded = (...tables: string[]) =>
			eventually(() => tables.every((table) => count(table) <= KEEP) || undefined);
		await app.clock.advance(60_000);
		await areBounded('batches', 'batch_recipients', 'checkouts', 'refresh_tokens');

		// Nothing of a campaign that is under way is forgotten.
		const many = Array.from({ length: 3 * KEEP }, (_, one) => ({ phone_number: `+141555502${10 + one}` }));
		const last = {
			action: 'create',
			name: 'Last',
			caller_id: '+14155550100',
			send_now: true,
			recipients: many,
		};
		const { body: made } = await callFunction<{ batch: { id: string } }>(account, 'batch-calls', last);
		await areBounded('batches');
		expect(app.batches.listRecipients(made.batch.id, 100, 0)).toHaveLength(many.length);
		await app.clock.advance(600_000);
		await areBounded('batch_recipients');
		expect(app.batches.require(made.batch.id)).toMatchObject({
			status: 'completed',
			completed_count: many.length,
		});
		await server.close();
	});
});

it('a reset clears what came before it, and keeps what comes after it', async () => {
	const sandbox = await sandboxAsNew('empty');
	const before = Array.from({ length: 20 }, (_, index) => sandbox.receiveSms({ body: `before ${index}` }));
	await Promise.all([...before, sandbox.control('POST', '/reset', {})]);
	await sandbox.receiveSms({ body: 'after' });
	const { body } = await callFunction<{ messages: Array<{ body: string }> }>(sandbox, 'list-messages');
	expect(body.messages[0]?.body).toBe('after');
});

it('a receiver that stalls in the middle of its answer has answered: its status counts', async () => {
	const receiver = await startReceiver();
	receiver.answer = (_, response) => void response.writeHead(200).write('so far');
	const sender = new Sender(2_000);
	expect(await sender.send(receiver.url, '{}', null)).toMatchObject({
		...{ http_status: 200, response_body: 'so far', error: null },
	});
	await Promise.all([sender.close(), receiver.close()]);
});
