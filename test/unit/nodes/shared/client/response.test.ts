import { readRecords, readResponse } from '../../../../../nodes/shared/client/response';

const now = Date.parse('2026-01-01T00:00:00Z');
const read = (statusCode: number, body: unknown, headers: Record<string, unknown> = {}) =>
	readResponse({ statusCode, headers, body }, now);

describe('readResponse', () => {
	it('hands over the object of a success', () => {
		expect(read(201, ' {"id":"1"}\n')).toEqual({ ok: true, body: { id: '1' } });
	});

	it.each([
		['Wed, 31 Dec 2025 23:59:30 GMT', { serviceTime: now - 30_000 }],
		['soon', {}],
		['2', {}],
	])("tells the service's time if it is one: %s", (date, time) => {
		expect(read(200, '{}', { date })).toEqual({ ok: true, body: {}, ...time });
	});

	it('takes a bare list', () => {
		expect(read(200, '[{"id":1}]')).toEqual({ ok: true, body: { items: [{ id: 1 }] } });
	});

	it.each([
		'{"error":"No credits"}',
		'{"error":{"code":"not_found"}}',
		'{"error":{"message":"x"},"id":"1"}',
		'{"error":true}',
		'{"error":["x"]}',
		'{"success":false}',
		'{"success":false,"id":"1"}',
		'{"data":{"success":false}}',
		'{"data":{"error":"x"}}',
	])('takes %s for a refusal, even with status 200', (body) => {
		expect(read(200, body)).toMatchObject({ ok: false, failure: { kind: 'errorResponse', status: 200 } });
	});

	it.each([
		'{"success":true,"error":null}',
		'{"success":null}',
		'{"error":[]}',
		'{"data":{"success":true}}',
		'{"error":null}',
		'{"error":""}',
		'{"error":false}',
		'{"error":{"count":0}}',
		'{"delivery_error":"x"}',
	])('takes %s for a record', (body) => {
		expect(read(200, body)).toMatchObject({ ok: true });
	});

	it.each([
		['', 'empty'],
		[undefined, 'empty'],
		['{"id":', 'truncated'],
		['[{"id":1}', 'truncated'],
		['<!doctype html><title>Hi</title>', 'html'],
		['"text"', 'html'],
	])('tells a success with the body %j from one that can be used', (body, shape) => {
		expect(read(200, body)).toEqual({
			ok: false,
			failure: { kind: 'invalidBody', status: 200, body: shape },
		});
	});

	it.each([
		[
			'{"error":{"code":"not_found","message":"Memory not found"}}',
			{ message: 'Memory not found', code: 'not_found' },
		],
		[
			'{"error":"Failed to send","detail":"re-engagement"}',
			{ message: 'Failed to send', detail: 're-engagement' },
		],
		['{"error":"Unauthorized"}', { message: 'Unauthorized' }],
		['{"message":"Gone"}', { message: 'Gone' }],
		['{"error":{"message":7}}', { message: '' }],
		['{"error":null}', { message: '' }],
		['<h1>Bad Gateway</h1>', { message: '' }],
		['upstream connect failed', { message: 'upstream connect failed' }],
		['"Quota used up"', { message: 'Quota used up' }],
		['{"error":"cut', { message: '' }],
		['{"error":{"message":" Bad "},"detail":"Really"}', { message: 'Bad', detail: 'Really' }],
		[
			'{"detail":[{"loc":["body","recipients",0,"phone_number"],"msg":"is invalid","type":"x"},' +
				'{"loc":["body","name"],"msg":"is missing"}]}',
			{ message: 'recipients[0].phone_number: is invalid; name: is missing' },
		],
		[
			'{"error":"Validation","detail":[{"loc":["body","name"],"msg":"is missing"}]}',
			{ message: 'Validation', detail: 'name: is missing' },
		],
		['{"detail":[{"loc":["body"],"msg":"is empty"}]}', { message: 'body: is empty' }],
		['{"errors":["One","Two"]}', { message: 'One; Two' }],
		[
			'{"errors":[{"field":"name","message":"is missing"},{"message":"Other"}]}',
			{ message: 'name: is missing; Other' },
		],
		[
			'{"message":"Invalid","errors":{"name":["is missing","is short"]}}',
			{ message: 'Invalid', detail: 'name: is missing, is short' },
		],
		['[{"message":"One"},"Two"]', { message: 'One; Two' }],
		[
			'{"error":{"code":"x","message":"Bad","details":[{"path":"a","message":"b"}]}}',
			{ message: 'Bad', code: 'x', detail: 'a: b' },
		],
		['{"error":["One","Two"]}', { message: 'One; Two' }],
		['{"error":["",{},"Two"]}', { message: 'Two' }],
		[JSON.stringify({ error: 'x'.repeat(2001) }), { message: `${'x'.repeat(2000)}...` }],
		[JSON.stringify({ error: 'x'.repeat(2000) }), { message: 'x'.repeat(2000) }],
		['', { message: '' }],
	])('finds the words of a refusal in %s', (body, words) => {
		expect(read(502, body)).toEqual({
			ok: false,
			failure: {
				kind: 'errorResponse',
				status: 502,
				isForeign: !/^\{"error":("[^"]*"|\{.*\})[,}]/.test(body) || undefined,
				...words,
			},
		});
	});

	it.each([
		['7', 7000],
		['0', 0],
		[' 7 ', 7000],
		['1.25', 1250],
		['Thu, 01 Jan 2026 00:00:00 GMT', undefined],
		['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
		['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
		['-5', undefined],
		['1.5', 1500],
		['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
		['soon', undefined],
		['soon 2050', undefined],
		['2050', 2_050_000],
		['Jan 2050', undefined],
		['9'.repeat(400), undefined],
		['', undefined],
	])('reads Retry-After %j', (header, wait) => {
		const response = read(429, '', { 'retry-after': header });
		expect(response).toMatchObject({ failure: { status: 429 } });
		expect(!response.ok && response.failure.kind === 'errorResponse' && response.failure.retryAfter).toBe(
			wait,
		);
	});

	it.each(['', '{}'])('takes a 204 with %j for done', (body) => {
		expect(read(204, body)).toEqual({ ok: true, body: {} });
	});

	it.each([
		['<html>Not here</html>', true],
		['', true],
		['Cannot POST /functions/v1/x', true],
		['{"message":"no Route matched"}', true],
		['{"detail":"Not Found"}', true],
		['{"error":"Memory not found"}', false],
		['{"error":{"code":"not_found","message":"Memory not found"}}', false],
	])('tells who answers a 404 with %j', (body, isForeign) => {
		const foreign = { isForeign: true };
		expect(read(404, body)).toMatchObject({ failure: { status: 404, ...(isForeign && foreign) } });
		if (!isForeign) expect(read(404, body)).not.toMatchObject({ failure: foreign });
	});

	it.each([
		[{ success: false }, 'success: false'],
		[{ success: false, error: 'No' }, 'success: false'],
		[{ error: true }, 'error: true'],
		[{ error: 'No' }, 'error'],
		[{ error: ['No'] }, 'error'],
		[{ error: { code: 'no' } }, 'error'],
		[{ data: { success: false } }, 'data.success: false'],
		[{ data: { error: 'No' } }, 'data.error'],
	])('names the field by which the success %j says no', (body, refusingField) => {
		expect(read(200, JSON.stringify(body))).toMatchObject({ ok: false, failure: { refusingField } });
	});

	it('says why a skill has not reached its channels', () => {
		const deliveries = [
			{ channel: 'email', status: 'sent', to: 'a@example.com' },
			{ channel: 'sms', status: 'failed', to: '+14155550123', error: 'Number not in service' },
			{ channel: 'team_chat', status: 'failed', error: 'Channel archived' },
			null,
		];
		expect(read(200, JSON.stringify({ success: false, status: 'failed', deliveries }))).toMatchObject({
			failure: { message: '+14155550123: Number not in service; team_chat: Channel archived' },
		});
	});

	it.each([304, 300])('takes a %d that leads nowhere for a refusal', (status) => {
		expect(read(status, '')).toMatchObject({ failure: { kind: 'errorResponse', status } });
	});

	it.each([
		[299, 'invalidBody'],
		[300, 'redirect'],
		[399, 'redirect'],
		[400, 'errorResponse'],
	])('tells a redirection by its status: %d with a location is %s', (status, kind) => {
		expect(read(status, '', { location: 'https://other.example/' })).toMatchObject({ failure: { kind } });
	});

	it('follows no location that is empty', () => {
		expect(read(302, '', { location: '' })).toMatchObject({ failure: { kind: 'errorResponse' } });
	});

	it('does not follow to another address', () => {
		expect(read(301, '', { location: 'https://other.example/' })).toEqual({
			ok: false,
			failure: { kind: 'redirect', location: 'https://other.example/' },
		});
	});
});

it.each([
	[{ messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: 'x', messages: [{ id: 1 }] }, [{ id: 1 }]],
	[{ data: [{ id: 2 }], messages: [{ id: 1 }] }, [{ id: 2 }]],
	[{ items: [{ id: 3 }] }, [{ id: 3 }]],
	[{ messages: [null, 'x', { id: 1 }] }, [{ id: 1 }]],
	[{ messages: [] }, []],
])('finds the records in %j', (body, records) => {
	expect(readRecords(body as never, ['data', 'messages'])).toEqual({ ok: true, body: records });
});

it.each([
	[{ messages: { id: 1 } }, ['messages']],
	[{}, []],
	[{ entries: [], total: 0 }, ['entries', 'total']],
])('takes %j for no list, and not for an empty one', (body, fields) => {
	const failure = { kind: 'missingData', missing: 'list of records', fields };
	expect(readRecords(body as never, ['data', 'messages'])).toEqual({ ok: false, failure });
});
