/**
 * The registration of the Voice Agent Function Trigger with the service,
 * wherever n8n is killed, and who may call it.
 */
import type { IDataObject } from 'n8n-workflow';

import { useFastClock } from '../support/fast-clock';
import { FunctionTrigger, type Kill } from './function-trigger/function-trigger';
import { hostileCalls } from '../support/hostile-function-calls';
import { TestService } from '../support/test-service';

useFastClock();

const HEADER = 'x-voice-agent-function-secret';

let service: TestService;
let agents: string[];
let count = 0;
beforeAll(async () => {
	service = await TestService.start();
	const listed = await service.sandbox.control('GET', '/agents');
	agents = listed.agents.map(({ id }) => id);
});
afterEach(async () => await service.clear());

const agent = (index = 0) => agents[index] ?? '';
const parametersFor = (name: string, more: IDataObject = {}): IDataObject => ({
	authentication: 'apiKey',
	agentId: { __rl: true, mode: 'id', value: agent() },
	name,
	description: 'Looks up an order',
	parameters: { parameter: [{ name: 'order_number', type: 'integer', required: true }] },
	options: {},
	...more,
});

/** A trigger with a webhook and a name that no other test has. */
function newTrigger(more: IDataObject = {}): FunctionTrigger {
	count++;
	const trigger = new FunctionTrigger(service, parametersFor(`function_${count}`, more));
	trigger.webhookId = `webhook-${count}`;
	return trigger;
}

const named = async (trigger: FunctionTrigger, name: unknown, index = 0) =>
	(await trigger.functions(agent(index))).filter((one) => one.name === name);

