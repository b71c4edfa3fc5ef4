import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { callFunction, firstAgent, functionNamed } from '../support/agent-functions.ts';
import { useExamples } from '../support/examples.ts';
import type { Changes, Examples } from '../support/examples.ts';
import { until } from '../support/trigger-n8n.ts';

const MINUTE_MS = 60_000;

/** The examples that an agent calls during a conversation. */
export function functions(): void {
	let examples: Examples;
	useExamples((started) => {
		examples = started;
	});

	/**
	 * Imports an example for the first agent of this sandbox, publishes it, and
	 * waits until the agent has its functions.
	 */
	const publish = async (
		name: string,
		triggers: Record<string, string>,
		changes: Changes = {},
	): Promise<StoredWorkflow> => {
		const workflow = await examples.import(name, changes);
		await examples.n8n.client.activateWorkflow(workflow);
		for (const functionName of Object.values(triggers)) await published(functionName);
		return workflow;
	};
	const published = async (name: string) =>
		await until(
			async () =>
				await functionNamed(examples.sandbox, await firstAgent(examples.sandbox), name).catch(
					() => undefined,
				),
			(found) => found?.is_active === true,
			MINUTE_MS,
		);
	const ask = async (name: string, args: object): Promise<unknown> => {
		const found = await functionNamed(examples.sandbox, await firstAgent(examples.sandbox), name);
		const { status, body } = await callFunction(found, args);
		expect(status).toBe(200);
		return body;
	};

	test(
		'Answer where an order is, while the call goes on',
		async () => {
			const workflow = await publish('answer-where-an-order-is-while-the-call-goes-on', {
				'Agent Asks for an Order': 'find_order',
			});
			await examples.executeByHand(workflow, 'Set Up');
			const found = { answer: 'Order A-17 is on its way, arrives on Tuesday.' };
			expect(await ask('find_order', { order_number: 'A-17' })).toEqual(found);
			expect(await ask('find_order', { order_number: 'a 17' })).toEqual(found);
			expect(await ask('find_order', { order_number: 'B-1' })).toEqual({
				answer: 'There is no order with this number. Ask the caller to check it.',
			});
			expect(await ask('find_order', {})).toEqual({
				error: 'order_number is missing: ask the caller for it',
			});
		},
		3 * MINUTE_MS,
	);

	test(
		'Check free appointments and book one: a time is booked once, also when two callers want it at once',
		async () => {
			const workflow = await publish('check-free-appointments-and-book-one', {
				'Agent Asks for Free Times': 'find_free_times',
				'Agent Books a Time': 'book_time',
			});
			await examples.executeByHand(workflow, 'Set Up');
			const day = '2026-12-01';
			expect(await ask('find_free_times', { day })).toEqual({ free_times: ['09:00', '10:00', '14:00'] });
			expect(await ask('find_free_times', { day: '2026-12-02' })).toEqual({ free_times: [] });
			const wanted = ['Ada Winter', 'Ben Sommer'].map((customer) => ({ day, time: '10:00', customer }));
			const answers = await Promise.all(wanted.map(async (one) => await ask('book_time', one)));
			expect(answers).toHaveLength(2);
			expect(answers).toEqual(
				expect.arrayContaining([
					expect.objectContaining({ booked: true }),
					{ booked: false, answer: 'This time is not free. Offer another one.' },
				]),
			);
			expect(await ask('find_free_times', { day })).toEqual({ free_times: ['09:00', '14:00'] });
		},
		3 * MINUTE_MS,
	);

	describe('Hand the caller to a person when a workflow says so', () => {
		const name = 'hand-the-caller-to-a-person-when-a-workflow-says-so';
		const trigger = { 'Agent Asks for a Person': 'request_person' };
		const request = { reason: 'The wrong lamp was delivered twice', caller_phone: '+14155550123' };
		const WEEKDAYS = '{{ [1, 2, 3, 4, 5] }}';
		/** A time zone in which it is noon, or the hour after it. */
		const noonZone = () => {
			const behind = new Date().getUTCHours() - 12;
			return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
		};
		let workflow: StoredWorkflow | undefined;
		afterEach(async () => {
			if (workflow) await examples.stopListening(workflow);
		});

		test(
			'transfers the call during opening hours',
			async () => {
				workflow = await publish(name, trigger, {
					'Opening Hours': [
						[WEEKDAYS, '{{ [1, 2, 3, 4, 5, 6, 7] }}'],
						['America/New_York', noonZone()],
					],
				});
				expect(await ask('request_person', request)).toEqual({
					transfer: true,
					say: 'I am putting you through to a colleague.',
				});
				expect(await examples.requests('manage-skills/b0ca5e37-c2b9-560a-8e00-68c7a790d331/execute')).toEqual(
					[],
				);
			},
			3 * MINUTE_MS,
		);

		test(
			'has the team call back otherwise',
			async () => {
				workflow = await publish(name, trigger, { 'Opening Hours': [[WEEKDAYS, '{{ [] }}']] });
				expect(await ask('request_person', request)).toMatchObject({ transfer: false });
				const [executed] = await examples.requests(
					'manage-skills/b0ca5e37-c2b9-560a-8e00-68c7a790d331/execute',
				);
				expect(executed?.body).toMatchObject({
					trigger_context: {
						caller_phone: '+14155550123',
						call_summary: 'Wants to be called back by a person: The wrong lamp was delivered twice',
					},
				});
			},
			3 * MINUTE_MS,
		);
	});
}
