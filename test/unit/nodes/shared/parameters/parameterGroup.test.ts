import type { INodeProperties } from 'n8n-workflow';

import { ParameterGroup } from '../../../../../nodes/shared/parameters/parameterGroup';
import { refusalOf } from '../../VoiceAgent/support/refusal';

const properties: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			{
				displayName: 'Hours',
				name: 'hours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 72 },
				default: 24,
			},
		],
	},
];

const optionsOf = (value: unknown) => new ParameterGroup(() => value, properties, 'UTC').group('options');

describe('group', () => {
	it('has the options that were added, with their labels and limits', () => {
		const options = optionsOf({ hours: '80' });
		expect(options.isAdded('hours')).toBe(true);
		expect(refusalOf(() => options.number('hours'))).toMatch(/^'Hours' "80" is not a number from 1 to 72/);
		expect(optionsOf({ hours: 1.5 }).number('hours')).toBe(1.5);
	});

	it.each([undefined, null, {}])('has none for %j', (value) => {
		expect(optionsOf(value).isAdded('hours')).toBe(false);
	});

	it.each(['24', 24, [24]])('is refused for %j', (value) => {
		expect(refusalOf(() => optionsOf(value))).toMatch(
			/^'Options' ".*" does not have the form that the panel gives it\. Set it in the panel\.$/,
		);
	});
});
