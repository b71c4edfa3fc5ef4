import type { ErrorResponse } from '../../../../nodes/service/failure';
import {
	parseRecord,
	parseRecords,
	parseResponse,
	toServiceTime,
	toServiceTimeRange,
} from '../../../../nodes/service/response';

const now = Date.parse('2026-01-01T00:00:00Z');
const read = (statusCode: number, body: unknown, headers: Record<string, unknown> = {}) =>
	parseResponse({ statusCode, headers, body }, now);

describe('The time of the service', () => {
	afterEach(() => jest.restoreAllMocks());

	it('is that of its answer, which has whole seconds, rounded down', () => {
		expect(toServiceTime({ serviceTime: now })).toBe(now);
		expect(toServiceTimeRange({ serviceTime: now })).toEqual({ earliest: now, latest: now + 1_000 });
	});

	it('is that of this machine, within a minute, if the answer does not tell', () => {
		jest.spyOn(Date, 'now').mockReturnValue(now);
		expect(toServiceTime({})).toBe(now);
		expect(toServiceTimeRange({})).toEqual({ earliest: now - 60_000, latest: now + 60_000 });
	});
});

describe('parseResponse', () => {
	it('hands over the object of a success', () => {
		expect(read(201, ' {"id":"1"}\n')).toEqual({ ok: true, value: { body: { id: '1' } } });
	});

	it.each([
		['Wed, 31 Dec 2025 23:59:30 GMT', { serviceTime: now - 30_000 }],
		['soon', {}],
		['2', {}],
	])("tells the service's time if it is one: %s", (date, time) => {
		expect(read(200, '{}', { date })).toEqual({ ok: true, value: { body: {}, ...time } });
	});

	it('takes a bare list', () => {
		expect(read(200, '[{"id":1}]')).toEqual({ ok: true, value: { body: { items: [{ id: 1 }] } } });
	});

	it.each([
		'{"error":"No credits"}',
		'{"error":{"code":"not_found"}}',
		'{"error":true}',
		'{"success":false}',
		'{"data":{"success":false}}',
	])('takes %s for a refusal, even with status 200', (body) => {
		expect(read(200, body)).toMatchObject({ ok: false, problem: { kind: 'errorResponse', status: 200 } });
	});

	it.each([
		'{"success":true,"error":null}',
		'{"success":null}',
		'{"error":[]}',
		'{"error":null}',
		'{"error":""}',
		'{"error":{"count":0}}',
		'{"delivery_error":"x"}',
	])('takes %s for a record', (body) => {
		expect(read(200, body)).toMatchObject({ ok: true });
	});

	it.each([
		['', 'empty'],
		[undefined, 'empty'],
		['{"id":', 'truncated'],
	])('tells a success with the body %j from one that can be used', (body, shape) => {
		expect(read(200, body)).toEqual({
			ok: false,
			problem: { kind: 'invalidBody', status: 200, body: shape },
		});
	});

	it.each(['<!doctype html><title>Hi</title>', '"text"'])(
		'takes a success with %s for the page of another server',
		(body) => {
			const page = { kind: 'errorResponse', status: 200, isNotInServiceForm: true, isWebPage: true };
			expect(read(200, body)).toMatchObject({ ok: false, problem: page });
		},
	);

	it.each([
		[
			'{"error":{"code":"not_found","message":"Memory not found"}}',
			{ message: 'Memory not found', code: 'not_found' },
		],
		[
			'{"error":"Failed to send","detail":"re-engagement"}',
			{ message: 'Failed to send', detail: 're-engagement' },
		],
		['{"message":"Gone"}', { message: 'Gone' }],
		['<h1>Bad Gateway</h1>', { message: '' }],
		['upstream connect failed', { message: 'upstream connect failed' }],
		['"Quota used up"', { message: 'Quota used up' }],
		['{"error":"cut', { message: '' }],
		[
			'{"error":"Bad Request","message":"limit is too high","statusCode":400}',
			{ message: 'Bad Request', detail: 'limit is too high' },
		],
		['{"code":400,"msg":"Password too short"}', { message: '{"code":400,"msg":"Password too short"}' }],
		[
			'{"detail":[{"loc":["body","headers"],"msg":"is wrong","input":[{"value":"s3cret"}],"ctx":{"error":"s3cret"}}]}',
			{ message: '{"detail":[{"loc":["body","headers"],"msg":"is wrong"}]}' },
		],
		['{"error":{"message":"Bad"},"message":"Bad"}', { message: 'Bad' }],
		['', { message: '' }],
	])('finds the words of a refusal in %s', (body, words) => {
		const refusal = { kind: 'errorResponse', status: 502, ...words };
		expect(read(502, body)).toEqual({ ok: false, problem: expect.objectContaining(refusal) });
	});

	it.each([
		['7', 7000],
		['0', 0],
		['1.25', 1250],
		['Thu, 01 Jan 2026 00:00:00 GMT', undefined],
		['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
		['-5', undefined],
		['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
		['soon 2050', undefined],
		['2050', 2_050_000],
		['9'.repeat(400), undefined],
		['', undefined],
	])('reads Retry-After %j', (header, retryAfter) => {
		const failure = { kind: 'errorResponse', status: 429, message: '', isNotInServiceForm: true, retryAfter };
		expect(read(429, '', { 'retry-after': header })).toEqual({ ok: false, problem: failure });
	});

	it.each(['', '{}'])('takes a 204 with %j for done', (body) => {
		expect(read(204, body)).toEqual({ ok: true, value: { body: {} } });
	});

	it.each([
		['<html>Not here</html>', true],
		['', true],
		['Cannot POST /functions/v1/x', true],
		['{"message":"no Route matched"}', true],
		['{"error":"Memory not found"}', false],
		['{"error":{"code":"not_found","message":"Memory not found"}}', false],
	])('tells who answers a 404 with %j, the service or another server: %j', (body, isForeign) => {
		const { problem } = read(404, body) as { problem?: ErrorResponse };
		expect([problem?.status, problem?.isNotInServiceForm]).toEqual([404, isForeign || undefined]);
	});

	it('says why a skill has not reached its channels', () => {
		const deliveries = [
			{ channel: 'email', status: 'sent', to: 'a@example.com' },
			{ channel: 'sms', status: 'failed', to: '+14155550123', error: 'Number not in service' },
			{ channel: 'team_chat', status: 'failed', error: 'Channel archived' },
			null,
		];
		expect(read(200, JSON.stringify({ success: false, status: 'failed', deliveries }))).toMatchObject({
			problem: { message: '+14155550123: Number not in service; team_chat: Channel archived' },
		});
	});

	it.each([
		[299, 'https://other.example/', 'invalidBody'],
		[300, 'https://other.example/', 'redirect'],
		[399, 'https://other.example/', 'redirect'],
		[400, 'https://other.example/', 'errorResponse'],
		[302, '', 'errorResponse'],
		[304, undefined, 'errorResponse'],
	])('tells a redirection by its status: %d with the location %j is %s', (status, location, kind) => {
		const failure = { kind, ...(kind === 'redirect' && { location }) };
		expect(read(status, '', { location })).toMatchObject({ problem: failure });
	});
});

it.each([
	[{ messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: 'x', messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: [{ id: 2 }], messages: [{ id: 1 }] }, [{ id: 2 }]],
	[{ messages: [null, 'x', { id: 1 }] }, [{ id: 1 }]],
	[{ messages: [] }, []],
])('finds the records in %j', (body, records) => {
	expect(parseRecords(body as never, ['data', 'messages'])).toEqual({ ok: true, value: records });
});

it.each([
	[{ messages: { id: 1 } }, ['messages']],
	[{}, []],
	[{ entries: [], total: 0 }, ['entries', 'total']],
])('takes %j for no list, and not for an empty one', (body, fields) => {
	const failure = { kind: 'missingData', missing: 'list of records', fields };
	expect(parseRecords(body as never, ['data', 'messages'])).toEqual({ ok: false, problem: failure });
});

const BATCH = { wrapper: 'batch', recordFields: ['id', 'status'] };

describe('parseRecord', () => {
	it.each([[{ batch: { id: '1' } }], [{ id: 'request', batch: { id: '1' } }], [{ campaign: { id: '1' } }]])(
		'takes the record out of %j',
		(body) => {
			expect(parseRecord(body, BATCH)).toEqual({ ok: true, value: { id: '1' } });
		},
	);

	it.each([[{ id: '1' }], [{ id: '1', batch: null }], [{ id: '1', data: { status: 'x' } }]])(
		'leaves %j as it is, which has its fields',
		(body) => {
			expect(parseRecord(body, BATCH)).toEqual({ ok: true, value: body });
		},
	);

	it.each([[{ data: { id: '1' } }], [{ message: { id: '1' } }]])(
		'takes what has any fields out of %j',
		(body) => {
			expect(parseRecord(body)).toEqual({ ok: true, value: { id: '1' } });
		},
	);

	it.each([[{ success: true }], [{ success: true, message: 'Done' }], [{ success: true, data: null }]])(
		'leaves %j as it is, which has any fields',
		(body) => {
			expect(parseRecord(body)).toEqual({ ok: true, value: body });
		},
	);

	it.each([
		[{}],
		[{ data: [] }],
		[{ data: [{ id: '1' }] }],
		// As a response that is a list is handed over.
		[{ items: [{ id: '1' }] }],
	])('finds no record in %j', (body) => {
		const missing = {
			ok: false,
			problem: { kind: 'missingData', missing: 'record', fields: Object.keys(body) },
		};
		expect(parseRecord(body)).toEqual(missing);
		expect(parseRecord(body, BATCH)).toEqual(missing);
	});

	it.each([[{ success: true }], [{ batch: ['1'] }], [{ batch: { name: 'x' } }], [{ a: { b: { id: '1' } } }]])(
		'finds none without a field of it in %j',
		(body) => {
			expect(parseRecord(body, BATCH)).toMatchObject({ ok: false });
		},
	);
});
