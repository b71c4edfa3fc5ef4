import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { InvalidParameterError } from '../../../../nodes/parameters/invalidParameterError';
import { readExecutionSettings, readWebhookSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';

/** The values that n8n gives for a node with these parameters. */
const contextWith = (parameters: IDataObject) => {
	const all: IDataObject = {
		events: ['sms.received'],
		acknowledge: 'onReceived',
		options: {},
		...parameters,
	};
	return { getTimezone: () => 'UTC', getNode: () => ({ parameters: all }), all };
};

const read = (parameters: IDataObject) => {
	const { all, ...context } = contextWith(parameters);
	const getNodeParameter = (name: string) => all[name];
	return readWebhookSettings({ ...context, getNodeParameter } as unknown as IWebhookFunctions);
};

const readOptions = (options: IDataObject) => read({ options });

/** The text that a person sees. */
function refusalOf(parameters: IDataObject): string {
	try {
		read(parameters);
	} catch (error) {
		if (error instanceof InvalidParameterError) return error.fullText;
		throw error;
	}
	throw new Error('It is not refused');
}

it('reads the defaults of the panel, in an execution too', () => {
	expect(read({})).toEqual(settingsWith());
	const { all, ...context } = contextWith({});
	const getNodeParameter = (name: string, itemIndex: number) => (itemIndex === 0 ? all[name] : undefined);
	const execution = { ...context, getNodeParameter } as unknown as IExecuteFunctions;
	expect(readExecutionSettings(execution)).toEqual(settingsWith());
});

it('reads what the panel can set', () => {
	const options = {
		deduplicate: false,
		deduplicationField: ' data.id ',
		deduplicationWindow: 100_000,
		replies: 'resumeAndStart',
		separateOutputs: true,
		unknownEvents: 'passOn',
	};
	expect(read({ events: ['sms.sent', 'call.completed'], acknowledge: 'lastNode', options })).toEqual({
		...options,
		events: ['sms.sent', 'call.completed'],
		respondsAfterwards: true,
		deduplicationField: 'data.id',
		fieldPaths: {},
	});
});

describe('Field Paths', () => {
	const readPaths = (...entry: IDataObject[]) => readOptions({ fieldPaths: { entry } }).fieldPaths;

	it('are read by field', () => {
		expect(
			readPaths(
				{ field: 'call.contact', path: ' data.caller.phone ' },
				{ field: 'message.text', path: "data['a text'][0]" },
			),
		).toEqual({ 'call.contact': 'data.caller.phone', 'message.text': "data['a text'][0]" });
	});

	it.each([undefined, null, {}, { entry: [] }])('%j are none', (fieldPaths) => {
		expect(readOptions({ fieldPaths } as IDataObject).fieldPaths).toEqual({});
	});

	it.each([
		[{ field: 'call.contact', path: '' }, "'Field Paths > Path' is empty. Enter the path"],
		[{ field: 'call.contact', path: 'data[' }, `'Field Paths > Path' "data[" is not a path. Enter names`],
		[{ field: 'call.contact' }, "The expression in 'Field Paths > Path' gave no value"],
		[{ field: 'message.optOut', path: 'a' }, '\'Field Paths > Field\' "message.optOut" is not one of'],
		[{ path: 'a' }, "The expression in 'Field Paths > Field' gave no value"],
	])('refuse %j', (row, refusal) => {
		expect(refusalOf({ options: { fieldPaths: { entry: [row] } } })).toContain(refusal);
	});

	it('refuse two paths for a field', () => {
		const entry = ['a', 'b'].map((path) => ({ field: 'call.contact', path }));
		expect(refusalOf({ options: { fieldPaths: { entry } } })).toContain(
			"'Field Paths' has two paths for call.contact. Remove one of them.",
		);
	});
});

it.each([
	[undefined, 'onReceived', true],
	[undefined, 'lastNode', false],
	[true, 'lastNode', true],
	['true', 'lastNode', true],
	['true', 'onReceived', true],
	[' TRUE ', 'onReceived', true],
	[1, 'lastNode', true],
	[false, 'onReceived', false],
	['false', 'onReceived', false],
])('reads Ignore Repeated Events %j with Respond %s as %j', (deduplicate, acknowledge, expected) => {
	const options = deduplicate === undefined ? {} : { deduplicate };
	expect(read({ acknowledge, options }).deduplicate).toBe(expected);
});

it.each([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
])('reads Separate Outputs %j as %j', (separateOutputs, expected) => {
	expect(readOptions({ separateOutputs }).separateOutputs).toBe(expected);
});

it.each<[string, unknown]>(
	['deduplicate', 'separateOutputs'].flatMap((name) =>
		['', 'yes', 'on', 2, {}, { on: true }, [], [true], undefined, null].map((value): [string, unknown] => [
			name,
			value,
		]),
	),
)('refuses %s %j instead of leaving it off', (name, value) => {
	const label = name === 'deduplicate' ? 'Ignore Repeated Events' : 'Separate Outputs';
	expect(refusalOf({ options: { [name]: value } as IDataObject })).toMatch(
		new RegExp(`'${label}' (gave no value\\. Check|.*neither true nor false\\. Turn the switch)`),
	);
});

it.each([
	[undefined, 1_000],
	[null, 1_000],
	[1, 1],
	['250', 250],
	[100_000, 100_000],
])('reads Events to Remember %j as %d', (deduplicationWindow, expected) => {
	expect(readOptions({ deduplicationWindow } as IDataObject).deduplicationWindow).toBe(expected);
});

it.each([0, -5, 2.5, 1e9, Infinity, 'many', '', true, {}, [5]])(
	'refuses Events to Remember %j',
	(deduplicationWindow) => {
		expect(refusalOf({ options: { deduplicationWindow } })).toMatch(
			/^'Events to Remember' .*Enter a whole number from 1 to 100000\.$/,
		);
	},
);

it.each([
	['replies', 'resumeAndStart', 'resumeAndStart'],
	['replies', ' resume ', 'resume'],
	['replies', undefined, 'resume'],
	['replies', '', 'resume'],
	['unknownEvents', 'passOn', 'passOn'],
	['unknownEvents', null, 'drop'],
])('reads the choice %s %j as %s', (name, value, expected) => {
	expect(readOptions({ [name]: value })).toMatchObject({ [name]: expected });
});

it.each<[string, string, unknown]>([
	['replies', 'Replies to Send and Wait', 'Resume'],
	['replies', 'Replies to Send and Wait', { value: 'resume' }],
	['replies', 'Replies to Send and Wait', ['resume']],
	['unknownEvents', 'Unknown Events', 'pass'],
	['unknownEvents', 'Unknown Events', true],
])('refuses the choice %s by its label %s: %j', (name, label, value) => {
	expect(refusalOf({ options: { [name]: value } as IDataObject })).toMatch(
		new RegExp(`^'${label}' .* is not one of its options\\. Choose one from the list`),
	);
});

it.each([[undefined], [null], ['']])('compares the whole body if Event ID Field is %j', (value) => {
	expect(readOptions({ deduplicationField: value } as IDataObject).deduplicationField).toBe('');
});

it('refuses a Event ID Field that is no text', () => {
	expect(refusalOf({ options: { deduplicationField: { id: 1 } } })).toMatch(
		/^'Event ID Field' .* is an object, not text/,
	);
});

it.each([
	['onReceived', false],
	[' lastNode ', true],
	[null, false],
])('reads Respond %j', (acknowledge, expected) => {
	expect(read({ acknowledge }).respondsAfterwards).toBe(expected);
});

it.each([['responseNode'], ['LastNode'], [true], [{}]])('refuses Respond %j', (acknowledge) => {
	expect(refusalOf({ acknowledge })).toMatch(/^'Respond' .* is not one of its options/);
});

it('refuses an expression in Respond, which n8n reads without variables', () => {
	expect(refusalOf({ acknowledge: '={{ $vars.respond }}' })).toMatch(
		/^'Respond' .* is not one of its options/,
	);
});

it('reads one event given as text', () => {
	expect(read({ events: 'sms.sent' }).events).toEqual(['sms.sent']);
});

it.each([[[]], [undefined], [null]])('asks for at least one event when there is %j', (events) => {
	expect(refusalOf({ events } as IDataObject)).toBe(
		"No event is selected. Choose at least one under 'Trigger On'.",
	);
});

it.each([['sms'], [['sms.received', 'fax.received']], [{ event: 'sms.sent' }], [true]])(
	'refuses Events %j',
	(events) => {
		expect(refusalOf({ events } as IDataObject)).toMatch(/^'Trigger On' .* is not one of its options/);
	},
);

it.each(['text', 7, ['deduplicate']])('refuses %j in place of all options', (options) => {
	expect(refusalOf({ options } as IDataObject)).toMatch(
		/^'Options' .* does not have the form that the panel gives it\. Set it in the panel\.$/,
	);
});

it('reads an expression without a value in place of all options as none', () => {
	expect(read({ options: null } as IDataObject)).toEqual(settingsWith());
});
