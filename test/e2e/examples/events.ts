import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Examples } from '../../support/example-workflows.ts';
import { paths } from '../../support/prepared.ts';
import { untypedControl } from '../../support/untyped-control.ts';

/** Has written by chat app an hour ago, so that the chat app may be used for an answer. */
const regular = '+14155550123';
/** Has not. */
const stranger = '+14155550188';
/** The skill that tells the team. */
const followUp = 'b0ca5e37-c2b9-560a-8e00-68c7a790d331';
const minutes = 60_000;

/** The examples that an event starts. */
export function events(): void {
	let examples: Examples;

	useExamples((started) => {
		examples = started;
	});

	const happens = (event: string, body: object) => () =>
		untypedControl(examples.sandbox, 'POST', `/events/${event}`, body);

	const messagesTo = async (number: string): Promise<string[]> => {
		const { messages } = await examples.sandbox.control('GET', '/messages?limit=1000');
		return messages
			.filter((one) => one.direction === 'outbound' && one.status !== 'failed')
			.filter((one) => one.to_number === number || `+${one.to_number}` === number)
			.map(({ body }) => body);
	};

	const skillRuns = async (): Promise<Array<{ result: { summary: string }; deliveries: unknown[] }>> =>
		(await examples.sandbox.control('GET', '/skill-executions')).executions;

	describe('Answer an SMS by chat app', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await examples.import('answer-an-sms-by-chat-app');
			await examples.listen(workflow);
		}, minutes);

		test('an SMS is answered by chat app', async () => {
			const before = await skillRuns();
			const run = await examples.runOf(
				workflow,
				happens('sms.received', { from_number: regular, body: 'Do you open on Sunday?' }),
			);
			expect(run.message).toBeUndefined();
			expect((await messagesTo(regular))[0]).toMatch(/^Thank you for your SMS: "Do you open on Sunday\?"/);
			expect(await skillRuns()).toEqual(before);
		}, 120_000);

		test('where the chat app does not take the answer, the team is told', async () => {
			const run = await examples.runOf(
				workflow,
				happens('sms.received', { from_number: stranger, body: 'Do you open on Monday?' }),
			);
			expect(run.message).toBeUndefined();
			expect(await messagesTo(stranger)).toEqual([]);
			expect((await skillRuns())[0]?.result.summary).toBe(
				`Call from ${stranger}: An SMS waits for an answer: Do you open on Monday?`,
			);
		}, 120_000);
	});

	describe('Triage calls and SMS', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await examples.import('triage-calls-and-sms');
			await examples.listen(workflow);
		}, minutes);

		const missed = { duration_seconds: 4, transcript: [{ role: 'agent', text: 'Hello?' }] };

		test(
			'whose call was missed is offered a call back by chat app',
			async () => {
				const run = await examples.runOf(
					workflow,
					happens('call.completed', { ...missed, from_number: regular }),
				);
				expect(run.execution.status).toBe('success');
				expect((await messagesTo(regular))[0]).toMatch(/^Hello, we are sorry that we missed each other/);
				expect(run.nodes).not.toContain('Ask the Team to Call Back');
				expect(await examples.requests(`manage-skills/${followUp}/execute`)).toEqual([]);
			},
			2 * minutes,
		);

		test(
			'where the chat app does not take it, the team is asked to call back',
			async () => {
				const run = await examples.runOf(
					workflow,
					happens('call.completed', { ...missed, direction: 'outbound', to_number: stranger }),
				);
				expect(run.execution.status).toBe('success');
				expect(await messagesTo(stranger)).toEqual([]);
				const [skill] = await skillRuns();
				expect(skill?.result.summary).toMatch(
					/^Call from \+14155550188: Missed call\. .*More than 24 hours have passed since the recipient last sent a message/,
				);
				expect(run.items('Ask the Team to Call Back')).toMatchObject([
					{ success: true, deliveries: [{ status: 'sent' }, { status: 'sent' }, { status: 'sent' }] },
				]);
			},
			2 * minutes,
		);

		test(
			'a call in which the caller spoke needs nothing',
			async () => {
				const run = await examples.runOf(workflow, happens('call.completed', { from_number: regular }));
				expect(run.execution.status).toBe('success');
				expect(run.nodes).toEqual(['Call or SMS', 'Is It a Call?', 'Was the Call Missed?']);
				expect(await examples.requests('send-chatapp-message')).toEqual([]);
			},
			2 * minutes,
		);

		test(
			'an urgent SMS alerts the team and its sender hears so',
			async () => {
				const before = (await skillRuns()).length;
				const run = await examples.runOf(
					workflow,
					happens('sms.received', { from_number: regular, body: 'The lamp gives off SPARKS, please help' }),
				);
				expect(run.execution.status).toBe('success');
				const [skill, ...others] = await skillRuns();
				expect(others).toHaveLength(before);
				expect(skill?.result.summary).toBe(
					`Call from ${regular}: URGENT SMS: The lamp gives off SPARKS, please help`,
				);
				expect((await messagesTo(regular))[0]).toMatch(/one of us is calling you now/);
			},
			2 * minutes,
		);

		test(
			'an urgent SMS that reaches nobody is shown as a failed execution',
			async () => {
				await examples.sandbox.control('PATCH', `/skills/${followUp}`, { outcome: 'failed' });
				try {
					const run = await examples.runOf(
						workflow,
						happens('sms.received', { from_number: regular, body: 'This is an emergency' }),
					);
					expect(run.execution.status).toBe('error');
					expect(run.message).toBe(`The team could not be alerted about an urgent SMS from ${regular}`);
					expect(await examples.requests('send-chatapp-message')).toEqual([]);
				} finally {
					await examples.sandbox.control('PATCH', `/skills/${followUp}`, { outcome: 'completed' });
				}
			},
			2 * minutes,
		);

		test.each([
			['Stop', 'Opted Out'],
			['Unsubscribe me', 'Opted Out'],
			['Start', 'Left to the Text Agent'],
			['Which lamps do you have? I do not want to stop at every shop.', 'Left to the Text Agent'],
		])(
			'"%s" is answered by nobody here',
			async (body, end) => {
				const run = await examples.runOf(workflow, happens('sms.received', { from_number: regular, body }));
				expect(run.execution.status).toBe('success');
				expect(run.nodes.at(-1)).toBe(end);
				expect(await examples.requests('send-chatapp-message')).toEqual([]);
				expect(await examples.requests(`manage-skills/${followUp}/execute`)).toEqual([]);
			},
			2 * minutes,
		);
	});

	describe('Log calls and update memories', () => {
		let workflow: StoredWorkflow;
		const memoryOf = async (id: string) => {
			const { memories } = await examples.sandbox.control('GET', '/memories');
			return memories.find((memory) => memory.id === id);
		};
		const ada = 'c1abb22d-8bd4-5598-b7a0-8368ef9107b1';

		beforeAll(async () => {
			workflow = await examples.import('log-calls-and-update-memories');
			const setUp = await examples.executeByHand(workflow, 'Set Up');
			expect(setUp.message).toBeUndefined();
			expect(setUp.items('Add a Known Caller')).toMatchObject([{ phone_number: regular, memory_id: ada }]);
			await examples.listen(workflow);
		}, 3 * minutes);

		test(
			'a call becomes a row, and what the agent remembers is the last calls',
			async () => {
				const before = await memoryOf(ada);
				const first = await examples.runOf(
					workflow,
					happens('call.completed', {
						from_number: regular,
						duration_seconds: 61,
						summary: 'Asked for a blue lamp.',
						extracted_data: { topics: ['blue lamp', 'price'] },
					}),
				);
				expect(first.message).toBeUndefined();
				expect(first.items('Append to the Call Log')).toMatchObject([
					{ phone_number: regular, minutes: 2, direction: 'inbound', topics: 'blue lamp, price' },
				]);

				const second = await examples.runOf(
					workflow,
					happens('call.completed', {
						direction: 'outbound',
						to_number: regular,
						summary: 'Was told that it is ready.',
					}),
				);
				expect(second.message).toBeUndefined();
				const day = /\d{4}-\d\d-\d\d/.source;
				expect(await memoryOf(ada)).toMatchObject({
					summary: expect.stringMatching(
						`^${day}: Was told that it is ready\\.\n${day}: Asked for a blue lamp\\.$`,
					),
					key_topics: ['blue lamp', 'price'],
					preferences: before?.preferences,
				});
			},
			3 * minutes,
		);

		test(
			'a caller without a known memory is listed',
			async () => {
				const run = await examples.runOf(
					workflow,
					happens('call.completed', { from_number: stranger, extracted_data: { name: 'Bo Example' } }),
				);
				expect(run.message).toBeUndefined();
				expect(run.items('Add the New Caller')).toMatchObject([
					{
						phone_number: stranger,
						name: 'Bo Example',
						note: expect.stringContaining('Memory ID is missing'),
					},
				]);
				expect(await examples.requests('update-memory')).toEqual([]);
			},
			2 * minutes,
		);

		test(
			'a memory that is gone is noted beside the caller',
			async () => {
				await fetch(`${examples.sandbox.url}/functions/v1/delete-memory`, {
					method: 'POST',
					headers: {
						authorization: `Bearer ${examples.sandbox.apiKey}`,
						'content-type': 'application/json',
					},
					body: JSON.stringify({ memory_id: ada }),
				});
				const run = await examples.runOf(workflow, happens('call.completed', { from_number: regular }));
				expect(run.message).toBeUndefined();
				expect(run.items('Log the Failed Update')).toMatchObject([
					{ phone_number: regular, memory_id: ada, note: 'The memory was not updated: Memory not found' },
				]);
			},
			2 * minutes,
		);
	});

	describe('Save the media of chat-app messages', () => {
		let workflow: StoredWorkflow;
		const saved = async () => (await readdir(examples.files)).sort();

		beforeAll(async () => {
			workflow = await examples.import('save-the-media-of-chat-app-messages', {
				'One Item per File': [['/home/node/.n8n-files', examples.files]],
			});
			await examples.listen(workflow);
		}, minutes);

		test(
			'each file of a message is saved as it is, and the sender is thanked',
			async () => {
				const run = await examples.runOf(
					workflow,
					happens('chatapp.received', {
						from_number: stranger,
						media: [{ kind: 'image', caption: 'The blue one' }, { kind: 'document' }],
					}),
				);
				expect(run.message).toBeUndefined();
				expect(run.execution.status).toBe('success');
				const [photo, document, ...others] = await saved();
				expect(others).toEqual([]);
				expect(photo).toMatch(/^\d{14}-14155550188-[0-9a-f]{8}-0\.png$/);
				expect(document).toMatch(/^\d{14}-14155550188-[0-9a-f]{8}-1\.pdf$/);
				const asset = (name: string) => readFile(join(paths.projectRoot, 'sandbox', 'assets', name));
				expect(await readFile(join(examples.files, photo ?? ''))).toEqual(await asset('photo.png'));
				expect(await readFile(join(examples.files, document ?? ''))).toEqual(await asset('document.pdf'));
				expect(run.items('Save the File')).toMatchObject([{ caption: 'The blue one' }, { caption: '' }]);
				expect(await messagesTo(stranger)).toEqual(['Thank you, your files have arrived.']);
			},
			2 * minutes,
		);

		test(
			'a message without media is answered in words, and nothing is saved',
			async () => {
				const before = await saved();
				const run = await examples.runOf(
					workflow,
					happens('chatapp.received', { from_number: stranger, body: 'Is it ready?' }),
				);
				expect(run.message).toBeUndefined();
				expect((await messagesTo(stranger))[0]).toMatch(/Someone will answer you today/);
				expect(await saved()).toEqual(before);
			},
			2 * minutes,
		);

		test(
			'where it cannot be saved, the sender is asked once more and the execution is shown as failed',
			async () => {
				const elsewhere = await examples.import('save-the-media-of-chat-app-messages', {
					'One Item per File': [['/home/node/.n8n-files', '/proc']],
				});
				await examples.stopListening(workflow);
				await examples.listen(elsewhere);
				const run = await examples.runOf(
					elsewhere,
					happens('chatapp.received', {
						from_number: stranger,
						media: [{ kind: 'audio' }, { kind: 'image' }],
					}),
				);
				expect(run.execution.status).toBe('error');
				expect(run.message).toMatch(/^The media of message [0-9a-f-]{36} were not saved$/);
				expect((await messagesTo(stranger)).filter((text) => text.includes('send it again'))).toHaveLength(1);
			},
			2 * minutes,
		);
	});
}
