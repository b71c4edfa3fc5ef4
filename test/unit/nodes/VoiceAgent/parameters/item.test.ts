import { itemsWith } from '../../../../support/plan-operation';

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