describe('publishing', () => {
	it('registers the function with all that the panel says', async () => {
		const trigger = newTrigger({
			responseVariables: { entry: [{ name: 'state', json_path: '$.state' }] },
			options: { timeout: 30, functionRetries: 2 },
		});
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toEqual([
			expect.objectContaining({
				description: 'Looks up an order',
				http_method: 'POST',
				endpoint_url: trigger.url,
				headers: [{ name: HEADER, value: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
				body_schema: [{ name: 'order_number', type: 'integer', description: '', required: true }],
				response_variables: [
					{ name: 'state', json_path: '$.state' },
					{ name: 'error', json_path: '$.error' },
				],
				timeout_ms: 30_000,
				max_retries: 2,
				is_active: true,
			}),
		]);
	});

	it.each([
		['order.state', '$.order.state'],
		['lines[0].state', '$.lines[0].state'],
		["$['order']", "$['order']"],
	])('takes the path %s for %s', async (path, json_path) => {
		const trigger = newTrigger({ responseVariables: { entry: [{ name: 'state', json_path: path }] } });
		await trigger.publish();
		const [registered] = await named(trigger, trigger.parameters.name);
		expect(registered?.response_variables).toContainEqual({ name: 'state', json_path });
	});

	it('under another name switches off the function of the old one, also if n8n has lost its note', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const { name } = trigger.parameters;
		trigger.stored = {};
		trigger.parameters = { ...trigger.parameters, name: `${String(name)}_renamed` };
		await trigger.publish();
		expect(await named(trigger, name)).toMatchObject([{ is_active: false }]);
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: true }]);
	});

	it('says why if the service does not create the function', async () => {
		const trigger = newTrigger();
		await service.fault('custom-functions', { kind: 'status', status: 403, count: 1 });
		await expect(trigger.publish()).rejects.toThrow(/^Service unavailable\. The credential may not do this/);
		expect(await named(trigger, trigger.parameters.name)).toEqual([]);
	});

	it('works with the session credential, and with another secret', async () => {
		const { url: baseUrl, anonKey, email, password } = service.sandbox;
		const trigger = newTrigger({ authentication: 'session' });
		trigger.credentials = { voiceAgentSessionApi: { baseUrl, anonKey, email, password } };
		await trigger.publish();
		const [registered] = await named(trigger, trigger.parameters.name);
		const [{ value = '' } = {}] = registered?.headers ?? [];
		expect((await trigger.receive('{"order_number":1}', { [HEADER]: value })).started).toBeDefined();
	});

	it.each(['http://n8n.example', 'http://192.168.0.7:5678', 'https://10.0.0.1'])(
		'is refused at %s, since the service is public',
		async (origin) => {
			const trigger = newTrigger();
			trigger.origin = origin;
			trigger.credentials = {
				voiceAgentApi: { ...service.credentials.voiceAgentApi, baseUrl: 'https://service.example' },
			};
			await expect(trigger.publish()).rejects.toThrow(/N8N_WEBHOOK_URL/);
		},
	);

	it('is refused where the service is local and n8n is at http elsewhere', async () => {
		const trigger = newTrigger();
		trigger.origin = 'http://192.168.0.7:5678';
		await expect(trigger.publish()).rejects.toThrow(/only https/);
	});

	it.each<[IDataObject, RegExp]>([
		[{ name: 'findOrder' }, /snake_case/],
		[{ description: '' }, /'Description' is empty/],
		[{ agentId: { __rl: true, mode: 'list', value: '' } }, /'Agent' is empty/],
		[{ parameters: { parameter: [{ name: 'a' }, { name: 'a' }] } }, /'a' more than once/],
		[{ parameters: { parameter: [{ name: '__proto__' }] } }, /snake_case/],
		[
			{ responseVariables: { entry: ['$.a', '$.b'].map((path) => ({ name: 'state', json_path: path })) } },
			/'Response Variables' has 'state' more than once/,
		],
		[
			{ responseVariables: { entry: [{ name: 'state', json_path: 'the state' }] } },
			/"the state" does not start with \$\. Enter .*\$\.order\.state/,
		],
		[{ options: { timeout: 301 } }, /from 1 to 300/],
		...['takeOver', 'runWithoutRequired'].flatMap((name): Array<[IDataObject, RegExp]> => [
			[{ options: { [name]: 'maybe' } }, /' "maybe" is neither true nor false/],
			[{ options: { [name]: {} } }, /' "\{\}" is neither true nor false/],
			[{ options: { [name]: '={{ undefined }}' } }, /' gave no value\. Check/],
		]),
		...['timeout', 'functionRetries'].flatMap((name): Array<[IDataObject, RegExp]> => [
			[{ options: { [name]: {} } }, /'(Timeout \(Seconds\)|Endpoint Retries)' "\{\}" is not a whole number/],
			[{ options: { [name]: '={{ undefined }}' } }, /'(Timeout \(Seconds\)|Endpoint Retries)' gave no value/],
		]),
		[{ options: { messageOnFailure: { a: 1 } } }, /'Message on Failure' .* is an object/],
		[
			{ options: { messageOnFailure: '=Sorry, {{ $json.name }}' } },
			/'Message on Failure' cannot be read: .* such as \$json/,
		],
		[{ authentication: 'sesion' }, /'Authentication' "sesion" is not one of its options/],
		[
			{ parameters: { parameter: [{ name: 'a', required: {} }] } },
			/'Parameters > Required' "\{\}" is neither/,
		],
		[{ options: { functionRetries: 6 } }, /from 0 to 5/],
		[{ options: { additionalBodyFields: '{"headers":[]}' } }, /carry the secret/],
		[{ agentId: { __rl: true, mode: 'id', value: 'no-such-agent' } }, /Choose another 'Agent'/],
	])('is refused with %j, in words that say what to do', async (more, message) => {
		await expect(newTrigger(more).publish()).rejects.toThrow(message);
	});

	it('leaves a function alone that leads elsewhere, also when n8n tidies up after the refusal', async () => {
		const trigger = newTrigger();
		const theirs = {
			agent_id: agent(),
			name: trigger.parameters.name as string,
			description: 'Theirs',
			http_method: 'GET',
			endpoint_url: 'https://shop.example/orders?key=abc',
		};
		await service.call('custom-functions', theirs);
		await expect(trigger.publish()).rejects.toThrow(
			/leads to https:\/\/shop.example\/orders\. Enter another/,
		);
		await trigger.unpublish();
		await expect(trigger.listen()).rejects.toThrow(/leads to/);
		await trigger.stopListening();
		expect(await named(trigger, theirs.name)).toEqual([
			expect.objectContaining({ ...theirs, is_active: true }),
		]);
		trigger.parameters.options = { takeOver: true };
		await trigger.publish();
		expect(await named(trigger, theirs.name)).toEqual([
			expect.objectContaining({ endpoint_url: trigger.url, http_method: 'POST' }),
		]);
	});

	it.each<[string, (theirs: IDataObject) => Promise<void>]>([
		['refused because of it', async () => {}],
		['lost', async () => await service.fault('custom-functions', { kind: 'reset', count: 1 })],
	])(
		'leaves a function alone that another one has created meanwhile, when its own request is %s',
		async (_, fail) => {
			for (const hook of ['publish', 'listen'] as const) {
				const trigger = newTrigger();
				// What a test takes over would be put back nowhere.
				if (hook === 'listen') trigger.parameters.options = { takeOver: true };
				const theirs = {
					agent_id: agent(),
					name: trigger.parameters.name as string,
					description: 'Theirs',
					http_method: 'GET',
					endpoint_url: 'https://shop.example/orders',
				};
				trigger.before[2] = async () => {
					await service.call('custom-functions', theirs);
					await fail(theirs);
				};
				await expect(trigger[hook]()).rejects.toThrow(/leads to https:\/\/shop\.example\/orders/);
				expect(await named(trigger, theirs.name)).toEqual([expect.objectContaining(theirs)]);
				await service.clear();
			}
		},
	);

	it('that is refused says that n8n has unpublished what was published, and how to go back to it', async () => {
		const trigger = newTrigger();
		const { parameters } = trigger;
		await trigger.publish();
		const words = new RegExp(`'${String(parameters.name)}', is off now, .* Publish the former version again`);
		for (const more of [{ description: '' }, { agentId: { __rl: true, mode: 'id', value: 'nobody' } }]) {
			trigger.parameters = { ...parameters, ...more };
			for (let attempt = 0; attempt < 3; attempt++) {
				await trigger.unpublish();
				await expect(trigger.publish()).rejects.toThrow(words);
			}
		}
		trigger.parameters = parameters;
		await trigger.publish();
		expect(await named(trigger, parameters.name)).toMatchObject([{ is_active: true }]);
		trigger.parameters = { ...parameters, description: '' };
		await expect(trigger.publish()).rejects.toThrow(/Enter when the agent should call the function.*\.$/);
		await expect(newTrigger({ description: '' }).publish()).rejects.not.toThrow(/is off now/);
	});

	it('that is refused to a copy says nothing of what the original has published', async () => {
		const original = newTrigger();
		await original.publish();
		await original.unpublish();
		const copy = original.copy();
		copy.parameters = { ...copy.parameters, description: '' };
		await expect(copy.publish()).rejects.not.toThrow(/is off now/);
	});

	it('finds its function again at another address of the same n8n', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.origin = 'http://localhost:5679';
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ endpoint_url: trigger.url }]);
		expect(trigger.log.join()).toContain('led to http://127.0.0.1:5678 until now');
	});

	it('writes the secret of a changed key', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const before = await named(trigger, trigger.parameters.name);
		const { apiKey } = service.sandbox;
		const { key } = await service.sandbox.control('POST', '/api-keys', {
			name: `for ${trigger.webhookId}`,
		});
		trigger.credentials = { voiceAgentApi: { ...service.credentials.voiceAgentApi, apiKey: key } };
		await trigger.publish();
		const after = await named(trigger, trigger.parameters.name);
		expect(key).not.toBe(apiKey);
		expect(after[0]?.headers).not.toEqual(before[0]?.headers);
	});
});

