import { humanOnlyVariants } from '../../../../../nodes/VoiceAgent/fields/humanOnly';

it('takes no expression, and so nothing from a model, in the tool variant alone', () => {
	const property = { displayName: 'Preview Only', name: 'dryRun', type: 'boolean', default: false } as const;
	const shown = { ...property, displayOptions: { show: { mode: ['a'] } } };
	expect(humanOnlyVariants(shown)).toEqual([
		{ ...property, displayOptions: { show: { mode: ['a'] }, hide: { '@tool': [true] } } },
		{ ...property, noDataExpression: true, displayOptions: { show: { mode: ['a'], '@tool': [true] } } },
	]);
});
