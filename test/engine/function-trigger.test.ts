/**
 * The registration of the Voice Agent Function Trigger with the service,
 * wherever n8n is killed, and who may call it.
 */
import type { IDataObject } from 'n8n-workflow';

import { callFunction } from '../support/call-service';
import { FunctionTrigger, type Kill } from '../support/function-trigger';
import { hostileCalls } from '../support/hostile-function-calls';
import { TestService } from '../support/test-service';

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

/** The secret that the service has for a published function. */
const secretOf = async (trigger: FunctionTrigger): Promise<string> =>
	(await named(trigger, trigger.parameters.name))[0]?.headers[0]?.value ?? '';

const named = async (trigger: FunctionTrigger, name: unknown, index = 0) =>
	(await trigger.functions(agent(index))).filter((one) => one.name === name);

describe('publishing', () => {
	it('registers the function with all that the panel says', async () => {
		const trigger = newTrigger({
			responseVariables: { entry: [{ name: 'state', json_path: 'order.state' }] },
			options: { timeout: 30, functionRetries: 2 },
		});
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toEqual([
			expect.objectContaining({
				description: 'Looks up an order',
				http_method: 'POST',
				endpoint_url: trigger.url,
				headers: [HEADER, 'x-voice-agent-function-trigger'].map((name) => ({
					name,
					value: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				})),
				body_schema: [{ name: 'order_number', type: 'integer', description: '', required: true }],
				response_variables: [
					{ name: 'state', json_path: '$.order.state' },
					{ name: 'error', json_path: '$.error' },
				],
				timeout_ms: 30_000,
				max_retries: 2,
				is_active: true,
			}),
		]);
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

	it('works with the session credential', async () => {
		const { url: baseUrl, anonKey, email, password } = service.sandbox;
		const trigger = newTrigger({ authentication: 'session' });
		trigger.credentials = { voiceAgentSessionApi: { baseUrl, anonKey, email, password } };
		await trigger.publish();
		const [registered] = await named(trigger, trigger.parameters.name);
		const [{ value = '' } = {}] = registered?.headers ?? [];
		expect((await trigger.receive('{"order_number":1}', { [HEADER]: value })).started).toBeDefined();
	});

	it.each<[string, string, IDataObject, RegExp]>([
		['at http', 'http://n8n.example', { baseUrl: 'https://service.example' }, /N8N_WEBHOOK_URL/],
		['at a private address', 'https://10.0.0.1', { baseUrl: 'https://service.example' }, /N8N_WEBHOOK_URL/],
		['at http, though the service is local', 'http://192.168.0.7:5678', {}, /only https/],
	])('is refused where n8n is %s', async (_, origin, more, message) => {
		const trigger = newTrigger();
		trigger.origin = origin;
		Object.assign(trigger, {
			credentials: { voiceAgentApi: { ...service.credentials.voiceAgentApi, ...more } },
		});
		await expect(trigger.publish()).rejects.toThrow(message);
	});

	it.each<[IDataObject, RegExp]>([
		[{ name: 'findOrder' }, /snake_case/],
		[{ description: '' }, /'Description' is empty/],
		[{ agentId: { __rl: true, mode: 'list', value: '' } }, /'Agent' is empty/],
		[{ parameters: { parameter: [{ name: 'a' }, { name: 'a' }] } }, /'a' more than once/],
		[
			{ responseVariables: { entry: [{ name: 'state', json_path: 'the state' }] } },
			/"the state" does not start with \$\. Enter .*\$\.order\.state/,
		],
		[{ options: { timeout: 301 } }, /from 1 to 300/],
		[{ options: { runWithoutRequired: 'maybe' } }, /' "maybe" is neither true nor false/],
		[{ options: { timeout: '={{ undefined }}' } }, /'Timeout \(Seconds\)' gave no value/],
		[
			{ options: { messageOnFailure: '=Sorry, {{ $json.name }}' } },
			/An expression in 'Options' cannot be read: .* such as \$json/,
		],
		[{ options: { additionalBodyFields: '{"headers":[]}' } }, /carry the secret/],
		[{ agentId: { __rl: true, mode: 'id', value: 'no-such-agent' } }, /Choose another 'Agent'/],
	])('is refused with %j, in words that say what to do', async (more, message) => {
		await expect(newTrigger(more).publish()).rejects.toThrow(message);
	});

	const theirsNamed = (name: unknown) => ({
		agent_id: agent(),
		name: name as string,
		description: 'Theirs',
		http_method: 'GET' as const,
		endpoint_url: 'https://shop.example/orders?key=abc',
	});

	it('leaves a function alone that leads elsewhere, also when n8n tidies up after the refusal', async () => {
		const trigger = newTrigger();
		const theirs = theirsNamed(trigger.parameters.name);
		await service.call('custom-functions', theirs);
		await expect(trigger.publish()).rejects.toThrow(
			/leads to https:\/\/shop.example\/orders\. Enter another 'Name', or turn on the option 'Take Over Existing/,
		);
		await trigger.unpublish();
		expect(await named(trigger, theirs.name)).toMatchObject([{ ...theirs, is_active: true }]);
		trigger.parameters.options = { takeOver: true };
		await trigger.publish();
		expect(await named(trigger, theirs.name)).toMatchObject([
			{ endpoint_url: trigger.url, http_method: 'POST', is_active: true },
		]);
	});

	it.each<[string, () => Promise<void>]>([
		['refused because of it', async () => {}],
		['lost', async () => await service.fault('custom-functions', { kind: 'reset', count: 1 })],
	])(
		'leaves a function alone that another one has created meanwhile, when its own request is %s',
		async (_, fail) => {
			const trigger = newTrigger();
			const theirs = theirsNamed(trigger.parameters.name);
			trigger.before[2] = async () => {
				await service.call('custom-functions', theirs);
				await fail();
			};
			await expect(trigger.publish()).rejects.toThrow(/leads to https:\/\/shop\.example\/orders/);
			expect(await named(trigger, theirs.name)).toMatchObject([theirs]);
		},
	);

	it('counts a request whose answer is lost, if the service has carried it out', async () => {
		const trigger = newTrigger();
		await service.fault('custom-functions', { kind: 'reset_after', count: 1 });
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: trigger.url, is_active: true },
		]);
	});

	it('that is refused says that n8n has unpublished what was published, but not to a copy', async () => {
		const trigger = newTrigger();
		const { parameters } = trigger;
		await trigger.publish();
		const words = /The function of the previous version is off now, .* Publish it again to go back to it/;
		for (const more of [{ description: '' }, { agentId: { __rl: true, mode: 'id', value: 'nobody' } }]) {
			trigger.parameters = { ...parameters, ...more };
			for (let attempt = 0; attempt < 3; attempt++) {
				await trigger.unpublish();
				await expect(trigger.publish()).rejects.toThrow(words);
			}
			await expect(trigger.copy().publish()).rejects.not.toThrow(/is off now/);
		}
		trigger.parameters = parameters;
		await trigger.publish();
		expect(await named(trigger, parameters.name)).toMatchObject([{ is_active: true }]);
		// As n8n does when it starts.
		trigger.parameters = { ...parameters, description: '' };
		await expect(trigger.publish()).rejects.toThrow(/an order is\.$/);
	});

	it('keeps the secret, also after a new key, until its header is removed', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const before = await secretOf(trigger);
		const { key } = await service.sandbox.control('POST', '/api-keys', { name: trigger.webhookId });
		trigger.credentials = { voiceAgentApi: { ...service.credentials.voiceAgentApi, apiKey: key } };
		const call = async (secret: string) =>
			(await trigger.receive('{"order_number":1}', { [HEADER]: secret })).status;
		expect(await call(before)).toBe(200);
		await trigger.unpublish();
		await trigger.publish();
		expect(await secretOf(trigger)).toBe(before);
		const [{ id = '' } = {}] = await named(trigger, trigger.parameters.name);
		await callFunction(service.sandbox, `custom-functions/${id}`, { headers: [] }, undefined, 'PATCH');
		await trigger.publish();
		const after = await secretOf(trigger);
		expect(after).not.toBe(before);
		expect([await call(before), await call(after)]).toEqual([401, 200]);
	});

	it('gives the function a secret that n8n knows where n8n has lost what it stored', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const before = await secretOf(trigger);
		trigger.stored = {};
		expect((await trigger.receive('{}', { [HEADER]: before })).status).toBe(401);
		expect(trigger.log.join()).toMatch(
			/has no secret for this trigger\. Unpublish the workflow and publish it again/,
		);
		await trigger.publish();
		const after = await secretOf(trigger);
		expect(after).not.toBe(before);
		expect((await trigger.receive('{"order_number":1}', { [HEADER]: after })).status).toBe(200);
	});
});