describe('unpublishing', () => {
	it('switches off what it registered, also if n8n has lost its note', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.stored = {};
		await trigger.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
	});

	it('warns of what may be left on where neither n8n nor the service says what is', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.stored = {};
		await service.fault('get-agent', { kind: 'status', status: 503 });
		await trigger.unpublish();
		expect(trigger.log.join()).toMatch(
			/it is unknown whether the agent \S+ still has a function that leads here/,
		);
	});

	it('warns of what may be left on where the credential is gone', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.credentials = {};
		expect(await trigger.unpublish()).toBe(true);
		expect(trigger.log.join()).toMatch(/the function may still be on: /);
	});

	it('warns of what is left on while the service is down, and switches it off when it can', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		await service.fault('get-agent', { kind: 'status', status: 503 });
		await trigger.unpublish();
		expect(trigger.log.join()).toMatch(/is still on, although no workflow answers it/);
		await service.clear();
		await trigger.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
	});
});

describe('a copy of the workflow on another n8n', () => {
	const COPIES: Array<[string, (copy: FunctionTrigger) => void]> = [
		['an export without what n8n stores', (copy) => (copy.stored = {})],
		['export:workflow and import:workflow', () => {}],
		[
			'export:workflow and import:workflow, with the same encryption key and another credential',
			(copy) => {
				copy.instanceId = 'instance-1';
				copy.credentialId = '2';
			},
		],
		[
			'an export, mounted at another path of the same host',
			(copy) => {
				copy.stored = {};
				copy.origin = 'http://127.0.0.1:5678/test';
			},
		],
	];

	it.each(COPIES)('made by %s neither takes the function nor switches it off', async (_, change) => {
		const trigger = newTrigger();
		await trigger.publish();
		const before = await named(trigger, trigger.parameters.name);
		const copy = trigger.copy();
		change(copy);
		await expect(copy.publish()).rejects.toThrow(
			/the same trigger on another n8n .*'Take Over Existing Function'/,
		);
		// n8n does so after each refusal, and when a person unpublishes.
		await copy.unpublish();
		await expect(copy.listen()).rejects.toThrow(/the same trigger on another n8n/);
		copy.testState = undefined;
		await copy.stopListening();
		// Under another name, the copy has a function of its own.
		copy.parameters.name = `${String(copy.parameters.name)}_copy`;
		await copy.publish();
		await copy.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toEqual(before);
	});

	it('takes it over if that is wished, and production then leaves it alone', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const copy = trigger.copy();
		copy.parameters.options = { takeOver: true };
		await expect(copy.listen()).rejects.toThrow(/and publish the workflow to replace it/);
		copy.testState = undefined;
		await copy.publish();
		await trigger.unpublish();
		await expect(trigger.publish()).rejects.toThrow(/leads to https:\/\/test\.example/);
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: copy.url, is_active: true },
		]);
		await copy.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
	});
});

