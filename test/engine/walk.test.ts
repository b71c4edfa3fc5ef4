/**
 * Walks every operation and every option, one at a time, on the real engine, with Prism
 * as the judge of each request and answer.
 */
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers, safeRegex } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { resources } from '../../nodes/VoiceAgent/operations/index';
import { TestService } from './support/service';
import { outputOf, voiceAgentFlow, type Credentials } from './support/engine';
import { startPrism, type Prism } from './support/prism';

const { description } = new VoiceAgent();
const COLLECTIONS = ['options', 'filters', 'updateFields'];

/** Values of a kind that pass the node's own checks, where the type alone does not tell. */
const SAMPLES: Record<string, unknown> = {
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	callerId: { __rl: true, mode: 'id', value: '+14155550100' },
	// Each item has an ID of its own, and a name that no other has.
	...Object.fromEntries(
		['agentId', 'batchId', 'deliveryId', 'functionId', 'memoryId', 'messageId', 'skillId', 'sourceId'].map(
			(name) => [name, '={{ $json.id }}'],
		),
	),
	name: '={{ $json.name }}',
	endpointUrl: 'https://shop.example/orders',
	successUrl: 'https://shop.example/thanks',
	cancelUrl: 'https://shop.example/billing',
	areaCode: '415',
	state: 'CA',
	country: 'US',
	startTime: '2026-01-01T00:00:00Z',
	endTime: '2026-01-02T00:00:00Z',
	windowStartTime: '09:30',
	windowEndTime: '17:30',
	recipientsFrom: 'json',
	recipientsJson: '[{ "phone_number": "+14155550123" }]',
	customAmount: 42,
	defaultCountryCode: '+44',
	phoneNumber: '+14155550123',
	waitUntilDelivered: 1,
};

function sampleFor(property: INodeProperties): unknown {
	if (property.name in SAMPLES) return SAMPLES[property.name];
	switch (property.type) {
		case 'boolean':
			return !property.default;
		case 'number':
			return Number(property.default) + 1;
		case 'options':
			return (property.options as INodePropertyOptions[])
				.map(({ value }) => value)
				.find((v) => v !== property.default);
		case 'multiOptions':
			return [(property.options?.[0] as INodePropertyOptions).value];
		case 'json':
			return '{ "sample": 1 }';
		case 'dateTime':
			return '2099-05-31T12:00:00';
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: 'sample' };
		case 'fixedCollection': {
			const [group] = property.options as Array<{ name: string; values: INodeProperties[] }>;
			if (!group) return {};
			const entry = Object.fromEntries(group.values.map((value) => [value.name, sampleFor(value)]));
			return { [group.name]: property.typeOptions?.multipleValues ? [entry] : entry };
		}
		default:
			return 'sample';
	}
}

interface Walk {
	/** `resource:operation`. */
	id: string;
	title: string;
	parameters: IDataObject;
}

function walks(): Walk[] {
	return resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => {
			const base: IDataObject = { resource: resource.value, operation: operation.value, limit: 3 };
			for (const property of operation.properties) {
				const isRead = property.required || property.name in SAMPLES;
				if (isRead && property.name !== 'updateFields') base[property.name] = sampleFor(property) as string;
			}
			// An update without a change is refused.
			const [field] = (operation.properties.find(({ name }) => name === 'updateFields')?.options ??
				[]) as INodeProperties[];
			if (field) base.updateFields = { [field.name]: sampleFor(field) as string };
			const title = `${resource.value}:${operation.value}`;
			const shown = description.properties.filter(
				({ name, displayOptions }) =>
					COLLECTIONS.includes(name) &&
					displayOptions?.show?.resource?.includes(resource.value) &&
					displayOptions.show.operation?.includes(operation.value),
			);
			const single = shown.flatMap((collection) =>
				(collection.options as INodeProperties[]).map((option) => ({
					id: title,
					title: `${title} with ${option.displayName}`,
					parameters: { ...base, [collection.name]: { [option.name]: sampleFor(option) as string } },
				})),
			);
			return [{ id: title, title, parameters: base }, ...single];
		}),
	);
}

/**
 * The class in which n8n-core reads a node's parameters in every context; spying does not change its
 * behaviour.
 */
const reader = Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as {
	_getNodeParameter(name: string): unknown;
};

