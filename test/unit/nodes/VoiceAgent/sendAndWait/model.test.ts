import type { IWebhookFunctions } from 'n8n-workflow';

import { askModel } from '../../../../../nodes/VoiceAgent/sendAndWait/model';

type Invoke = (messages: unknown, options: { signal: AbortSignal }) => Promise<{ content: unknown }>;

const APPROVAL = { yes: 'Yes', no: 'No' };

/** Asks a model about a reply; returns the code that it has named, and what was logged. */
async function ask(invoke: Invoke, answers: Record<string, string> = APPROVAL) {
	const log: string[] = [];
	const context = {
		getInputConnectionData: async () => ({ invoke }),
		getNode: () => ({ name: 'Ask' }),
		getWorkflow: () => ({}),
		logger: { warn: (line: string) => log.push(line) },
	} as unknown as IWebhookFunctions;
	const code = await askModel(context, { question: 'Shall we come?', answers, reply: 'Sounds lovely' });
	return { code, log };
}

const UNREADABLE =
	'Ask: the model could not read a reply, so the reply is unclear: its answer is none of those offered';

it.each<[string, unknown]>([
	['in a fence', '```json\n{"answer": "yes"}\n```'],
	[
		'in parts',
		[
			{ type: 'reasoning', reasoning: 'no' },
			{ type: 'text', text: ' {"answer":"YES"} ' },
		],
	],
])('reads an answer %s', async (_, content) => {
	expect(await ask(async () => ({ content }))).toEqual({ code: 'yes', log: [] });
});

const LETTERS = { A: '9:00', B: '11:00' };

it.each<[string, unknown, Record<string, string>?]>([
	['prose', 'The person says yes.'],
	['prose around it', 'Sure! {"answer": "yes"}'],
	['two answers', '{"answer": "yes"}\n{"answer": "no"}'],
	['two answers under one name', '{"answer": "no", "answer": "yes"}'],
	['a list of answers', '{"answer": ["yes", "no"]}'],
	['more than the answer', '{"answer": "yes", "approved": true}'],
	['an answer that is not offered', '{"answer": "maybe"}'],
	['a number out of range', '{"answer": 3}', { 1: 'Morning', 2: 'Afternoon' }],
	['a number for letters', '{"answer": "2"}', LETTERS],
	['a name of an object', '{"answer": "constructor"}'],
	['nothing', ''],
	['no text', [{ type: 'image_url', image_url: 'x' }]],
	['null', null],
])('is not sure after %s, and logs why', async (_, content, answers = APPROVAL) => {
	expect(await ask(async () => ({ content }), answers)).toEqual({ code: undefined, log: [UNREADABLE] });
});

it.each([true, false])(
	'does not wait for a model that never answers; heeds the signal: %s',
	async (heeds) => {
		const time = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		const asked = ask(
			async (_, { signal }) =>
				await new Promise((_resolve, reject) => {
					signal.addEventListener('abort', () => heeds && reject(new Error('This operation was aborted')));
					time.abort();
				}),
		);
		expect(await asked).toEqual({
			code: undefined,
			log: [expect.stringMatching(/it has not answered within 8 seconds$/)],
		});
		expect(timeout.mock.calls).toEqual([[8_000]]);
		timeout.mockRestore();
	},
);