describe('an n8n that got another address', () => {
	it('finds its function again although n8n unpublishes a workflow before it publishes a change', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.origin = 'https://moved.example';
		await trigger.unpublish();
		// So it does after a publishing that was refused.
		await trigger.unpublish();
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: trigger.url, is_active: true },
		]);
	});

	it('leaves to a copy what the copy has taken over while the workflow was unpublished', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		await trigger.unpublish();
		const copy = trigger.copy();
		copy.parameters.options = { takeOver: true };
		await copy.publish();
		await expect(trigger.publish()).rejects.toThrow(/leads to https:\/\/test\.example/);
		await trigger.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: copy.url, is_active: true },
		]);
	});

	it('switches off its function, also after an attempt that the service did not answer', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.origin = 'https://moved.example';
		await service.fault('get-agent', { kind: 'status', status: 503 });
		await trigger.unpublish();
		await service.clear();
		await trigger.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
	});

	it.each(['before it is sent', 'after it is carried out'] as const)(
		'takes its function along, also if it was killed %s',
		async (when) => {
			for (const atRequest of [1, 2, 3]) {
				const trigger = newTrigger();
				await trigger.publish();
				trigger.origin = 'https://moved.example';
				await trigger.publish({ atRequest, when });
				await trigger.publish();
				expect(await named(trigger, trigger.parameters.name)).toMatchObject([
					{ endpoint_url: trigger.url, is_active: true },
				]);
			}
		},
	);

	it('is refused if it was killed before it had noted the function', async () => {
		const trigger = newTrigger();
		await trigger.publish({ atRequest: 2, when: 'after it is carried out' });
		trigger.origin = 'https://moved.example';
		await expect(trigger.publish()).rejects.toThrow(/'Take Over Existing Function'/);
	});
});

