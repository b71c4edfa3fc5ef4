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
