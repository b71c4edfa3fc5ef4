/**
 * The fields that a person can drag before a node has run. They are written from the service's interface;
 * here they are held against what the sandbox, which is written from it as well, answers.
 */
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { mismatches, readSchema, schemaFolder } from '../support/output-schema';
import { SAMPLE_ITEM, sampledOperations, sampleOf } from '../support/operation-samples';
import { TestService } from '../support/test-service';
import { WaitingN8n } from '../support/waiting-n8n';

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
	await service.sandbox.control('PATCH', '/carrier', { report_after_seconds: 0 });
});

/** The parameters that lead to answers of other kinds than the sample does. */
const OTHER_ANSWERS: Record<string, IDataObject> = {
	'batchCall:create': { previewOnly: true, options: {} },
	'message:reply': { options: { waitUntilDelivered: 10, skipIf: [] } },
	'message:send': { options: { waitUntilDelivered: 10 } },
	'phoneNumber:search': { searchBy: 'any', limit: 20, options: {} },
};

async function recordsOf(parameters: IDataObject): Promise<IDataObject[]> {
	const run = await runFlow(voiceAgentFlow(parameters), [SAMPLE_ITEM], service.credentials);
	expect(run.data.resultData.error?.message).toBeUndefined();
	return jsonOf(outputOf(run, 'Voice Agent'));
}

/** The fields of the sandbox that the interface does not show; an account may well have none of them. */
const NOT_SHOWN_IN_INTERFACE: Record<string, string[]> = {
	'skill:update': ['trigger_type', 'schedule'],
};

async function expectSchema(id: string, records: unknown[]): Promise<void> {
	const [resource = '', operation = ''] = id.split(':');
	const schema = await readSchema(resource, operation);
	const found = new Set(records.flatMap((record) => mismatches(schema, record)));
	expect([...found]).toEqual(
		(NOT_SHOWN_IN_INTERFACE[id] ?? []).map((field) => `${field}: not in the schema`),
	);
}

/** Their answers are not shown in the interface (section 4). */
const WITHOUT_SCHEMA = ['webhookDelivery:replay', 'webhookDelivery:replayWindow'];

const described = sampledOperations.filter((id) => !WITHOUT_SCHEMA.includes(id));

it('has a schema for every operation whose answer the interface shows, and for no other', async () => {
	const files = await readdir(schemaFolder, { recursive: true });
	const schemas = files
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', '').replace(sep, ':'));
	expect(schemas.sort()).toEqual([...described].sort());
});

it.each(described.filter((id) => id !== 'message:sendAndWait'))(
	'%s puts out what its schema says',
	async (id) => {
		const sample = await sampleOf(id, service);
		const records = await recordsOf(sample);
		const changes = OTHER_ANSWERS[id];
		if (changes) records.push(...(await recordsOf({ ...sample, ...changes })));
		await expectSchema(id, records);
	},
);

it('message:sendAndWait puts out what its schema says', async () => {
	const n8n = await WaitingN8n.start();
	try {
		const records: IDataObject[] = [];
		for (const [text, more] of [
			['Yes', { responseType: 'approval' }],
			['Later', { responseType: 'approval', options: { unclearReply: 'passOn' } }],
			['1', { responseType: 'choice', choices: 'a\nb' }],
			['STOP', { responseType: 'approval' }],
		] as Array<[string, IDataObject]>) {
			await service.clear();
			const asking = { ...(await sampleOf('message:sendAndWait', service)), ...more };
			const { end } = await n8n.run(voiceAgentFlow(asking), [SAMPLE_ITEM], service.credentials);
			const [sent] = await service.requests('send-chatapp-message');
			await n8n.reply(String((sent?.body.metadata as IDataObject).n8nReplyTo), { body: text });
			records.push(...jsonOf(outputOf(await end, 'Voice Agent')));
		}
		records.push({ data: { timedOut: true } });
		await expectSchema('message:sendAndWait', records);
	} finally {
		await n8n.stop();
	}
});
