import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const inJson = (json: unknown) => ({ object: { specify: 'json', json } });

const update = (updateFields: object) => ({ memoryId: 'm1', updateFields: updateFields as never });

it.each([
	[{ keyTopics: 'billing, moving , ' }, { key_topics: ['billing', 'moving'] }],
	[{ keyTopics: ['billing', ' moving ', 7, ''] }, { key_topics: ['billing', 'moving', '7'] }],
	[{ keyTopics: '["billing", "moving house"]' }, { key_topics: ['billing', 'moving house'] }],
	[{ keyTopics: '[urgent], billing' }, { key_topics: ['[urgent]', 'billing'] }],
	[{ keyTopics: '' }, { key_topics: [] }],
	[{ preferences: inJson('{ "language": "es" }') }, { preferences: { language: 'es' } }],
	[{ preferences: inJson('') }, { preferences: {} }],
	[{ summary: '' }, { summary: '' }],
	[{ summary: 'x', keyTopics: null, preferences: undefined }, { summary: 'x' }],
])('of %j sends %j', async (fields, body) => {
	expect(await bodyOf('memory:update', update(fields))).toEqual({ memory_id: 'm1', ...body });
});

it.each([
	[{ preferences: inJson('[1]') }, /^'Preferences > JSON' "\[1\]" is not a JSON object/],
	[
		{ preferences: {} },
		/^'Preferences' came without its fields\. n8n does not pass on a text or an expression/,
	],
	[{ keyTopics: { a: 1 } }, /^'Key Topics' "\{"a":1\}" is an object, not text/],
	[{ preferences: inJson(null) }, /^There is nothing to update/],
	[{}, /Choose at least one field to update/],
])('is refused with %j', async (fields, message) => {
	expect(await refusedBy('memory:update', update(fields))).toMatch(message);
});
