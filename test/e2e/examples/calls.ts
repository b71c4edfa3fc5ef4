import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Changes, Examples, Outcome } from '../../support/example-workflows.ts';
import { untypedControl } from '../../support/untyped-control.ts';

/** Has written by chat app an hour ago, so that the chat app may be used for an answer. */
const regular = '+14155550123';
/** Has not. */
const stranger = '+14155550188';
/** The skill that tells the team. */
const followUp = 'b0ca5e37-c2b9-560a-8e00-68c7a790d331';
const minutes = 60_000;

/** The examples that follow up calls with tables, messages and skills. */
export function calls(): void {
	let examples: Examples;

	useExamples((started) => {
		examples = started;
	});

	const ends = async (workflow: StoredWorkflow, call: object): Promise<Outcome> =>
		await examples.runOf(
			workflow,
			async () => await examples.sandbox.control('POST', '/events/call.completed', call),
		);

	const skillRequests = async () => await examples.requests(`manage-skills/${followUp}/execute`);

	describe('Try again those who did not answer', () => {
		let workflow: StoredWorkflow;

		/** The person is called at any time of the day, since the test does not know which one it is. */
		const allDay: Changes = {
			'Call Them': [
				['10:00', '00:00'],
				['20:00', '24:00'],
			],
		};

		const tryAgain = async () => await examples.executeByHand(workflow, 'Every Four Hours');

		beforeEach(async () => {
			workflow = await examples.import('try-again-those-who-did-not-answer', allDay);
			expect((await examples.executeByHand(workflow, 'Set Up')).items('Add a Person')).toMatchObject([
				{ phone_number: regular, result: 'open', attempts: 0 },
			]);
		}, 3 * minutes);

		test(
			'a person is called three times, and no more',
			async () => {
				for (const attempts of [1, 2, 3]) {
					const run = await tryAgain();
					expect(run.message).toBeUndefined();
					expect(run.items('Count the Attempt')).toMatchObject([{ phone_number: regular, attempts }]);
				}
				expect((await tryAgain()).nodes.at(-1)).toBe('People to Call');
				const calls = await examples.requests('batch-calls');
				expect(calls.map(({ body }) => body.recipients)).toEqual(
					[1, 2, 3].map(() => [{ phone_number: regular, name: 'Ada Example' }]),
				);
			},
			3 * minutes,
		);

		test(
			'an attempt by which nobody is called does not count, and a person who has answered is called no more',
			async () => {
				await examples.sandbox.control('POST', '/events/sms.received', {
					from_number: regular,
					body: 'STOP',
				});
				const run = await tryAgain();
				expect(run.items('Call Them')).toMatchObject([
					{ created: false, skipped_recipients: [{ phone_number: regular, reason: 'optedOut' }] },
				]);
				expect(run.items('Count the Attempt')).toEqual([]);
				expect(await examples.requests('batch-calls')).toEqual([]);

				await examples.sandbox.control('POST', '/events/sms.received', {
					from_number: regular,
					body: 'START',
				});
				await examples.listen(workflow);
				const unanswered = {
					direction: 'outbound',
					to_number: regular,
					transcript: [{ role: 'agent', text: 'Hi' }],
				};
				expect((await ends(workflow, unanswered)).items('Write the Result')).toMatchObject([
					{ result: 'open' },
				]);
				const calledBack = { from_number: regular, transcript: [{ role: 'caller', text: 'You called me' }] };
				expect((await ends(workflow, calledBack)).items('Write the Result')).toMatchObject([
					{ phone_number: regular, result: expect.not.stringMatching(/^open$/) },
				]);
				expect((await tryAgain()).nodes.at(-1)).toBe('People to Call');
				await examples.stopListening(workflow);
			},
			3 * minutes,
		);
	});

	describe('Opt-outs in one place', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await examples.import('opt-outs-in-one-place');
			expect((await examples.executeByHand(workflow, 'Set Up')).message).toBeUndefined();
			await examples.listen(workflow);
		}, 3 * minutes);
		afterAll(async () => await examples.stopListening(workflow));

		const writes = async (event: string, body: string, from: object = {}): Promise<Outcome> =>
			await examples.runOf(
				workflow,
				async () => await untypedControl(examples.sandbox, 'POST', `/events/${event}`, { body, ...from }),
			);

		test(
			'the row of a person has the latest word, by SMS and by chat app',
			async () => {
				const sms = await writes('sms.received', 'Please stop', { from_number: regular });
				expect(sms.items('Write the Latest Word')).toMatchObject([
					{ phone_number: regular, word: 'out', at: expect.any(String) },
				]);
				// The trigger polls once a minute.
				const chat = await writes('chatapp.received', 'START', { from_number: regular.slice(1) });
				expect(chat.items('Write the Latest Word')).toMatchObject([
					{ phone_number: regular, word: 'in', id: sms.items('Write the Latest Word')[0]?.id },
				]);
				const other = await writes('sms.received', 'When do you stop working?', { from_number: regular });
				expect(other.nodes.at(-1)).toBe('Opt-Out or Opt-In?');
			},
			4 * minutes,
		);
	});

	describe('Answer after hours', () => {
		test(
			'whom the chat app does not reach is noted as well, and an outbound call needs nothing',
			async () => {
				const workflow = await examples.import('answer-after-hours', { 'Opening Hours': [['9', '24']] });
				await examples.listen(workflow);
				const sms = { from_number: stranger, body: 'A leak!' };
				const run = await examples.runOf(
					workflow,
					async () => await examples.sandbox.control('POST', '/events/sms.received', sms),
				);
				expect(run.message).toBeUndefined();
				expect(await skillRequests()).toHaveLength(1);
				const outbound = await ends(workflow, { direction: 'outbound', to_number: regular });
				expect(outbound.nodes.at(-1)).toBe('Open');
				await examples.stopListening(workflow);
			},
			2 * minutes,
		);
	});

	describe('Alert me when a workflow fails', () => {
		const failing = async (errorWorkflow: string): Promise<StoredWorkflow> => {
			const path = 'fails-always';
			const stored = await examples.n8n.client.createWorkflow({
				name: 'Fails always',
				nodes: [
					{
						id: 'c7a1a1d0-0a3f-4f0e-9d0c-5b8f1f0a7e01',
						name: 'Called',
						type: 'n8n-nodes-base.webhook',
						typeVersion: 2.1,
						position: [0, 0],
						webhookId: path,
						parameters: { path, options: {} },
					},
					{
						id: 'c7a1a1d0-0a3f-4f0e-9d0c-5b8f1f0a7e02',
						name: 'Stops',
						type: 'n8n-nodes-base.stopAndError',
						typeVersion: 1,
						position: [200, 0],
						parameters: { errorMessage: 'The printer is out of paper' },
					},
				],
				connections: { Called: { main: [[{ node: 'Stops', type: 'main', index: 0 }]] } },
				settings: { executionOrder: 'v1', errorWorkflow },
			});
			await examples.n8n.client.activateWorkflow(stored);
			return stored;
		};

		test(
			'a failed execution of another workflow reaches the channels of the skill',
			async () => {
				const workflow = await examples.import('alert-me-when-a-workflow-fails');
				await examples.n8n.client.activateWorkflow(workflow);
				await failing(workflow.id);
				const run = await examples.runOf(
					workflow,
					async () => await fetch(`${examples.n8n.url}/webhook/fails-always`),
				);
				expect(run.message).toBeUndefined();
				expect(run.nodes.at(-1)).toBe('Alerted');
				const [alert] = await skillRequests();
				expect(alert?.body).toMatchObject({
					trigger_context: {
						call_summary: expect.stringMatching(
							/^The workflow "Fails always" stopped at "Stops": The printer is out of paper http/,
						),
					},
				});
			},
			3 * minutes,
		);
	});
}
