import type { StoredWorkflow, WorkflowFile } from '../../../sandbox/src/n8n/workflow.ts';
import { useExamples } from '../support/example-workflows.ts';
import type { Examples, Outcome } from '../support/example-workflows.ts';

/** Has written by chat app an hour ago, so that the chat app may be used for an answer. */
const regular = '+14155550123';
const minutes = 60_000;

/** The example whose hours no scenario can change: it calls by day only. */
export function tryAgain(): void {
	let examples: Examples;

	useExamples((started) => {
		examples = started;
	});

	const ends = async (workflow: StoredWorkflow, call: object): Promise<Outcome> =>
		await examples.runOf(
			workflow,
			async () => await examples.sandbox.control('POST', '/events/call.completed', call),
		);

	describe('Try again those who did not answer', () => {
		let workflow: StoredWorkflow;

		/** The person is called at any time of the day, since the test does not know which one it is. */
		const allDay = (file: WorkflowFile): WorkflowFile =>
			JSON.parse(
				JSON.stringify(file).replaceAll('10:00', '00:00').replaceAll('20:00', '24:00'),
			) as WorkflowFile;

		const callAgain = async () => await examples.executeByHand(workflow, 'Every Four Hours');

		beforeEach(async () => {
			workflow = await examples.import('try-again-those-who-did-not-answer', {}, allDay);
			expect((await examples.executeByHand(workflow, 'Set Up')).items('Add a Person')).toMatchObject([
				{ phone_number: regular, result: 'open', attempts: 0 },
			]);
		}, 3 * minutes);

		test(
			'a person is called three times, and no more',
			async () => {
				for (const attempts of [1, 2, 3]) {
					const run = await callAgain();
					expect(run.message).toBeUndefined();
					expect(run.items('Count the Attempt')).toMatchObject([{ phone_number: regular, attempts }]);
				}
				expect((await callAgain()).nodes.at(-1)).toBe('People to Call');
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
				const run = await callAgain();
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
				expect((await callAgain()).nodes.at(-1)).toBe('People to Call');
				await examples.stopListening(workflow);
			},
			3 * minutes,
		);
	});
}
