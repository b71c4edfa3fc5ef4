import type { StoredWorkflow } from '../../../sandbox/src/n8n/workflow.ts';
import { until } from '../../support/eventually.ts';
import { useExamples } from '../support/example-workflows.ts';
import type { Examples, Outcome } from '../support/example-workflows.ts';
import { startModel } from '../support/fake-model.ts';
import type { Model } from '../support/fake-model.ts';

/** Has written by chat app an hour ago, so that the chat app may be used for an answer. */
const regular = '14155550123';
const minutes = 60_000;

/** What no scenario shows of the examples in which a model chooses the tools: what the model is told. */
export function aiAgents(): void {
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

	describe('Let an AI agent look up and answer messages', () => {
		let model: Model;
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			model = await startModel();
			workflow = await examples.importWithModel('let-an-ai-agent-look-up-and-answer-messages', model);
		}, minutes);

		afterAll(() => model?.stop());

		const chat = async (text: string): Promise<Outcome> => await examples.chat(workflow, text);

		test(
			'the model sees the tools, what they find out, and its answer goes out',
			async () => {
				model.script([
					{ tools: [{ name: 'List_Messages', arguments: { Phone_Number: `+${regular}` } }] },
					{ tools: [{ name: 'Get_the_Agent', arguments: {} }] },
					{
						tools: [
							{
								name: 'Send_a_Message',
								arguments: { Recipient: `+${regular}`, Message: 'Yes, the blue lamp is ready.' },
							},
						],
					},
					{ text: 'I told +14155550123: Yes, the blue lamp is ready.' },
				]);
				const run = await chat('What did +14155550123 want? Tell them that the lamp is ready.');

				expect(run.message).toBeUndefined();
				expect(run.items('Front Desk Assistant')).toEqual([
					{ output: 'I told +14155550123: Yes, the blue lamp is ready.' },
				]);
				const [first, second, third] = model.requests;
				expect(first?.tools.map(({ function: tool }) => tool.name).sort()).toEqual([
					'Get_the_Agent',
					'List_Messages',
					'Send_a_Message',
				]);
				expect(second?.messages.at(-1)?.content).toContain('Is it ready to collect?');
				expect(third?.messages.at(-1)?.content).toContain('Front desk');
				expect(await examples.requests('send-chatapp-message')).toMatchObject([
					{
						status: 200,
						body: {
							phone_number_id: '106540352242922',
							recipient_wa_id: '14155550123',
							message: 'Yes, the blue lamp is ready.',
						},
					},
				]);
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
			'what else is written sends nothing, and reaches the model as the reason',
			async () => {
				model.script(scripted('Nothing was sent.'));
				const run = await chat('Tell +14155550123 that the lamp is ready.');
				await sent(1);
				await writes(regular, 'Not before Friday');
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.items('Assistant')).toEqual([{ output: 'Nothing was sent.' }]);
				expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(/feedback: \\"Not before Friday/);
				expect(await sent(1)).toHaveLength(1);
			},
			3 * minutes,
		);
	});
}
