import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { callFunction, firstAgent, functionNamed } from '../../support/agent-functions.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Changes, Examples, Outcome } from '../../support/example-workflows.ts';
import { until } from '../../support/eventually.ts';

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
		others: Parameters<Examples['import']>[2] = {},
	): Promise<StoredWorkflow> => {
		const workflow = await examples.import(name, changes, others);
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

	describe('Call a customer and go on with the outcome', () => {
		const name = 'call-a-customer-and-go-on-with-the-outcome';
		const customer = '+14155550123';
		const user = { user: 'office', password: 'for-calls-7' };
		let workflow: StoredWorkflow;

		const start = async (changes: Changes = {}) => {
			const id = await examples.n8n.client.createCredential('Form', 'httpBasicAuth', user);
			const form = { httpBasicAuth: { node: 'Customer to Call', id } };
			workflow = await publish(name, { 'Agent Reports the Outcome': 'report_outcome' }, changes, form);
		};
		afterEach(async () => await examples.stopListening(workflow));

		/** Fills in the form as its browser does. @returns the execution, which waits or has ended */
		const enter = async (person: string, phoneNumber: string): Promise<Outcome> =>
			await examples.runOf(workflow, async () => {
				const form = new FormData();
				form.set('field-0', person);
				form.set('field-1', phoneNumber);
				const authorization = `Basic ${Buffer.from(`${user.user}:${user.password}`).toString('base64')}`;
				const url = `${examples.n8n.url}/form/call-a-customer`;
				const { status } = await fetch(url, { method: 'POST', body: form, headers: { authorization } });
				expect(status).toBe(200);
			}, ['waiting', 'success', 'error']);

		/** The references that the agent was given with the goals of its calls, in order. */
		const references = async (): Promise<string[]> =>
			(await examples.requests('batch-calls')).map(
				({ body }) => /never say it aloud: (\S+)$/.exec(String(body.goal))?.[1] ?? '',
			);

		const told = async (): Promise<unknown[]> =>
			(await examples.requests('manage-skills/b0ca5e37-c2b9-560a-8e00-68c7a790d331/execute')).map(
				({ body }) => body.trigger_context,
			);

		test(
			'two calls to one person at the same time have an outcome each',
			async () => {
				await start();
				const first = await enter('Ada', '+1 (415) 555-0123');
				const second = await enter('Ada, once more', customer);
				expect((await examples.requests('batch-calls')).map(({ body }) => body)).toMatchObject([
					{ recipients: [{ phone_number: customer, name: 'Ada' }], send_now: true },
					{ recipients: [{ phone_number: customer, name: 'Ada, once more' }], send_now: true },
				]);
				const [ofFirst, ofSecond] = await references();
				expect(ofFirst).not.toBe(ofSecond);
				await ask('report_outcome', { reference: ofSecond, outcome: 'moved', summary: 'Rather on Friday' });
				const secondRun = await examples.ended(workflow, second.execution.id);
				expect(secondRun.items('Wait for the Outcome')).toMatchObject([{ body: { outcome: 'moved' } }]);
				expect(await statusOf(first)).toBe('waiting');
				await ask('report_outcome', { reference: ofFirst, outcome: 'confirmed' });
				const firstRun = await examples.ended(workflow, first.execution.id);
				expect(firstRun.items('Wait for the Outcome')).toMatchObject([{ body: { outcome: 'confirmed' } }]);
				expect(await told()).toMatchObject([
					{
						caller_phone: customer,
						call_summary: 'The appointment of Ada, once more: moved. Rather on Friday',
					},
					{ call_summary: expect.stringMatching(/^The appointment of Ada: confirmed\./) },
				]);
			},
			4 * MINUTE_MS,
		);

		test(
			'a reference that is not exactly right resumes no execution',
			async () => {
				await start();
				const first = await enter('Ada', customer);
				const second = await enter('Bo', customer);
				const [ofFirst = '', ofSecond = ''] = await references();
				const [id] = ofFirst.split('?');
				const [, token] = ofSecond.split('?');
				const wrong = [`${id}?${token}`, `${id}`, ofFirst.slice(0, -1), `../rest/${ofFirst}`, 'Ada'];
				for (const reference of wrong) {
					expect(await ask('report_outcome', { reference, outcome: 'confirmed' })).toEqual({
						error: 'The outcome could not be noted. Check the reference and report once more.',
					});
				}
				expect([await statusOf(first), await statusOf(second)]).toEqual(['waiting', 'waiting']);
			},
			4 * MINUTE_MS,
		);

		test(
			'without an outcome it goes on when the time is up, and at once if no call can be made',
			async () => {
				await start({ 'Wait for the Outcome': [['hours', 'seconds']] });
				const { execution } = await enter('Ada', customer);
				expect((await examples.ended(workflow, execution.id)).message).toBeUndefined();
				const refused = await enter('Bo', '+1 415');
				expect(refused.message).toBeUndefined();
				expect(refused.nodes).not.toContain('Wait for the Outcome');
				expect(await told()).toMatchObject([
					{ call_summary: expect.stringMatching(/^The appointment of Ada: no outcome within an hour\./) },
					{ call_summary: expect.stringMatching(/^The appointment of Bo: could not be called\./) },
				]);
			},
			3 * MINUTE_MS,
		);

		const statusOf = async ({ execution: { id } }: Outcome): Promise<string | undefined> =>
			(await examples.n8n.client.executions(workflow.id)).find((run) => run.id === id)?.status;
	});
}
