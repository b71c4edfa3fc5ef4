/**
 * Walks every operation, without its options and with all of them, on the real engine, with a
 * judge that knows only the interface's document between the node and the sandbox.
 */
import { isDeepStrictEqual } from 'node:util';

import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers, safeRegex } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { TestService } from '../support/test-service';
import { outputOf, runFlow, voiceAgentFlow, type Credentials } from '../support/n8n-engine';
import { SAMPLE_ITEM, sampledOperations, sampleOf } from '../support/operation-samples';
import { startInterfaceJudge, type InterfaceJudge } from './walk/interface-judge';

const { description } = new VoiceAgent();
const COLLECTIONS = ['options', 'filters', 'updateFields'];

/** Values of options that pass the node's own checks, where the type alone does not tell. */
const OPTION_VALUES: Record<string, unknown> = {
	agentId: { __rl: true, mode: 'id', value: '={{ $json.agentId.value }}' },
	name: "={{ $json.name ?? 'Reminders' }}",
	phoneNumberField: 'phone_number',
	nameField: 'name',
	endpointUrl: 'https://shop.example/changed',
	country: 'US',
	windowStartTime: '09:30',
	windowEndTime: '17:30',
	timeZoneField: 'phone_number',
	phoneNumber: '+14155550123',
	phoneNumberId: { __rl: true, mode: 'id', value: '106540352242922' },
	waitUntilDelivered: 1,
	afterDate: '2000-01-01T00:00:00',
	approveWords: 'fine',
	declineWords: 'later',
};

function valueFor(property: INodeProperties): unknown {
	if (property.name in OPTION_VALUES) return OPTION_VALUES[property.name];
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
			const entry = Object.fromEntries(group.values.map((value) => [value.name, valueFor(value)]));
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
	/** The collections with the options that are tried; nothing for the sample as it is. */
	changes: IDataObject;
}

/** Options that change the output or exclude another one: each is tried alone. */
const TRIED_ALONE = ['onlyIfNewest', 'skipIf', 'output'];

/** Every operation has the same one, and what it adds is in no document. */
const NOT_TRIED = 'additionalBodyFields';

const walks: Walk[] = sampledOperations.flatMap((id) => {
	const [resource = '', operation = ''] = id.split(':');
	const shown = description.properties.filter(
		({ name, displayOptions }) =>
			COLLECTIONS.includes(name) &&
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
	const withOptions = (pick: (name: string) => boolean): IDataObject =>
		Object.fromEntries(
			shown.map((collection) => {
				const picked = (collection.options as INodeProperties[]).filter(({ name }) => pick(name));
				return [
					collection.name,
					Object.fromEntries(picked.map((one) => [one.name, valueFor(one) as string])),
				];
			}),
		);
	const isForAll = (name: string) => name !== NOT_TRIED && !TRIED_ALONE.includes(name);
	const alone = shown
		.flatMap(({ options }) => options as INodeProperties[])
		.filter(({ name }) => TRIED_ALONE.includes(name));
	return [
		{ id, title: id, changes: {} },
		{ id, title: `${id} with its options`, changes: withOptions(isForAll) },
		...alone.map(({ name, displayName }) => ({
			id,
			title: `${id} with ${displayName}`,
			changes: withOptions((other) => other === name),
		})),
	];
});

/** Returns parameters that take what differs between the samples from the input item, and the input items. */
function forItems(samples: IDataObject[]): { parameters: IDataObject; items: IDataObject[] } {
	const parameters = { ...samples[0] };
	for (const [name, value] of Object.entries(parameters)) {
		if (samples.every((sample) => isDeepStrictEqual(sample[name], value))) continue;
		const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
		parameters[name] = isLocator ? { ...value, value: `={{ $json.${name}.value }}` } : `={{ $json.${name} }}`;
	}
	return { parameters, items: samples };
}

/**
 * The class in which n8n-core reads a node's parameters in every context; spying does not change its
 * behavior.
 */
const reader = Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as {
	_getNodeParameter(name: string): unknown;
};

let service: TestService;
let judge: InterfaceJudge;
let reading: jest.SpyInstance<unknown, [string]>;
beforeAll(async () => {
	service = await TestService.start();
	judge = await startInterfaceJudge(service.sandbox.url);
	reading = jest.spyOn(reader, '_getNodeParameter');
});
afterAll(async () => await judge?.close());

/** The address that a walk asks. The judge is left out where a file is sent, since it passes bodies on as text. */
function credentialsFor(id: string): Credentials {
	const { apiKey, url } = service.sandbox;
	return { voiceAgentApi: { apiKey, baseUrl: id === 'voice:clone' ? url : judge.url } };
}

// Older versions of n8n have no limit.
((safeRegex as unknown) ? it : it.skip)('has no limit of time that a busy machine exceeds', () => {
	expect(safeRegex.test('^(a+)+$', `${'a'.repeat(23)}!`)).toBe(false);
});

describe.each(walks)('$title', ({ id, title, changes }) => {
	it('reads only what is displayed, and pairs its output', async () => {
		await service.sandbox.control('POST', '/reset');
		// An execution waits for one reply at a time.
		const indexes = id === 'message:sendAndWait' ? [0] : [0, 1];
		const samples: IDataObject[] = [];
		const others: IDataObject[] = [];
		for (const index of indexes) {
			samples.push(await sampleOf(id, service, index));
			const { agentId } = await sampleOf('agent:get', service, index);
			others.push({ agentId, name: `name_${index}` });
		}
		const { parameters: sample, items } = forItems(samples);
		const parameters: IDataObject = { ...sample, returnAll: false, limit: 3, ...changes };
		await service.clear();
		reading.mockClear();

		const flow = voiceAgentFlow(parameters);
		const [, node] = flow.nodes;
		const input = items.map((json, index) => ({ ...SAMPLE_ITEM, json: { ...others[index], ...json } }));
		const result = await runFlow(flow, input, credentialsFor(id));
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
		expect(judge.differences.splice(0)).toEqual([]);
		expect(result.data.resultData.error?.message).toBeUndefined();
		const paired = outputOf(result, 'Voice Agent').map(({ pairedItem }) => pairedItem);
		const found = new Set(paired.map((pair) => JSON.stringify(pair)));
		// A filter may leave nothing over, and so may a message that is not the newest or was sent before.
		const mayLeaveOut = 'filters' in parameters || /(Only If Newest|Do Not Send If)$/.test(title);
		const expected = indexes.map((item) => JSON.stringify({ item }));
		if (!mayLeaveOut) expect(found).toEqual(new Set(expected));
		else expect(expected).toEqual(expect.arrayContaining([...found]));
	});
});