describe('wherever n8n is killed', () => {
	const KILLS: Kill[] = [1, 2, 3, 4, 5, 6, 7].flatMap((atRequest) => [
		{ atRequest, when: 'before it is sent' },
		{ atRequest, when: 'after it is carried out' },
	]);

	/** The function under the new name leads to the workflow, and no other function of the trigger is on. */
	async function expectRegistered(trigger: FunctionTrigger, index = 0): Promise<void> {
		const all = (
			await Promise.all([agent(0), agent(1)].map(async (id) => await trigger.functions(id)))
		).flat();
		const own = all.filter(({ endpoint_url: url }) => url.includes(`/${trigger.webhookId}/`));
		const active = own.filter((one) => one.is_active);
		expect(active).toMatchObject([{ name: trigger.parameters.name, endpoint_url: trigger.url }]);
		expect(await named(trigger, trigger.parameters.name, index)).toHaveLength(1);
	}

	const later = async (trigger: FunctionTrigger) => {
		trigger.parameters = { ...trigger.parameters, name: `${String(trigger.parameters.name)}_later` };
	};
	const elsewhere = async (trigger: FunctionTrigger) => {
		trigger.parameters = { ...trigger.parameters, agentId: { __rl: true, mode: 'id', value: agent(1) } };
	};

	it.each([
		['the first time', false, async () => {}, 0],
		['again', true, async () => {}, 0],
		['under another name', true, later, 0],
		['for another agent', true, elsewhere, 1],
	])('while it publishes %s, the next publishing puts it right', async (_, isPublished, change, index) => {
		let kills = 0;
		for (const kill of KILLS) {
			const trigger = newTrigger();
			if (isPublished) await trigger.publish();
			await change(trigger);
			if (!(await trigger.publish(kill))) kills++;
			await trigger.publish();
			await expectRegistered(trigger, index);
			await trigger.unpublish();
			const left = (
				await Promise.all([agent(0), agent(1)].map(async (id) => await trigger.functions(id)))
			).flat();
			expect(left.filter((one) => one.endpoint_url === trigger.url && one.is_active)).toEqual([]);
		}
		expect(kills).toBeGreaterThanOrEqual(4);
	});

	it('while it unpublishes, unpublishing again switches off', async () => {
		for (const kill of KILLS.slice(0, 6)) {
			const trigger = newTrigger();
			await trigger.publish();
			await trigger.unpublish(kill);
			await trigger.unpublish();
			expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
		}
	});

	it.each(['listen', 'stopListening'] as const)(
		'in %s, publishing or another test puts it right',
		async (hook) => {
			for (const kill of KILLS.slice(0, 6)) {
				for (const cure of ['publish', 'test'] as const) {
					const trigger = newTrigger();
					await trigger.publish();
					if (hook === 'stopListening') await trigger.listen();
					const isDone = await trigger[hook](kill);
					if (cure === 'publish') await trigger.publish();
					else {
						if (isDone && hook === 'listen') await trigger.stopListening();
						await trigger.listen();
						await trigger.stopListening();
					}
					await expectRegistered(trigger);
				}
			}
		},
	);
});

