import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Examples } from '../../support/example-workflows.ts';
import type { Outcome } from '../../support/example-workflows.ts';
import { startModel } from '../../support/stand-in-model.ts';
import type { Model } from '../../support/stand-in-model.ts';

/** Has written by chat app an hour ago, so that the chat app may be used for an answer. */
const regular = '+14155550123';
const minutes = 60_000;

/** The examples in which a person or a model decides. */
export function decisions(): void {
	let examples: Examples;

	useExamples((started) => {
		examples = started;
	});

	const callEnds = (body: object) => () => examples.sandbox.control('POST', '/events/call.completed', body);

	const sent = async (): Promise<string[]> =>
		(await examples.requests('send-chatapp-message')).map(({ body }) => String(body.message));

	/** Sends a page of an n8n form off, as its browser does. */
	const submit = async (url: string, fields: string[], headers: Record<string, string> = {}) => {
		const form = new FormData();
		for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
		return await fetch(url, { method: 'POST', body: form, headers });
	};

	describe('Approve a skill before it runs', () => {
		let workflow: StoredWorkflow;
		const skill = 'b0ca5e37-c2b9-560a-8e00-68c7a790d331';

		beforeAll(async () => {
			workflow = await examples.import('approve-a-skill-before-it-runs');
			await examples.listen(workflow);
		}, minutes);

		const asked = async (): Promise<{ run: Outcome; link: string }> => {
			const run = await examples.runOf(
				workflow,
				callEnds({ from_number: regular, summary: 'Wants a blue lamp to be put aside.' }),
				['waiting'],
			);
			const [text = ''] = (await sent()).slice(-1);
			expect(text).toContain('Would send to #front-desk');
			expect(text).toContain('Wants a blue lamp to be put aside.');
			const link = /https?:\S+/.exec(text)?.[0];
			if (!link) throw new Error(`There is no link in: ${text}`);
			return { run, link };
		};
		const skillRuns = async () => (await examples.sandbox.control('GET', '/skill-executions')).executions;

		test(
			'nothing is delivered before a person has approved it, and then exactly what was shown',
			async () => {
				const before = await skillRuns();
				const { run, link } = await asked();
				expect(run.items('Preview the Skill')).toMatchObject([{ dry_run: true, deliveries: [] }]);
				expect(await skillRuns()).toEqual(before);
				const page = await (await fetch(link)).text();
				expect(page).toContain('Shall we run this?');
				expect(page).toContain('Wants a blue lamp to be put aside.');

				expect((await submit(link, ['Run it'])).status).toBe(200);
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.message).toBeUndefined();
				expect(ended.nodes.at(-1)).toBe('Done');
				expect(ended.items('Run the Skill')).toMatchObject([
					{ dry_run: false, success: true, status: 'completed' },
				]);
				expect(await skillRuns()).toHaveLength(before.length + 1);
				const [dry, real] = await examples.requests(`manage-skills/${skill}/execute`);
				expect(real?.body).toEqual({ ...dry?.body, dry_run: false });
			},
			3 * minutes,
		);

		test(
			'a refusal runs nothing',
			async () => {
				const before = await skillRuns();
				const { run, link } = await asked();
				await submit(link, ['Do not do it']);
				const ended = await examples.ended(workflow, run.execution.id);
				expect(ended.execution.status).toBe('success');
				expect(ended.nodes.at(-1)).toBe('Not Approved');
				expect(await skillRuns()).toEqual(before);
			},
			3 * minutes,
		);

		test(
			'a link that was guessed decides nothing',
			async () => {
				const { run, link } = await asked();
				const guessed = link.replace(/[0-9a-f]{8}$/, '00000000');
				expect((await submit(guessed, ['Run it'])).status).toBe(401);
				await submit(link, ['Do not do it']);
				expect((await examples.ended(workflow, run.execution.id)).nodes).not.toContain('Run the Skill');
			},
			3 * minutes,
		);

		test(
			'an approved skill that fails is shown as a failed execution',
			async () => {
				await examples.sandbox.control('PATCH', `/skills/${skill}`, { outcome: 'failed' });
				try {
					const { run, link } = await asked();
					await submit(link, ['Run it']);
					const ended = await examples.ended(workflow, run.execution.id);
					expect(ended.execution.status).toBe('error');
					expect(ended.message).toBe(
						"The skill was approved, but has failed: The service did not carry out the request: its answer has 'success: false'",
					);
				} finally {
					await examples.sandbox.control('PATCH', `/skills/${skill}`, { outcome: 'completed' });
				}
			},
			3 * minutes,
		);

		test(
			'when nobody can be asked, nothing is done',
			async () => {
				const before = await skillRuns();
				const other = await examples.import('approve-a-skill-before-it-runs', {
					'Ask for Approval': [['14155550123', '14155550189']],
				});
				await examples.stopListening(workflow);
				await examples.listen(other);
				const run = await examples.runOf(other, callEnds({ from_number: regular }));
				expect(run.message).toMatch(
					/^Nobody could be asked, so nothing was done: Failed to send chat-app message: More than 24 hours/,
				);
				expect(await skillRuns()).toEqual(before);
			},
			3 * minutes,
		);
	});

	describe('Send a top-up link when credits run low', () => {
		let workflow: StoredWorkflow;
		const purchases = async () => (await examples.sandbox.control('GET', '/checkouts')).checkouts;

		const user = { user: 'office', password: 'for-the-balance-7' };
		const authorization = `Basic ${Buffer.from(`${user.user}:${user.password}`).toString('base64')}`;
		let formUser: Record<string, { node: string; id: string }>;

		const enterBalance = async (balance: string) => {
			const form = `${examples.n8n.url}/form/voice-agent-balance`;
			const run = await examples.runOf(workflow, () => submit(form, [balance], { authorization }));
			expect(run.message).toBeUndefined();
			return run;
		};

		beforeAll(async () => {
			const id = await examples.n8n.client.createCredential('Balance', 'httpBasicAuth', user);
			formUser = { httpBasicAuth: { node: 'Balance Form', id } };
			workflow = await examples.import('send-a-top-up-link-when-credits-run-low', {}, formUser);
			await examples.listen(workflow);
		}, minutes);

		test('a stranger cannot enter a balance', async () => {
			expect((await submit(`${examples.n8n.url}/form/voice-agent-balance`, ['1000000'])).status).toBe(401);
		});

		test(
			'the office enters the balance in the form',
			async () => {
				expect((await enterBalance('20')).items('Save the Balance')).toMatchObject([{ amount: 20 }]);
			},
			3 * minutes,
		);

		test(
			'where the link cannot be sent, the failed execution shows it',
			async () => {
				const other = await examples.import(
					'send-a-top-up-link-when-credits-run-low',
					{ 'Send the Link': [['14155550123', '14155550189']] },
					formUser,
				);
				await enterBalance('1');
				await examples.stopListening(workflow);
				await examples.listen(other);
				const run = await examples.runOf(other, callEnds({ from_number: regular }));
				const [purchase] = await purchases();
				expect(run.execution.status).toBe('error');
				expect(run.message).toContain(`Top up here: ${purchase?.url}`);
			},
			3 * minutes,
		);
	});

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
					{ tools: [{ name: 'List_Messages', arguments: { Phone_Number: regular } }] },
					{ tools: [{ name: 'Get_the_Agent', arguments: {} }] },
					{
						tools: [
							{
								name: 'Send_a_Message',
								arguments: { Recipient: regular, Message: 'Yes, the blue lamp is ready.' },
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

		test(
			'what the service refuses comes back to the model in words',
			async () => {
				model.script([
					{
						tools: [{ name: 'Send_a_Message', arguments: { Recipient: '+14155550189', Message: 'Hello' } }],
					},
					{ text: 'It was not sent.' },
				]);
				const run = await chat('Say hello to +14155550189.');
				expect(run.items('Front Desk Assistant')).toEqual([{ output: 'It was not sent.' }]);
				expect(model.requests[1]?.messages.at(-1)?.content).toContain(
					'More than 24 hours have passed since the recipient last sent a message',
				);
			},
			3 * minutes,
		);
	});
}
