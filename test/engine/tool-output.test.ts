/** The output of a record for an AI agent that uses the node as a tool. */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, TOOL } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

let service: TestService;
let messageId: string;
beforeAll(async () => {
	service = await TestService.start();
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 1 });
	messageId = String(messages[0]?.id);
});

/** The names of the fields that come out. */
async function fieldsOf(parameters: IDataObject, type = TOOL): Promise<string[]> {
	const all = { resource: 'message', operation: 'get', messageId, ...parameters };
	const result = await service.run(all, [{}], { type });
	expect(result.data.resultData.error).toBeUndefined();
	return Object.keys(jsonOf(outputOf(result, 'Voice Agent'))[0] ?? {});
}

it('is simplified unless the tool says otherwise', async () => {
	const fields = await fieldsOf({});
	expect(fields).toHaveLength(10);
	expect(fields).not.toContain('sentiment');
	expect(await fieldsOf({ output: 'raw' })).toEqual(expect.arrayContaining(['sentiment', 'contact_id']));
});

it('is the ID and the selected fields', async () => {
	const selected = { output: 'selectedFields', outputFields: ['sentiment', 'body'] };
	expect(await fieldsOf(selected)).toEqual(['id', 'sentiment', 'body']);
	expect(await fieldsOf({ output: 'selectedFields' })).toEqual(['id']);
});

it.each([
	[
		'Fields',
		{ output: 'selectedFields', outputFields: '={{ $json.nope }}' },
		"The expression in 'Fields' gave no value for this item",
	],
	['Output', { output: '={{ "all" }}' }, `'Output' "all" is not one of its options`],
])('is not guessed from a value of %s that cannot be read', async (_, parameters, message) => {
	const all = { resource: 'message', operation: 'get', messageId, ...parameters };
	const { error } = (await service.run(all, [{}], { type: TOOL })).data.resultData;
	expect(error?.message).toBe(message);
});

it('is what Simplify says where no AI agent uses the node', async () => {
	const type = 'n8n-nodes-voice-agent.voiceAgent';
	expect(await fieldsOf({ simplify: false, output: 'simplified' }, type)).toContain('sentiment');
	expect(await fieldsOf({}, type)).toHaveLength(10);
});

it('begins with the number of a person for Get Conversation, since a model often knows no ID of a message', async () => {
	const numbers = { contactNumber: '+14155550123', ourNumber: '106540352242922' };
	const parameters = { resource: 'message', operation: 'getConversation', ...numbers };
	const result = await service.run(parameters, [{}], { type: TOOL });
	expect(jsonOf(outputOf(result, 'Voice Agent'))[0]).toMatchObject({ contact: '14155550123' });
});