const expectOff = async (trigger: FunctionTrigger) =>
	expect(await named(trigger, trigger.parameters.name)).toMatchObject([{ is_active: false }]);

describe('unpublishing', () => {
	it.each<[string, (trigger: FunctionTrigger) => void]>([
		['', () => {}],
		['if n8n has lost its note', (trigger) => (trigger.stored = {})],
		['at another address', (trigger) => (trigger.origin = 'https://moved.example')],
		[
			'at an address that the service cannot reach',
			(trigger) => (trigger.origin = 'http://192.168.0.7:5678'),
		],
	])('switches off what it registered %s', async (_, change) => {
		const trigger = newTrigger();
		await trigger.publish();
		change(trigger);
		await trigger.unpublish();
		await expectOff(trigger);
		await trigger.unpublish();
		expect(trigger.log.join()).not.toMatch(/may still/);
	});

	it('warns of what is left on by a service that is down, and switches it off when it can', async () => {
		const fault = { kind: 'status', status: 503 } as const;
		for (const endpoint of ['get-agent', 'custom-functions']) {
			const trigger = newTrigger();
			await trigger.publish();
			await service.fault(endpoint, fault);
			await trigger.unpublish();
			expect(trigger.log.join()).toMatch(
				/the agent \S+ may still have a function that no workflow answers: /,
			);
			await service.clear();
			// A person has chosen another agent meanwhile.
			trigger.parameters.agentId = { __rl: true, mode: 'id', value: agent(1) };
			await trigger.unpublish();
			await expectOff(trigger);
		}
	});

	it('does not warn of an agent that is gone', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		const body = JSON.stringify({ error: { code: 'not_found', message: 'Agent not found' } });
		await service.fault('get-agent', { kind: 'status', status: 404, body });
		await trigger.unpublish();
		expect(trigger.log.join()).not.toMatch(/may still/);
	});

	it('warns of what may be left on where the credential is gone', async () => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.credentials = {};
		expect(await trigger.unpublish()).toBe(true);
		expect(trigger.log.join()).toMatch(/the function may still be on: /);
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
		await expect(copy.publish()).rejects.toThrow(/on another n8n .*'Take Over Existing Function'/);
		// n8n does so after each refusal, and when a person unpublishes.
		await copy.unpublish();
		await copy.listen();
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
		await copy.publish();
		await trigger.unpublish();
		await expect(trigger.publish()).rejects.toThrow(/leads to https:\/\/test\.example/);
		await trigger.unpublish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: copy.url, is_active: true },
		]);
		await copy.unpublish();
		await expectOff(trigger);
	});
});