describe('listening for a test', () => {
	it('works where Test URLs have another address, as with N8N_EDITOR_BASE_URL alone', async () => {
		const trigger = newTrigger();
		trigger.editorOrigin = 'https://editor.example';
		await trigger.publish();
		const before = await named(trigger, trigger.parameters.name);
		await trigger.listen();
		expect((await named(trigger, trigger.parameters.name))[0]?.endpoint_url).toMatch(
			/^https:\/\/editor\.example\//,
		);
		await trigger.stopListening();
		const withoutTime = ({ updated_at: _, ...rest }: IDataObject) => rest;
		expect((await named(trigger, trigger.parameters.name)).map(withoutTime)).toEqual(before.map(withoutTime));
		await trigger.listen();
		// n8n was killed, and knows nothing of the test.
		trigger.testState = undefined;
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ endpoint_url: trigger.url }]);
	});

	it('takes the draft to the Test URL, and puts back all that was published', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const before = await named(trigger, trigger.parameters.name);
		trigger.parameters = { ...trigger.parameters, description: 'A draft', options: { timeout: 60 } };
		await trigger.listen();
		const [during] = await named(trigger, trigger.parameters.name);
		expect(during?.endpoint_url).toContain(trigger.testUrl);
		expect(during).toMatchObject({ description: 'A draft', timeout_ms: 60_000 });
		await trigger.stopListening();
		const after = await named(trigger, trigger.parameters.name);
		const withoutTime = ({ updated_at: _, ...rest }: IDataObject) => rest;
		expect(after.map(withoutTime)).toEqual(before.map(withoutTime));
	});

	it('warns if the function still leads to the Test URL, since the service is down', async () => {
		const trigger = newTrigger();
		await trigger.listen();
		await service.fault('get-agent', { kind: 'status', status: 503 });
		await trigger.stopListening();
		expect(trigger.log.join()).toContain(
			`the function ${String(trigger.parameters.name)} still leads to the Test URL: `,
		);
	});

	it('leaves a function off that was off', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		await trigger.unpublish();
		await trigger.listen();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: true }]);
		await trigger.stopListening();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);
	});

	it('leaves on what is published if it cannot begin', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const { parameters } = trigger;
		const theirs = { agent_id: agent(), name: `${trigger.webhookId.replace('-', '_')}_theirs` };
		await service.call('custom-functions', {
			...theirs,
			description: 'Theirs',
			http_method: 'GET',
			endpoint_url: 'https://shop.example/orders',
		});
		for (const more of [{ name: theirs.name }, { description: '' }]) {
			trigger.parameters = { ...parameters, ...more };
			await expect(trigger.listen()).rejects.toThrow();
			// n8n has noted nothing of a test that has not begun.
			trigger.testState = undefined;
			await trigger.stopListening();
			expect(await named(trigger, parameters.name)).toMatchObject([
				{ is_active: true, endpoint_url: trigger.url },
			]);
		}
	});

	it('leads back although n8n has lost its note', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		await trigger.listen();
		trigger.testState = undefined;
		await trigger.stopListening();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ is_active: true, endpoint_url: trigger.url },
		]);
	});

	it('does not undo what happened meanwhile', async () => {
		const published = newTrigger();
		await published.listen();
		await published.publish();
		await published.stopListening();
		expect(await named(published, published.parameters.name)).toMatchObject([
			{ is_active: true, endpoint_url: published.url },
		]);
		const unpublished = newTrigger();
		await unpublished.publish();
		await unpublished.listen();
		await unpublished.unpublish();
		await unpublished.stopListening();
		expect(await named(unpublished, unpublished.parameters.name)).toMatchObject([{ is_active: false }]);
	});
});

