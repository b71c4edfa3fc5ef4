import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Examples, Outcome } from '../../support/example-workflows.ts';
import { startModel } from '../../support/stand-in-model.ts';
import type { Model } from '../../support/stand-in-model.ts';
import { until } from '../../support/eventually.ts';

/** Have written by chat app before, so that they may be asked. */
const regular = '14155550123';
const minutes = 60_000;

/** The examples that ask and go on with the reply. */
export function replies(): void {
	let examples: Examples;

	useExamples((started) => {
		examples = started;
	});

	const writes = async (person: string, body: string) =>
		await examples.sandbox.control('POST', '/events/chatapp.received', { from_number: person, body });

	/** The texts that went out by chat app, once there are so many. */
	const sent = async (count: number): Promise<string[]> => {
		const requests = await until(
			() => examples.requests('send-chatapp-message'),
			({ length }) => length >= count,
			minutes,
		);
		return requests.map(({ body }) => String(body.message));
	};

	describe('Confirm an appointment', () => {
		let workflow: StoredWorkflow;
		const user = { user: 'office', password: 'for-appointments-7' };

		beforeAll(async () => {
			const id = await examples.n8n.client.createCredential('Form', 'httpBasicAuth', user);
			workflow = await examples.import(
				'confirm-an-appointment',
				{},
				{ httpBasicAuth: { node: 'New Appointment', id } },
			);
			const setUp = await examples.executeByHand(workflow, 'Set Up');
			expect(setUp.message).toBeUndefined();
			await examples.listen(workflow);
		}, 3 * minutes);

		/** Fills in the form as its browser does. */
		const enter = async (person: string, settled?: string[]): Promise<Outcome> =>
			await examples.runOf(
				workflow,
				async () => {
					const form = new FormData();
					for (const [index, value] of ['Ada', `+${person}`, 'Tuesday at 10:00'].entries()) {
						form.set(`field-${index}`, value);
					}
					const authorization = `Basic ${Buffer.from(`${user.user}:${user.password}`).toString('base64')}`;
					const url = `${examples.n8n.url}/form/new-appointment`;
					const { status } = await fetch(url, { method: 'POST', body: form, headers: { authorization } });
					expect(status).toBe(200);
				},
				settled,
			);

		const appointment = { name: 'Ada', phone_number: `+${regular}`, appointment: 'Tuesday at 10:00' };

		test(
			'a typed yes becomes a row, after a question that had to be repeated',
			async () => {
				const run = await enter(regular, ['waiting']);
				expect(await sent(1)).toEqual([
					'Hello Ada, can you come on Tuesday at 10:00? Please answer yes or no.',
				]);
				await writes(regular, 'Which Tuesday?');
				expect((await sent(2))[1]).toMatch(/is that a yes or a no/);
				await writes(regular, 'Yes, please 👍');
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.message).toBeUndefined();
				expect(ended.items('Save the Status')).toMatchObject([
					{ ...appointment, answer: 'confirmed', words: 'Yes, please 👍' },
				]);
			},
			3 * minutes,
		);
	});

	describe('Answer with the whole conversation in mind', () => {
		test(
			'the model reads the conversation, and its answer goes out',
			async () => {
				const model = await startModel();
				try {
					await writes(regular, 'Do you have the blue lamp?');
					const workflow = await examples.importWithModel(
						'answer-with-the-whole-conversation-in-mind',
						model,
					);
					await examples.listen(workflow);
					model.script([{ text: 'Yes, on Saturday.' }]);
					const run = await examples.runOf(
						workflow,
						async () => await writes(regular, 'Can you deliver it on Saturday?'),
					);
					expect(run.message).toBeUndefined();
					expect(model.requests).toHaveLength(1);
					const asked = model.requests[0]?.messages.filter(({ role }) => role === 'user') ?? [];
					expect(asked.slice(-2).map(({ content }) => content)).toEqual([
						expect.stringContaining('Do you have the blue lamp?'),
						'Can you deliver it on Saturday?',
					]);
					expect(await sent(1)).toEqual(['Yes, on Saturday.']);
					await examples.stopListening(workflow);
				} finally {
					await model.stop();
				}
			},
			3 * minutes,
		);
	});

	describe('Approve what an AI agent sends', () => {
		let model: Model;
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			model = await startModel();
			workflow = await examples.importWithModel('approve-what-an-ai-agent-sends', model);
			await examples.listen(workflow);
		}, 2 * minutes);

		afterAll(() => model?.stop());

		const chat = async (text: string): Promise<Outcome> =>
			await examples.chat(workflow, text, ['waiting', 'error', 'success']);

		/** The model wants to send this, and says that in the end. */
		const scripted = (last: string) => [
			{
				tools: [
					{
						name: 'Send_a_Message',
						arguments: {
							toolParameters: { Recipient: `+${regular}`, Message: 'The lamp is ready.' },
							hitlParameters: {},
						},
					},
				],
			},
			{ text: last },
		];

		test(
			'a yes by chat app sends the message',
			async () => {
				model.script(scripted('It was sent.'));
				const run = await chat('Tell +14155550123 that the lamp is ready.');
				expect(run.message).toBeUndefined();
				expect(run.execution.status).toBe('waiting');
				expect(await sent(1)).toEqual([
					`May this be sent? Please answer yes or no, or say what to do instead.\n\n` +
						`To +${regular}: The lamp is ready.`,
				]);
				await writes(regular, 'Yes');
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.message).toBeUndefined();
				expect((await sent(2))[1]).toBe('The lamp is ready.');
				expect(ended.items('Assistant')).toEqual([{ output: 'It was sent.' }]);
			},
			3 * minutes,
		);

		test.each([
			['a plain no sends nothing', 'No.', /User rejected the tool call to Send a Message/],
			[
				'what else is written reaches the model as the reason',
				'Not before Friday',
				/feedback: \\"Not before Friday/,
			],
		])(
			'no yes, no message: %s',
			async (_, words, told) => {
				model.script(scripted('Nothing was sent.'));
				const run = await chat('Tell +14155550123 that the lamp is ready.');
				await sent(1);
				await writes(regular, words);
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.items('Assistant')).toEqual([{ output: 'Nothing was sent.' }]);
				expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(told);
				expect(await sent(1)).toHaveLength(1);
			},
			3 * minutes,
		);
	});
}