describe('an n8n that got another address', () => {
	it.each<[string, (trigger: FunctionTrigger) => Promise<unknown>]>([
		['', async () => {}],
		['after it has unpublished the former version', async (trigger) => await trigger.unpublish()],
		['although it has lost its note', async (trigger) => (trigger.stored = {})],
	])('takes its function along %s', async (_, change) => {
		const trigger = newTrigger();
		await trigger.publish();
		trigger.origin = 'https://moved.example';
		await change(trigger);
		await trigger.publish();
		expect(await named(trigger, trigger.parameters.name)).toMatchObject([
			{ endpoint_url: trigger.url, is_active: true },
		]);
	});
});

describe('wherever n8n is killed', () => {
	/** The functions of a trigger, on all agents. */
	const functionsFor = async (trigger: FunctionTrigger) =>
		(await Promise.all([agent(0), agent(1)].map(async (id) => await trigger.functions(id))))
			.flat()
			.filter(({ endpoint_url: url }) => url.includes(`/${trigger.webhookId}/`));

	const rename = (trigger: FunctionTrigger) => {
		trigger.parameters = { ...trigger.parameters, name: `${String(trigger.parameters.name)}_later` };
	};
	const move = (trigger: FunctionTrigger) => {
		trigger.parameters = { ...trigger.parameters, agentId: { __rl: true, mode: 'id', value: agent(1) } };
	};
	type Act = (trigger: FunctionTrigger, kill?: Kill) => Promise<boolean>;
	const publish: Act = async (trigger, kill) => await trigger.publish(kill);
	const listen: Act = async (trigger, kill) => await trigger.listen(kill);
	const stop: Act = async (trigger, kill) => {
		await trigger.listen();
		return await trigger.stopListening(kill);
	};

	/** Published first or not, what a person does, and the requests at which n8n is killed while it does that. */
	const ACTS: Array<[string, boolean, Act, number]> = [
		['publishes', false, publish, 3],
		['publishes again', true, publish, 3],
		[
			'publishes under another name',
			true,
			async (trigger, kill) => (rename(trigger), await publish(trigger, kill)),
			4,
		],
		[
			'publishes for another agent',
			true,
			async (trigger, kill) => (move(trigger), await publish(trigger, kill)),
			5,
		],
		['unpublishes', true, async (trigger, kill) => await trigger.unpublish(kill), 2],
		['begins a test', false, listen, 2],
		['begins a test of what is published', true, listen, 2],
		['ends a test', false, stop, 2],
		['ends a test of what is published', true, stop, 2],
	];

	it.each(ACTS)(
		'while it %s, the next publishing leaves on nothing but the function, and unpublishing that one neither',
		async (_, isPublished, act, requests) => {
			for (let atRequest = 1; atRequest <= requests; atRequest++) {
				for (const when of ['before it is sent', 'after it is carried out'] as const) {
					const trigger = newTrigger();
					if (isPublished) await trigger.publish();
					expect(await act(trigger, { atRequest, when })).toBe(false);
					await trigger.publish();
					const { name } = trigger.parameters;
					const all = await functionsFor(trigger);
					expect(all.filter((one) => one.is_active)).toMatchObject([{ name, endpoint_url: trigger.url }]);
					const headers = { [HEADER]: all.find((one) => one.is_active)?.headers[0]?.value };
					expect(await trigger.receive('{"order_number":1}', headers)).toMatchObject({ status: 200 });
					const { value: agentId } = trigger.parameters.agentId as { value: string };
					const twins = (await trigger.functions(agentId)).filter((one) => one.name === name);
					expect(twins).toHaveLength(1);
					await trigger.unpublish();
					expect((await functionsFor(trigger)).filter((one) => one.is_active)).toEqual([]);
				}
			}
		},
	);
});

