import type { IDataObject } from 'n8n-workflow';

import { readObject, objectField } from '../../../../../nodes/VoiceAgent/fields/objectField';
import { createGroup } from '../../../../../nodes/parameters/parameterGroup';
import { bodyOf } from '../../../../support/plan-operation';
import { refusalOf } from '../../../../support/refusal';

const metadata = objectField({ displayName: 'Metadata', name: 'metadata', description: '', example: '{}' });

const read = (value?: unknown) =>
	readObject(createGroup({ metadata: value } as IDataObject, [metadata], 'UTC'), 'metadata');
const rows = (...entry: unknown[]) => ({ object: { specify: 'fields', fields: { entry } } });
const json = (value: unknown) => ({ object: { specify: 'json', json: value } });

it.each([
	['nothing', undefined, undefined],
	['an empty section', { object: {} }, {}],
	['no rows', rows(), {}],
	[
		'rows',
		rows({ name: ' order ', value: 'A-17' }, { name: 'paid', value: false }),
		{ order: 'A-17', paid: false },
	],
	['an empty text', rows({ name: 'order', value: '' }), { order: '' }],
	[
		'a row without a value',
		rows({ name: 'order', value: 'A-17' }, { name: 'paid', value: null }),
		{ order: 'A-17' },
	],
	['only rows without a value', rows({ name: 'order', value: undefined }), undefined],
	['JSON', json('{ "order": { "id": 17 } }'), { order: { id: 17 } }],
	['an object from an expression', json({ order: 17 }), { order: 17 }],
	['an expression without a value', json(undefined), undefined],
])('makes an object of %s', (_, value, object) => {
	expect(read(value)).toEqual(object);
});

it.each([
	['a row without a name', rows({ name: '', value: 'A-17' }), /^'Metadata > Fields > Name' is empty/],
	['a list', json('[1]'), /^'Metadata > JSON' "\[1\]" is not a JSON object/],
	[
		'another way',
		{ object: { specify: 'xml' } },
		/^'Metadata > Specify Metadata' "xml" is not one of its options/,
	],
	['what n8n makes of a text', {}, /^'Metadata' came without its fields/],
	['a text', '{}', /^'Metadata' "\{\}" does not have the form that the panel gives it/],
	['rows in place of a section', { object: [] }, /^'Metadata' ".*" does not have the form/],
])('refuses %s', (_, value, words) => {
	expect(refusalOf(() => read(value))).toMatch(words);
});

it('has the fields of a trigger context beside What Happened', async () => {
	const context = (object: IDataObject, callSummary = '') =>
		bodyOf('skill:execute', { skillId: 's1', callSummary, options: { triggerContext: { object } } });
	expect(
		await context(
			{
				specify: 'fields',
				callerPhone: '+14155550123',
				extractedData: { entry: [{ name: 'order', value: 17 }] },
			},
			'Asks for a quote',
		),
	).toEqual({
		dry_run: true,
		trigger_context: {
			caller_phone: '+14155550123',
			call_summary: 'Asks for a quote',
			extracted_data: { order: 17 },
		},
	});
	expect(await context({ callerPhone: '', extractedData: {} })).toMatchObject({ trigger_context: {} });
	expect(await bodyOf('skill:execute', { skillId: 's1', callSummary: 'Hi' })).toEqual({
		dry_run: true,
		trigger_context: { call_summary: 'Hi' },
	});
});
