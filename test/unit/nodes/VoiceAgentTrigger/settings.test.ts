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

it.each<[IDataObject, object]>([
	[{ acknowledge: 'lastNode' }, { deduplicate: false }],
	[{ acknowledge: null }, { deduplicate: true }],
	[{ acknowledge: 'lastNode', options: { deduplicate: ' TRUE ' } }, { deduplicate: true }],
	[{ options: { deduplicate: false } }, { deduplicate: false }],
	[{ options: { deduplicationWindow: null } }, { deduplicationWindow: 1_000 }],
	[{ options: { deduplicationWindow: '1' } }, { deduplicationWindow: 1 }],
	[{ options: { deduplicationWindow: 100_000 } }, { deduplicationWindow: 100_000 }],
	[{ options: { replies: '', unknownEvents: null } }, { replies: 'resume', unknownEvents: 'drop' }],
	[{ events: 'sms.sent' }, { events: ['sms.sent'] }],
	[{ options: null }, settingsWith()],
])('reads %j', (parameters, settings) => {
	expect(read(parameters)).toMatchObject(settings);
});

const NO_SWITCH =
	/^(The expression in )?'(Ignore Repeated Events|Separate Outputs)' .*(gave no value|neither true nor)/;
const NO_WINDOW = /^'Events to Remember' .*Enter a whole number from 1 to 100000\.$/;
const NO_CHOICE =
	/^'(Replies to Send and Wait|Unknown Events|Respond|Trigger On)' .* is not one of its options/;

it.each<[object, RegExp]>([
	[{ options: { deduplicate: '' } }, NO_SWITCH],
	[{ options: { deduplicate: undefined } }, NO_SWITCH],
	[{ options: { separateOutputs: 'on' } }, NO_SWITCH],
	[{ options: { deduplicationWindow: 0 } }, NO_WINDOW],
	[{ options: { deduplicationWindow: 100_001 } }, NO_WINDOW],
	[{ options: { replies: 'Resume' } }, NO_CHOICE],
	[{ options: { unknownEvents: true } }, NO_CHOICE],
	[{ acknowledge: 'responseNode' }, NO_CHOICE],
	// n8n reads this parameter without variables.
	[{ acknowledge: '={{ $vars.respond }}' }, NO_CHOICE],
	[{ events: ['sms.received', 'fax.received'] }, NO_CHOICE],
	[{ events: { event: 'sms.sent' } }, NO_CHOICE],
	[{ events: [] }, /^No event is selected\. Choose at least one under 'Trigger On'\.$/],
	[{ events: null }, /^No event is selected\. /],
	[{ options: 'text' }, /^'Options' .* does not have the form .*Set it in the panel\.$/],
])('refuses %j', (parameters, words) => {
	expect(refusalOf(parameters as IDataObject)).toMatch(words);
});
