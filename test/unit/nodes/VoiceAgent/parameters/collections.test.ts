import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const MEMORY = { memoryId: 'm-1' };
const FUNCTION = { functionId: 'f-1' };
const SKILL = { skillId: 'sk-1' };
const none = undefined as never;

describe('an update', () => {
	it.each([
		['memory:update', { ...MEMORY, updateFields: {} }],
		['memory:update', { ...MEMORY, updateFields: { summary: none, keyTopics: null, preferences: none } }],
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
		[{ summary: '' }, { summary: '' }],
		[{ keyTopics: '' }, { key_topics: [] }],
		[{ keyTopics: ' billing, moving ,' }, { key_topics: ['billing', 'moving'] }],
		[{ keyTopics: ['billing', ' moving '] }, { key_topics: ['billing', 'moving'] }],
		[{ summary: 'x', keyTopics: none, relationshipNotes: null }, { summary: 'x' }],
	])('of a memory sends of %j what was given and nothing else', async (updateFields, body) => {
		expect(await bodyOf('memory:update', { ...MEMORY, updateFields })).toEqual({ memory_id: 'm-1', ...body });
	});

	it.each([
		['skill:update', SKILL, 'isEnabled', 'false', { is_enabled: false }],
		['skill:update', SKILL, 'triggerType', 'schedule', { trigger_type: 'schedule' }],
		['customFunction:update', FUNCTION, 'isActive', 'true', { is_active: true }],
		['customFunction:update', FUNCTION, 'httpMethod', 'PUT', { http_method: 'PUT' }],
	])('of %s %j reads %s %j', async (id, of, field, value, body) => {
		expect(await bodyOf(id, { ...of, updateFields: { [field]: value } })).toEqual(body);
	});

	it.each([
		['skill:update', SKILL, 'isEnabled', 'nope', /^'Enabled' "nope" is neither true nor false/],
		['skill:update', SKILL, 'triggerType', 'cron', /^'Trigger Type' "cron" is not one of its options/],
		[
			'customFunction:update',
			FUNCTION,
			'httpMethod',
			'FETCH',
			/^'HTTP Method' "FETCH" is not one of its options/,
		],
		['customFunction:update', FUNCTION, 'name', 'checkOrder', /^'Name' "checkOrder" is not in snake_case/],
		['customFunction:update', FUNCTION, 'headers', 'X: 1', /^'Headers' "X: 1" is not a list/],
		['skill:update', SKILL, 'deliveryChannels', 'sms', /^'Delivery Channels' "sms" is not a list/],
	])('of %s %j refuses %s %j', async (id, of, field, value, words) => {
		expect(await refusedBy(id, { ...of, updateFields: { [field]: value } })).toMatch(words);
	});

	it.each(['..', 'a/b', '../custom-functions/1'])('cannot leave its path by the ID %j', async (skillId) => {
		expect(await refusedBy('skill:update', { skillId, updateFields: { isEnabled: true } })).toMatch(
			/^'Skill ID' ".*" is not an ID\./,
		);
	});
});
