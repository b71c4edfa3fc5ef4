import { itemsWith, bodyOf, refusedBy } from '../../../../support/plan-operation';

describe('item', () => {
	const update = (updateFields: object, options = {}) =>
		itemsWith('memory:update', { memoryId: 'm-1', updateFields: updateFields as never, options })[0];

	describe('Item', () => {
		it('leaves fields without a value out of an update, but not empty ones', () => {
			const { updateFields } = update({ summary: undefined, keyTopics: null, relationshipNotes: '' });
			expect(['summary', 'keyTopics', 'relationshipNotes'].map((name) => updateFields.isAdded(name))).toEqual(
				[false, false, true],
			);
		});

		it('keeps options without a value, so that a switch among them is refused', () => {
			const [item] = itemsWith('phoneNumber:getAll', { filters: { isActive: undefined } as never });
			expect(item.filters.isAdded('isActive')).toBe(true);
			expect(() => item.filters.boolean('isActive')).toThrow(
				"The expression in 'Active' gave no value for this item",
			);
		});

		it.each([undefined, null, '', ' ', '{}', {}])(
			'takes %j for no additional body fields',
			(additionalBodyFields) => {
				expect(update({}, { additionalBodyFields }).additionalBodyFields).toEqual({});
			},
		);

		it('knows whether an AI agent uses the node, where n8n tells', () => {
			const isToolCall = (more: object) => itemsWith('memory:update', {}, more)[0].isToolCall;
			expect([isToolCall({}), isToolCall({ isToolExecution: () => true })]).toEqual([false, true]);
			const ofType = (type: string) => isToolCall({ getNode: () => ({ type, parameters: {} }) });
			expect(
				['voiceAgent', 'voiceAgentTool', 'voiceAgentHitlTool'].map((name) =>
					ofType(`n8n-nodes-voice-agent.${name}`),
				),
			).toEqual([false, true, false]);
		});

		it('has the JSON of its own input item', () => {
			const items = itemsWith('memory:update', {}, { items: [{ a: 1 }, { a: 2 }] });
			expect(items.map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
		});
	});
});

const MEMORY = { memoryId: 'm-1' };
const FUNCTION = { functionId: 'f-1' };
const SKILL = { skillId: 'sk-1' };
const none = undefined as never;

describe('an update', () => {
	it.each([
		['memory:update', { ...MEMORY, updateFields: {} }],
		['skill:update', { ...SKILL, updateFields: { isEnabled: none, config: null, deliveryChannels: none } }],
		['customFunction:update', { ...FUNCTION, updateFields: { isActive: none, headers: null, name: none } }],
	])('of %s is refused where no field has a value', async (id, parameters) => {
		expect(await refusedBy(id, parameters)).toMatch(
			/^There is nothing to update\. Choose at least one field to update\./,
		);
	});

	it('may consist of Additional Body Fields alone', async () => {
		const options = { additionalBodyFields: '{"tone":"kind"}' };
		expect(await bodyOf('memory:update', { ...MEMORY, updateFields: {}, options })).toEqual({
			memory_id: 'm-1',
			tone: 'kind',
		});
	});

	it.each([
		['skill:update', SKILL, 'isEnabled', 'false', { is_enabled: false }],
		['customFunction:update', FUNCTION, 'isActive', 'true', { is_active: true }],
		['customFunction:update', FUNCTION, 'httpMethod', 'PUT', { http_method: 'PUT' }],
	])('of %s %j reads %s %j', async (id, of, field, value, body) => {
		expect(await bodyOf(id, { ...of, updateFields: { [field]: value } })).toEqual(body);
	});

	it.each([['skill:update', SKILL, 'isEnabled', 'nope', /^'Enabled' "nope" is neither true nor false/]])(
		'of %s %j refuses %s %j',
		async (id, of, field, value, words) => {
			expect(await refusedBy(id, { ...of, updateFields: { [field]: value } })).toMatch(words);
		},
	);

	it.each(['..', 'a/b', '../custom-functions/1'])('cannot leave its path by the ID %j', async (skillId) => {
		expect(await refusedBy('skill:update', { skillId, updateFields: { isEnabled: true } })).toMatch(
			/^'Skill ID' ".*" is not an ID\./,
		);
	});
});