describe('calls', () => {
	let trigger: FunctionTrigger;
	let secret: string;
	beforeAll(async () => {
		trigger = newTrigger();
		await trigger.publish();
		secret = (await named(trigger, trigger.parameters.name))[0]?.headers[0]?.value ?? '';
	});

	it('takes names in words, for which calls give the values under the names in snake_case', async () => {
		const worded = newTrigger({
			name: 'Where is my order 7',
			parameters: { parameter: [{ name: 'Order number', type: 'integer' }] },
		});
		await worded.publish();
		const [registered] = await named(worded, 'where_is_my_order_7');
		expect(registered?.body_schema).toMatchObject([{ name: 'order_number', type: 'integer' }]);
		const [{ value = '' } = {}] = registered?.headers ?? [];
		const { started } = await worded.receive('{"order_number":1}', { [HEADER]: value });
		expect(started).toMatchObject({ parameters: { order_number: 1 } });
	});

	it.each<[string, Record<string, unknown>]>([
		['no header', {}],
		['an empty one', { [HEADER]: '' }],
		['a wrong one', { [HEADER]: 'a'.repeat(64) }],
		['a longer one', { [HEADER]: 'a'.repeat(65) }],
		['an over-long one', { [HEADER]: 'a'.repeat(10_000) }],
		['a list', { [HEADER]: ['a', 'b'] }],
		['another header', { authorization: 'Bearer x' }],
	])('with %s are refused with one constant body and one line in the log', async (_, headers) => {
		trigger.log.length = 0;
		expect(await trigger.receive('{"order_number":1}', headers)).toEqual({
			status: 401,
			body: { error: 'Unauthorized' },
			started: undefined,
		});
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toMatch(/refused a call: /);
		expect(trigger.log[0]).not.toMatch(/[0-9a-f]{64}/);
	});

	it('with the right one in two copies, in capitals or of another node are refused', async () => {
		for (const value of [`${secret}, ${secret}`, secret.toUpperCase(), ` ${secret}`, secret.slice(1)]) {
			expect(await trigger.receive('{}', { [HEADER]: value })).toMatchObject({
				status: 401,
				started: undefined,
			});
		}
		const other = newTrigger();
		expect(await other.receive('{}', { [HEADER]: secret })).toMatchObject({ status: 401 });
	});

	it('of strangers start nothing, whatever they send', async () => {
		const calls = hostileCalls(secret);
		expect(calls.length).toBeGreaterThanOrEqual(150);
		for (const { name, headers, body, query } of calls) {
			const { status, started } = await trigger.receive(body, headers, query as IDataObject);
			expect({ name, status, started }).toEqual({ name, status: 401, started: undefined });
		}
		expect(trigger.log.join()).not.toContain(secret);
	});

	it('start the workflow with the arguments, and with nothing of the secret', async () => {
		const body = '{"call":"c1","args":{"order_number":"17","__proto__":{"x":1}}}';
		const { started } = await trigger.receive(body, { [HEADER]: secret }, { a: '1', returns_to: 'x' });
		expect(started).toEqual({
			parameters: { order_number: 17 },
			payload: JSON.parse(body) as unknown,
			query: { a: '1' },
			receivedAt: expect.any(String) as string,
		});
		expect(JSON.stringify(started)).not.toContain(secret);
		expect(({} as IDataObject).x).toBeUndefined();
	});

	it('without a required value do not start it, unless that is wished', async () => {
		const headers = { [HEADER]: secret };
		expect(await trigger.receive('{}', headers)).toEqual({
			status: 200,
			body: { error: 'order_number is missing: ask the caller for it' },
			started: undefined,
		});
		const { parameters } = trigger;
		trigger.parameters = { ...parameters, options: { runWithoutRequired: true } };
		expect((await trigger.receive('{}', headers)).started).toMatchObject({ parameters: {} });
		trigger.parameters = parameters;
	});

	it.each(['text/html', 'application/x-www-form-urlencoded', 'application/octet-stream', ''])(
		'in JSON are read also if their content type is %j',
		async (type) => {
			const headers = { [HEADER]: secret, ...(type !== '' && { 'content-type': type }) };
			const { started } = await trigger.receive('{"order_number":17}', headers);
			expect(started).toMatchObject({ parameters: { order_number: 17 }, payload: { order_number: 17 } });
		},
	);

	it.each([
		['true', true],
		[' False ', false],
	])('read a switch that is the text %j', async (text, starts) => {
		const { parameters } = trigger;
		trigger.parameters = { ...parameters, options: { runWithoutRequired: text } };
		const { started } = await trigger.receive('{}', { [HEADER]: secret });
		trigger.parameters = parameters;
		expect(started !== undefined).toBe(starts);
	});

	it('are repeated if the credential cannot be read now, and not if it was deleted', async () => {
		class CredentialNotFoundError extends Error {}
		for (const [error, answer] of [
			[new TypeError('no database'), { status: 503, body: { error: 'Temporarily unavailable' } }],
			[
				new CredentialNotFoundError('Credential with ID "1" does not exist'),
				{ status: 200, body: { error: 'I could not look that up just now.' } },
			],
		] as const) {
			const other = newTrigger();
			other.readCredential = async () => await Promise.reject(error);
			// The one that the others use has just been read.
			other.credentialId = `unreadable-${answer.status}`;
			expect(await other.receive('{"order_number":1}', { [HEADER]: secret })).toEqual({
				...answer,
				started: undefined,
			});
			expect(other.log.join()).toContain(`could not be verified: ${String(error)}`);
		}
	});

	it('are answered in time though reading the credential takes a while', async () => {
		const { now } = Date;
		const { timeout } = AbortSignal;
		const arrival = Date.now();
		const pauses: number[] = [];
		Date.now = () => arrival;
		AbortSignal.timeout = (milliseconds) => {
			pauses.push(milliseconds);
			return timeout.call(AbortSignal, milliseconds);
		};
		trigger.credentialId = 'slow';
		trigger.readCredential = async () => void (Date.now = () => arrival + 5_000);
		try {
			const { started } = await trigger.receive('{"order_number":1}', { [HEADER]: secret });
			expect(started).toMatchObject({ receivedAt: new Date(arrival).toISOString() });
			expect(pauses).toEqual([14_000]);
		} finally {
			Object.assign(Date, { now });
			Object.assign(AbortSignal, { timeout });
			trigger.readCredential = async () => {};
			trigger.credentialId = '1';
		}
	});

	it('are repeated if the settings cannot be read now', async () => {
		const { parameters } = trigger;
		trigger.log.length = 0;
		trigger.parameters = { ...parameters, options: { timeout: '={{ undefined }}' } };
		expect(await trigger.receive('{"order_number":1}', { [HEADER]: secret })).toEqual({
			status: 503,
			body: { error: 'Temporarily unavailable' },
			started: undefined,
		});
		expect(trigger.log.join()).toMatch(/a call was refused: .*'Timeout \(Seconds\)'/);
		trigger.parameters = parameters;
	});

	it('whose body cannot be read are refused', async () => {
		trigger.log.length = 0;
		const { status, started } = await trigger.receive(undefined, { [HEADER]: secret });
		expect({ status, started }).toEqual({ status: 400, started: undefined });
		expect(trigger.log.join()).toMatch(/body could not be read/);
	});

	it('bring the phone call along where the service says which it is', async () => {
		const call = { id: 'c1', direction: 'inbound', from_number: '+14155550123', to_number: '+14155550100' };
		const headers = { [HEADER]: secret };
		const body = JSON.stringify({ arguments: { order_number: 7 }, call });
		expect((await trigger.receive(body, headers)).started).toMatchObject({
			parameters: { order_number: 7 },
			call: { id: 'c1', direction: 'inbound', contact: '+14155550123', ourNumber: '+14155550100' },
		});
		expect((await trigger.receive('{"order_number":7,"call_id":"c1"}', headers)).started).not.toHaveProperty(
			'call',
		);
	});

	it.each<[string, string, unknown]>([
		['no body', '', {}],
		['a text', 'hello', 'hello'],
		['a list', '[1]', [1]],
		[
			'a body nested too deep to store',
			'['.repeat(5_000) + ']'.repeat(5_000),
			expect.stringMatching(/^\[+\]+$/),
		],
	])('with %s are passed on', async (_, body, payload) => {
		const { started } = await trigger.receive(body, { [HEADER]: secret }, { order_number: '7' });
		expect(started).toMatchObject({ parameters: { order_number: 7 }, payload });
	});
});
