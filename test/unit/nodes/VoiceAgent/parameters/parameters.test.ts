import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createGroup } from '../../../../../nodes/shared/parameters/parameterGroup';
import { refusalOf } from '../support/refusal';
import { itemsWith } from '../support/plan';

describe('parameterGroup', () => {
	const row: INodeProperties[] = [{ displayName: 'Name', name: 'name', type: 'string', default: '' }];
	const properties: INodeProperties[] = [
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			default: 1,
			typeOptions: { minValue: 1, maxValue: 9 },
		},
		{
			displayName: 'Cancel URL',
			name: 'cancelUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://x.example',
		},
		{
			displayName: 'Caller',
			name: 'caller',
			type: 'resourceLocator',
			default: '',
			modes: [{ displayName: 'By Number', name: 'id', type: 'string', placeholder: 'e.g. +14155550100' }],
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			default: {},
			options: [{ displayName: 'Header', name: 'entry', values: row }],
		},
	];
	const group = (values: IDataObject) => createGroup(values, properties, 'UTC');

	describe('ParameterGroup', () => {
		it('tells what was added, what has a value and what is empty', () => {
			const values = group({ a: undefined, b: null, c: '' } as never);
			expect(['a', 'b', 'c', 'd'].map((name) => [values.isAdded(name), values.has(name)])).toEqual([
				[true, false],
				[true, false],
				[true, true],
				[false, false],
			]);
		});

		it.each([
			['caller', '', false],
			['caller', ' ', false],
			['caller', '0', true],
			['cancelUrl', '', false],
			['cancelUrl', { a: 1 }, true],
			['limit', '', true],
			['limit', 0, true],
			['headers', {}, true],
		])('has of %s the value %j: %j', (name, value, has) => {
			expect(group({ [name]: value } as never).has(name)).toBe(has);
		});

		it('reads nothing that objects have by themselves', () => {
			expect(group({}).has('constructor')).toBe(false);
			expect(group({}).isAdded('toString')).toBe(false);
		});

		it('speaks in the labels, limits and examples of the panel', () => {
			const values = group({ limit: 10, cancelUrl: 'x', caller: '0301234567' });
			expect(refusalOf(() => values.integer('limit'))).toMatch(
				/^'Limit' "10" is not a whole number from 1 to 9\. /,
			);
			expect(refusalOf(() => values.url('cancelUrl'))).toMatch(
				/^'Cancel URL' "x" .*e\.g\. https:\/\/x\.example\.$/,
			);
			expect(refusalOf(() => values.phoneNumber('caller'))).toMatch(
				/^'Caller' "0301234567" .*e\.g\. \+14155550100\.$/,
			);
			expect(values.label('unknown')).toBe("'unknown'");
		});

		it('reads rows and names them after their list', () => {
			const [first, second] = group({ headers: { entry: [{ name: 'X-Shop' }, {}] } }).rows('headers');
			expect(first?.text('name')).toBe('X-Shop');
			expect(refusalOf(() => second?.requiredText('name', 'Enter one.'))).toBe(
				"'Headers > Name' is empty. Enter one.",
			);
		});

		it.each([undefined, null, {}, { entry: [] }])('finds no rows in %j', (headers) => {
			expect(group({ headers } as never).rows('headers')).toEqual([]);
		});

		it.each([
			'text',
			5,
			true,
			[],
			[{ name: 'X' }],
			{ entry: 'text' },
			{ entry: undefined },
			{ entry: ['X'] },
		])('refuses %j, which would clear the list otherwise', (headers) => {
			expect(refusalOf(() => group({ headers } as never).rows('headers'))).toMatch(
				/^'Headers' ".*" is not a list /,
			);
		});
	});
});

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
			expect(() => item.filters.boolean('isActive')).toThrow("'Active' has no value");
		});

		it.each([undefined, null, '', ' ', '{}', {}])(
			'takes %j for no additional body fields',
			(additionalBodyFields) => {
				expect(update({}, { additionalBodyFields }).additionalBodyFields).toEqual({});
			},
		);

		it('reads a collection once, since its expressions cost time', () => {
			const item = update({ summary: 'x' });
			const read = jest.spyOn(item.context, 'getNodeParameter');
			expect([item.updateFields.text('summary'), item.updateFields.has('summary')]).toEqual(['x', true]);
			expect(read).toHaveBeenCalledTimes(1);
		});

		it('knows whether an AI agent uses the node, where n8n tells', () => {
			const isForAgent = (more: object) => itemsWith('memory:update', {}, more)[0].isForAgent;
			expect([isForAgent({}), isForAgent({ isToolExecution: () => true })]).toEqual([false, true]);
			const ofType = (type: string) => isForAgent({ getNode: () => ({ type, parameters: {} }) });
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
