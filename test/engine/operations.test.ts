/** What every operation does, by its entry in `operations/entries.ts`. */
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';

import type { IDataObject, INode, IRun } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations';
import { isIdField } from '../../nodes/parameters/fields';
import { jsonOf, outputOf, runFlow, TOOL, voiceAgentFlow } from '../support/n8n-engine';
import { mismatches, readSchema, schemaFolder } from '../support/output-schema';
import { TestService } from '../support/test-service';
import { ENTRIES, INPUT_ITEM, type Entry } from './operations/entries';

const operations = resources.flatMap(({ value, operations: those }) =>
	those.map((operation) => ({ id: `${value}:${operation.value}`, ...operation })),
);

/** The answers to these are not shown in the interface (section 4). */
const WITHOUT_SCHEMA = ['webhookDelivery:replay', 'webhookDelivery:replayWindow'];

/** The fields of the sandbox that the interface does not show; an account may well have none of them. */
const NOT_SHOWN_IN_INTERFACE: Record<string, string[]> = {
	'skill:update': ['trigger_type', 'schedule'],
};

/** Operations that agents are not offered, or for which they have no files. */
const NOT_FOR_AGENTS = ['message:sendAndWait', 'voice:clone'];

let service: TestService;
beforeAll(async () => (service = await TestService.start()));

/** Makes what an operation's entry needs, in an account as new. */
async function makeEntry(id: string): Promise<Entry> {
	const make = ENTRIES[id];
	if (!make) throw new Error(`${id} has no entry in test/engine/operations/entries.ts`);
	await service.sandbox.control('POST', '/reset');
	await service.sandbox.control('PATCH', '/carrier', { report_after_seconds: 0 });
	const { parameters, ...entry } = await make(service);
	const [resource, operation] = id.split(':');
	return { ...entry, parameters: { resource, operation, ...parameters } };
}

async function run(parameters: IDataObject, more: Partial<INode> = {}, itemCount = 1): Promise<IRun> {
	await service.clear();
	const items = Array.from({ length: itemCount }, () => INPUT_ITEM);
	return await runFlow(voiceAgentFlow(parameters, more), items, service.credentials);
}

/** The requests since the last run began, as an entry has them. */
async function requests(): Promise<Entry['requests']> {
	const { requests: all } = await service.sandbox.control('GET', '/requests');
	return all.map(({ method, path, body }) => [`${method} ${path.replace('/functions/v1/', '')}`, body]);
}

async function expectRequests(expected: Entry['requests']): Promise<void> {
	const sent = await requests();
	// Some are sent at once, and arrive in any order.
	expect(sent).toEqual(expect.arrayContaining(expected));
	expect(sent).toHaveLength(expected.length);
}

/** The fields of records that are not as the schema of the output says. */
async function differencesFromSchema(id: string, records: IDataObject[]): Promise<string[]> {
	const [resource = '', operation = ''] = id.split(':');
	const schema = await readSchema(resource, operation);
	return [...new Set(records.flatMap((record) => mismatches(schema, record)))];
}

it('every operation has an entry', () => {
	expect(Object.keys(ENTRIES).sort()).toEqual(operations.map(({ id }) => id).sort());
});

it('every operation has a schema of its output, unless the interface does not show its answer', async () => {
	const files = await readdir(schemaFolder, { recursive: true });
	const schemas = files
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', '').replace(sep, ':'));
	expect([...schemas, ...WITHOUT_SCHEMA].sort()).toEqual(operations.map(({ id }) => id).sort());
});

it.each(operations)('$id sends exactly its requests, and puts out what it says', async ({ id, waits }) => {
	const entry = await makeEntry(id);
	const result = await run(entry.parameters);
	expect(result.data.resultData.error?.message).toBeUndefined();
	await expectRequests(entry.requests);
	if (waits) {
		expect(result.waitTill).toBeDefined();
		return;
	}
	const output = outputOf(result, 'Voice Agent');
	expect(output[0]).toMatchObject({ json: entry.output, pairedItem: { item: 0 } });
	if (WITHOUT_SCHEMA.includes(id)) return;
	// The schema is that of the output as it is by default, which is simplified.
	const records = entry.parameters.simplify === false ? [] : jsonOf(output);
	for (const changes of entry.variants ?? []) {
		const other = await run({ ...entry.parameters, ...changes });
		expect(other.data.resultData.error?.message).toBeUndefined();
		records.push(...jsonOf(outputOf(other, 'Voice Agent')));
	}
	expect(records).not.toEqual([]);
	const notShown = (NOT_SHOWN_IN_INTERFACE[id] ?? []).map((field) => `${field}: not in the schema`);
	expect(await differencesFromSchema(id, records)).toEqual(notShown);
});

it.each(operations.filter(({ properties }) => properties.some(({ required }) => required)))(
	'$id refuses a required field whose expression gives no value, before any request',
	async ({ id, properties }) => {
		const { parameters } = await makeEntry(id);
		for (const { name, displayName, type, displayOptions, required } of properties) {
			if (!required) continue;
			const shown = Object.entries(displayOptions?.show ?? {}).map(([other, values]) => [other, values?.[0]]);
			const nothing = '={{ $json.nothing }}';
			const value = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: nothing } : nothing;
			const { data } = await run({ ...parameters, ...Object.fromEntries(shown), [name]: value });
			const message = `The expression in '${displayName}' gave no value for this item`;
			expect(data.resultData.error?.message).toBe(message);
			expect(await requests()).toEqual([]);
		}
	},
);

it.each(operations.filter(({ properties }) => properties.some(isIdField)))(
	'$id lets what the service refuses leave by the error output, paired, with what to do',
	async ({ id, waits }) => {
		const { parameters, refusals = [] } = await makeEntry(id);
		expect(refusals.map(([, statusCode]) => statusCode)).toContain(404);
		// An execution waits for one reply at a time.
		const itemCount = waits ? 1 : 2;
		for (const [changes, statusCode, message, advice] of refusals) {
			const more = { onError: 'continueErrorOutput' } as const;
			const result = await run({ ...parameters, ...changes }, more, itemCount);
			expect(outputOf(result, 'Voice Agent', 0)).toEqual([]);
			expect(outputOf(result, 'Voice Agent', 1)).toMatchObject(
				Array.from({ length: itemCount }, (_, item) => ({
					json: {
						error: expect.stringMatching(message),
						details: { statusCode, description: expect.stringMatching(advice) },
					},
					pairedItem: { item },
				})),
			);
		}
	},
);

it.each(operations.filter(({ id }) => !NOT_FOR_AGENTS.includes(id)))(
	'$id works as the tool of an AI agent',
	async ({ id }) => {
		const entry = await makeEntry(id);
		// Where a tool has a choice of the fields: all of them.
		const result = await run({ ...entry.parameters, output: 'raw' }, { type: TOOL });
		expect(result.data.resultData.error?.message).toBeUndefined();
		await expectRequests(entry.requests);
		expect(outputOf(result, 'Voice Agent')[0]).toMatchObject({ json: entry.output });
	},
);
