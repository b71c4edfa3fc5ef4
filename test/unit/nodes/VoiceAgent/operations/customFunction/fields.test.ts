import { bodyOf, planned, refusedBy } from '../../../../../support/plan-operation';

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

	it.each(['newFunction', 'new, function', 'ünder_score', '1st', 'check-order', '_x', 'Check 1.0'])(
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
	])('makes the name %s snake_case, and says so', async (name, expected) => {
		const plan = await planned('customFunction:create', { ...NEW, name });
		expect(plan).toMatchObject({ request: { body: { name: expected } } });
		expect(plan.hint).toBe(`The name of the function is '${expected}', in snake_case.`);
		const update = await planned('customFunction:update', { functionId: 'f1', updateFields: { name } });
		expect(update).toMatchObject({ request: { body: { name: expected } }, hint: plan.hint });
		expect((await planned('customFunction:create', NEW)).hint).toBeUndefined();
	});

	it.each([
		[{ headers: { entry: [{ name: '', value: 'x' }] } }, /^'Headers > Name' is empty/],
		[
			{ headers: { entry: [{ name: 'X-Shop', value: undefined }] } },
			/^The expression in 'Headers > Value' gave no value for this item\. Check /,
		],
		[
			{ headers: { entry: [{ name: 'X-Shop', value: { id: 1 } }] } },
			/^'Headers > Value' "\{"id":1\}" is an object, not a text/,
		],
		[{ bodySchema: { entry: [{ name: 'a', required: 'maybe' }] } }, /^'Body Parameters > Required' "maybe"/],
		[
			{ responseVariables: { entry: [{ name: 'a', json_path: '' }] } },
			/^'Response Variables > JSON Path' is empty/,
		],
		[{ isActive: null }, /^The expression in 'Active' gave no value for this item/],
	])('refuses the rows %j', async (options, message) => {
		expect(await refusedBy('customFunction:create', { ...NEW, options })).toMatch(message);
	});

	it('takes a body parameter as required text unless it says otherwise', async () => {
		const options = { bodySchema: { entry: [{ name: 'order' }] } };
		expect(await bodyOf('customFunction:create', { ...NEW, options })).toMatchObject({
			body_schema: [{ name: 'order', type: 'string', description: '', required: true }],
		});
	});
});

describe('Custom Function > Update', () => {
	it('sends only what has a value', async () => {
		const updateFields = { description: '', isActive: 'false', endpointUrl: null, timeoutMs: undefined };
		const parameters = { functionId: 'f1', updateFields: updateFields as never };
		expect(await bodyOf('customFunction:update', parameters)).toEqual({ description: '', is_active: false });
	});
});
