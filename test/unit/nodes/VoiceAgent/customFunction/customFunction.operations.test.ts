import type { IDataObject } from 'n8n-workflow';

import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const NEW = {
	agentId: 'a1',
	name: 'check_order',
	description: 'Looks it up',
	endpointUrl: 'https://x.example',
};

describe('Custom Function > Create', () => {
	it('sends what was set, and leaves the rest to the defaults of the service', async () => {
		expect(await bodyOf('customFunction:create', NEW)).toEqual({
			agent_id: 'a1',
			name: 'check_order',
			description: 'Looks it up',
			http_method: 'POST',
			endpoint_url: 'https://x.example',
		});
	});

	it.each(['newFunction', 'ünder_score', 'check-order', '_x', 'Check 1.0'])(
		'refuses the name %s',
		async (name) => {
			expect(await refusedBy('customFunction:create', { ...NEW, name })).toMatch(
				/is not in snake_case\. Use small/,
			);
		},
	);

	it.each([
		['where is my order', 'where_is_my_order'],
		['Check  Order_status 2', 'check_order_status_2'],
		['Find', 'find'],
	])('makes the name %s snake_case', async (name, expected) => {
		expect(await bodyOf('customFunction:create', { ...NEW, name })).toMatchObject({ name: expected });
		const update = { functionId: 'f1', updateFields: { name } };
		expect(await bodyOf('customFunction:update', update)).toMatchObject({ name: expected });
	});

	it.each([
		[{ headers: { entry: [{ name: '', value: 'x' }] } }, /^'Headers > Name' is empty/],
		[
			{ headers: { entry: [{ name: 'X', value: undefined }] } },
			/^The expression in 'Headers > Value' gave no value/,
		],
		[{ headers: { entry: [{ name: 'X', value: { id: 1 } }] } }, /^'Headers > Value' is an object, not text/],
		[{ bodySchema: { entry: [{ name: 'a', type: 'text' }] } }, /^'Body Parameters > Type' "text" is not one/],
		[{ bodySchema: { entry: [{ name: '' }] } }, /^'Body Parameters > Name' is empty/],
		[{ bodySchema: { entry: [{ name: 'order-number' }] } }, /"order-number" is not in snake_case/],
		[{ bodySchema: { entry: [{ name: 'a' }, { name: 'A' }] } }, /^'Body Parameters' has 'a' more than once/],
		[
			{ responseVariables: { entry: [{ name: 'a', json_path: '' }] } },
			/^'Response Variables > JSON Path' is empty/,
		],
		[{ maxFunctionRetries: 6 }, /^'Endpoint Retries' "6" is not a whole number from 0 to 5/],
	])('refuses the options %j', async (options, message) => {
		expect(await refusedBy('customFunction:create', { ...NEW, options })).toMatch(message);
	});

	it('takes a body parameter as required text unless it says otherwise, under its name in snake_case', async () => {
		const entry = ['Order number', 'order_id', 'orderDate'].map((name) => ({ name }));
		const body_schema = ['order_number', 'order_id', 'orderDate'].map((name) => ({
			name,
			type: 'string',
			description: '',
			required: true,
		}));
		const create = { ...NEW, options: { bodySchema: { entry } } };
		const update = { functionId: 'f1', updateFields: { bodySchema: { entry } } };
		expect(await bodyOf('customFunction:create', create)).toMatchObject({ body_schema });
		expect(await bodyOf('customFunction:update', update)).toMatchObject({ body_schema });
	});
});

describe('Custom Function > Update', () => {
	it('sends only what has a value', async () => {
		const updateFields = { description: '', isActive: 'false', endpointUrl: null, timeoutMs: undefined };
		const parameters = { functionId: 'f1', updateFields: updateFields as never };
		expect(await bodyOf('customFunction:update', parameters)).toEqual({ description: '', is_active: false });
	});
});

const SECRET = 'Bearer-4f8a';

it.each<[string, unknown]>([
	['a value that is an object', { entry: [{ name: 'X', value: { token: SECRET } }] }],
	['a value that is a list', { entry: [{ name: 'X', value: [SECRET] }] }],
	['a value without a name', { entry: [{ name: '', value: SECRET }] }],
	['one row instead of a list', { entry: { name: 'X', value: SECRET } }],
	['rows as texts', { entry: [SECRET] }],
	['a text', SECRET],
	['a list', [{ name: 'X', value: SECRET }]],
])('quotes nothing of headers that are %s', async (_, headers) => {
	const surroundings = { functionId: 'f1', ...NEW } as IDataObject;
	for (const [id, collection] of [
		['customFunction:create', 'options'],
		['customFunction:update', 'updateFields'],
	] as const) {
		const words = await refusedBy(id, { ...surroundings, [collection]: { headers } as IDataObject });
		expect(words).toMatch(
			/^'Headers( > (Name|Value))?' is (an object, not text|a list, not text|empty|not a list)/,
		);
		expect(words).not.toContain(SECRET);
		const text = JSON.stringify({ headers });
		expect(await refusedBy(id, { ...surroundings, [collection]: text })).not.toContain(SECRET);
	}
});