let service: TestService;
let prism: Prism;
let reading: jest.SpyInstance<unknown, [string]>;
beforeAll(async () => {
	service = await TestService.start();
	prism = await startPrism(service.sandbox.url);
	reading = jest.spyOn(reader, '_getNodeParameter');
});
afterAll(async () => await prism.stop());

/**
 * The address that a walk asks. Fields that a user adds are in no document, so that Prism would refuse them.
 */
function credentialsFor(parameters: IDataObject): Credentials {
	const { apiKey, url } = service.sandbox;
	const addsFields = 'additionalBodyFields' in ((parameters.options ?? {}) as IDataObject);
	return { voiceAgentApi: { apiKey, baseUrl: addsFields ? url : prism.url } };
}

/** The first records of a list that the control API shows. */
async function idsIn(list: string): Promise<unknown[]> {
	const body = await service.sandbox.control<Record<string, IDataObject[]>>('GET', `/${list}`);
	return (Object.values(body).find(Array.isArray) ?? []).map(({ id }) => id);
}

/** The ids that an operation is tried on, by the operation; those of the agents if it is not listed. */
const IDS: Record<string, () => Promise<unknown[]>> = {
	'batchCall:cancel': async () => [await newBatch(), await newBatch()],
	'customFunction:update': async () => await idsIn('custom-functions'),
	'knowledgeSource:delete': async () => await idsIn('knowledge-sources'),
	'memory:delete': async () => await idsIn('memories'),
	'memory:update': async () => await idsIn('memories'),
	'message:get': async () => await messageIds(),
	'message:getConversation': async () => await messageIds(),
	'skill:execute': async () => await idsIn('skills'),
	'skill:update': async () => await idsIn('skills'),
};

async function messageIds(): Promise<unknown[]> {
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', {});
	return messages.map(({ id }) => id);
}

async function newBatch(): Promise<unknown> {
	const { batch } = await service.call<{ batch: IDataObject }>('batch-calls', {
		action: 'create',
		name: 'later',
		caller_id: '+14155550100',
		recipients: [{ phone_number: '+14155550111' }],
		send_now: false,
		scheduled_at: '2099-01-01T00:00:00Z',
	});
	return batch.id;
}

/**
 * Recordings and deliveries take more than parameters: voice.test.ts and webhook-delivery.test.ts try those.
 */
const tried = walks().filter(({ id }) => id !== 'voice:clone' && id !== 'webhookDelivery:replay');

// Older versions of n8n have no limit.
((safeRegex as unknown) ? it : it.skip)('has no limit of time that a busy machine exceeds', () => {
	expect(safeRegex.test('^(a+)+$', `${'a'.repeat(24)}!`)).toBe(false);
});

describe.each(tried)('$title', ({ id, parameters }) => {
	it('reads only what is displayed, and pairs its output', async () => {
		if (id.endsWith(':delete') || id === 'customFunction:create') {
			await service.sandbox.control('POST', '/reset');
		}
		const ids = await (IDS[id] ?? (async () => await idsIn('agents')))();
		// An execution waits for one reply at a time.
		const indexes = id === 'message:sendAndWait' ? [0] : [0, 1];
		const items = indexes.map((index) => ({ id: String(ids[index % ids.length]), name: `name_${index}` }));
		await service.clear();
		reading.mockClear();

		const [, node] = voiceAgentFlow(parameters).nodes;
		const result = await service.run(parameters, items, {}, credentialsFor(parameters));
		const names = new Set(reading.mock.calls.map(([name]) => name));
		expect(names.size).toBeGreaterThan(2);
		for (const name of names) {
			const displayed = description.properties.some(
				(property) =>
					property.name === name &&
					NodeHelpers.displayParameter(node?.parameters ?? {}, property, node ?? null, description),
			);
			expect(`${name}: ${displayed ? 'displayed' : 'hidden'}`).toBe(`${name}: displayed`);
		}
		expect(result.data.resultData.error?.message).toBeUndefined();
		const paired = outputOf(result, 'Voice Agent').map(({ pairedItem }) => pairedItem);
		const found = new Set(paired.map((pair) => JSON.stringify(pair)));
		// A filter may leave nothing over.
		const expected = indexes.map((item) => JSON.stringify({ item }));
		if (!('filters' in parameters)) expect(found).toEqual(new Set(expected));
		else expect(expected).toEqual(expect.arrayContaining([...found]));
	});
});