describe('a test', () => {
	const testOf = async (trigger: FunctionTrigger) =>
		await named(trigger, `${String(trigger.parameters.name)}_test`);

	it('has a function of its own, which is off afterwards, and never touches the published one', async () => {
		const trigger = newTrigger();
		trigger.editorOrigin = 'https://editor.example';
		await trigger.publish();
		const published = await named(trigger, trigger.parameters.name);
		const { parameters } = trigger;
		trigger.parameters = { ...parameters, description: 'A draft', options: { timeout: 60 } };
		await trigger.listen();
		const [during] = await testOf(trigger);
		expect(during).toMatchObject({
			description: 'Only for a test: call it when the caller asks for the test. A draft',
			endpoint_url: trigger.testUrl,
			timeout_ms: 60_000,
			headers: [{ name: HEADER }, published[0]?.headers[1]],
			is_active: true,
		});
		const [{ value = '' } = {}] = during?.headers ?? [];
		expect(value).not.toBe(await secretOf(trigger));
		expect((await trigger.receive('{"order_number":1}', { [HEADER]: value })).started).toBeDefined();
		await trigger.stopListening();
		expect(await testOf(trigger)).toMatchObject([{ id: during?.id, is_active: false }]);
		trigger.parameters = { ...parameters, description: 'Another draft' };
		await trigger.listen();
		expect(await testOf(trigger)).toMatchObject([
			{ id: during?.id, description: expect.stringMatching(/Another draft$/) as string, is_active: true },
		]);
		await trigger.stopListening();
		expect(await named(trigger, trigger.parameters.name)).toEqual(published);
	});

	it('takes over a function that is left from the test of a copy, but not one that is tested or is no test', async () => {
		const trigger = newTrigger();
		const copy = trigger.copy();
		await copy.listen();
		trigger.parameters.options = { takeOver: true };
		await expect(trigger.listen()).rejects.toThrow(/_test', which leads to https:\/\/test\.example/);
		await copy.stopListening();
		await trigger.listen();
		expect(await testOf(trigger)).toMatchObject([{ endpoint_url: trigger.testUrl, is_active: true }]);
		await copy.stopListening();
		expect(await testOf(trigger)).toMatchObject([{ is_active: true }]);
		await trigger.stopListening();

		const other = newTrigger();
		const theirs = {
			agent_id: agent(),
			name: `${String(other.parameters.name)}_test`,
			description: 'Theirs',
			http_method: 'GET',
			endpoint_url: 'https://shop.example/orders',
			is_active: false,
		};
		await service.call('custom-functions', theirs);
		await expect(other.listen()).rejects.toThrow(/leads to https:\/\/shop\.example\/orders/);
		await other.stopListening();
		expect(await testOf(other)).toMatchObject([theirs]);
	});

	it('does not take what is published under the name that it would have', async () => {
		const trigger = newTrigger();
		const { name } = trigger.parameters;
		trigger.parameters = { ...trigger.parameters, name: `${String(name)}_test` };
		await trigger.publish();
		const published = await named(trigger, trigger.parameters.name);
		trigger.parameters = { ...trigger.parameters, name };
		await expect(trigger.listen()).rejects.toThrow(/already has a function .*_test'/);
		await trigger.stopListening();
		expect(await testOf(trigger)).toEqual(published);
	});

	it('leaves on what is published if it cannot begin', async () => {
		const trigger = newTrigger();
		const { parameters } = trigger;
		await trigger.publish();
		trigger.parameters = { ...parameters, description: '' };
		await expect(trigger.listen()).rejects.toThrow(/'Description' is empty/);
		await trigger.stopListening();
		expect(await named(trigger, parameters.name)).toMatchObject([
			{ is_active: true, endpoint_url: trigger.url },
		]);
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
			parameters: {
				parameter: [
					{ name: 'Order number', type: 'integer' },
					{ name: 'parcelNumber', type: 'string' },
				],
			},
		});
		await worded.publish();
		const [registered] = await named(worded, 'where_is_my_order_7');
		expect(registered?.body_schema).toMatchObject([{ name: 'order_number' }, { name: 'parcelNumber' }]);
		const [{ value = '' } = {}] = registered?.headers ?? [];
		const body = '{"order_number":1,"parcelNumber":940011020088123456}';
		const { started } = await worded.receive(body, { [HEADER]: value });
		const digits = '940011020088123456';
		expect(started).toMatchObject({
			parameters: { order_number: 1, parcelNumber: digits },
			payload: { order_number: 1, parcelNumber: digits },
		});
	});

	it('of strangers start nothing, whatever they send', async () => {
		const calls = hostileCalls(secret);
		trigger.log.length = 0;
		for (const { name, headers, body, query } of calls) {
			const answer = await trigger.receive(body, headers, query as IDataObject);
			expect({ name, ...answer }).toEqual({
				...{ name, status: 401, started: undefined },
				body: { error: 'Unauthorized' },
			});
		}
		expect(trigger.log.filter((line) => line.includes('refused a call: '))).toHaveLength(calls.length);
		expect(trigger.log.join()).not.toContain(secret);
	});

	it('start the workflow with the arguments, and with nothing of the secret', async () => {
		const call = { id: 'c1', direction: 'inbound', from_number: '+14155550123', to_number: '+14155550100' };
		const body = { call, args: { order_number: '17' } };
		const { started } = await trigger.receive(JSON.stringify(body), { [HEADER]: secret }, { a: '1' });
		expect(started).toEqual({
			parameters: { order_number: 17 },
			call: { id: 'c1', direction: 'inbound', contact: '+14155550123', ourNumber: '+14155550100' },
			payload: body,
			query: { a: '1' },
			receivedAt: expect.any(String) as string,
		});
		expect(JSON.stringify(started)).not.toContain(secret);
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

	it('are accepted without the credential, which n8n may have lost', async () => {
		const { credentials } = trigger;
		trigger.credentials = {};
		const { started } = await trigger.receive('{"order_number":1}', { [HEADER]: secret });
		expect(started).toBeDefined();
		trigger.credentials = credentials;
	});

	it('are answered by the last node, unless that is the trigger itself', async () => {
		const call = async () => await trigger.receive('{"order_number":1}', { [HEADER]: secret });
		await call();
		expect(trigger.answerWith([{ state: 'on its way' }])).toEqual({ state: 'on its way' });
		const { started } = await call();
		expect(trigger.answerWith([started])).toEqual({
			error: expect.stringMatching(/^No node has made an answer.* Execute workflow on the canvas/),
		});
	});

	it('are answered in time though reading the body takes a while', async () => {
		const { now } = Date;
		const { timeout } = AbortSignal;
		const arrival = Date.now();
		const pauses: number[] = [];
		Date.now = () => arrival;
		AbortSignal.timeout = (milliseconds) => {
			pauses.push(milliseconds);
			return timeout.call(AbortSignal, milliseconds);
		};
		trigger.readBody = async () => void (Date.now = () => arrival + 5_000);
		try {
			const { started } = await trigger.receive('{"order_number":1}', { [HEADER]: secret });
			expect(started).toMatchObject({ receivedAt: new Date(arrival).toISOString() });
			expect(pauses).toEqual([14_000]);
		} finally {
			Object.assign(Date, { now });
			Object.assign(AbortSignal, { timeout });
			trigger.readBody = async () => {};
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

	it('without a body are passed on', async () => {
		const { started } = await trigger.receive('', { [HEADER]: secret }, { order_number: '7' });
		expect(started).toMatchObject({ parameters: { order_number: 7 }, payload: {} });
	});
});
