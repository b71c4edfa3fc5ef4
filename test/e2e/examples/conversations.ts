import type { StoredWorkflow } from '../../../playground/n8n-client.ts';
import { useExamples } from '../../support/example-workflows.ts';
import type { Examples } from '../../support/example-workflows.ts';
import { startModel } from '../../support/stand-in-model.ts';
import type { Answer, Model, ModelRequest } from '../../support/stand-in-model.ts';
import { until } from '../../support/eventually.ts';

/** Two people who write by chat app. */
const ada = '14155550123';
const bo = '14155550188';
/** The business number of the chat app. */
const business = '106540352242922';
const minutes = 60_000;

type Media = { kind: 'image' | 'audio' | 'document'; caption?: string };

/** The examples in which a model answers conversations by chat app. */
export function conversations(): void {
	let examples: Examples;
	let model: Model;

	useExamples(async (started) => {
		examples = started;
		model = await startModel();
	});
	afterAll(() => model?.stop());

	const writes = async (person: string, body: string, media: Media[] = []): Promise<{ id: string }> =>
		(
			await examples.sandbox.control('POST', '/events/chatapp.received', {
				from_number: person,
				body,
				media,
			})
		).message;

	/** Who was sent which text, in order. */
	const sent = async (): Promise<string[][]> =>
		(await examples.requests('send-chatapp-message')).map(({ body }) => [
			String(body.recipient_wa_id),
			String(body.message),
		]);

	/** The prompt and the memory that the model was given, without the system message. */
	const turns = (request: ModelRequest | undefined): unknown[][] =>
		(request?.messages ?? []).slice(1).map(({ role, content }) => [role, content]);

	/** Writes before a workflow listens: a question of the person, and an answer to it. */
	const converse = async (person: string, question: string, answer: string) => {
		await writes(person, question);
		// Nobody answers sooner: an answer within three seconds was written before the question could be read.
		await examples.sandbox.control('POST', '/clock', { advance_seconds: 5 });
		await fetch(`${examples.sandbox.url}/functions/v1/send-chatapp-message`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${examples.sandbox.apiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ phone_number_id: business, recipient_wa_id: person, message: answer }),
		});
		await examples.forgetRequests();
	};

	const script = (...texts: string[]) => model.script(texts.map((text): Answer => ({ text })));

	describe('Answer a chat like a person', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			await converse(ada, 'Do you have the blue lamp?', 'Yes, two of them.');
			workflow = await examples.importWithModel('answer-a-chat-like-a-person', model);
			await examples.n8n.client.activateWorkflow(workflow);
		}, minutes);
		afterAll(async () => await examples.stopListening(workflow));

		test(
			'two people who write several messages in the same minute get one answer each, from their own conversation',
			async () => {
				script('On Saturday, yes.', 'It is 40 dollars.');
				const run = await examples.runOf(workflow, async () => {
					await writes(ada, 'One more thing');
					await writes(bo, 'Hello');
					await writes(ada, 'Can you deliver it on Saturday?');
					await writes(bo, 'What does the red lamp cost?');
					await examples.sandbox.control('POST', '/clock', { advance_seconds: 60 });
				});
				expect(run.message).toBeUndefined();
				expect(model.requests).toHaveLength(2);
				const [ofAda, ofBo] = model.requests.map(turns);
				expect(ofAda?.slice(-3)).toEqual([
					['user', expect.stringMatching(/Do you have the blue lamp\?$/)],
					['assistant', expect.stringMatching(/Yes, two of them\.$/)],
					[
						'user',
						expect.stringMatching(/: One more thing\nContact \(.+\): Can you deliver it on Saturday\?$/),
					],
				]);
				expect(ofBo?.at(-1)).toEqual([
					'user',
					expect.stringMatching(/: Hello\nContact \(.+\): What does the red lamp cost\?$/),
				]);
				expect(JSON.stringify(ofBo)).not.toContain('blue lamp');
				expect(await sent()).toEqual([
					[ada, 'On Saturday, yes.'],
					[bo, 'It is 40 dollars.'],
				]);
			},
			4 * minutes,
		);

		test(
			'if an answer fails, a retry gives the answers that are missing, and no other',
			async () => {
				model.script([{ text: 'We open at nine.' }, { refusal: 'Too many tokens' }]);
				const failed = await examples.runOf(workflow, async () => {
					await writes(ada, 'When do you open?');
					await writes(bo, 'Is it green?');
					await examples.sandbox.control('POST', '/clock', { advance_seconds: 60 });
				});
				expect(failed.execution.status).toBe('error');
				expect(await sent()).toEqual([[ada, 'We open at nine.']]);
				script('Yes, it is.');
				const retried = await examples.runOf(workflow, async () => {
					const path = `/rest/executions/${failed.execution.id}/retry`;
					await examples.n8n.call('POST', path, { loadWorkflow: false });
				});
				expect(retried.message).toBeUndefined();
				expect(await sent()).toEqual([
					[ada, 'We open at nine.'],
					[bo, 'Yes, it is.'],
				]);
			},
			4 * minutes,
		);
	});

	describe('Answer a chat like a person by webhook', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			await converse(bo, 'Do you have the green lamp?', 'Yes, one.');
			workflow = await examples.importWithModel('answer-a-chat-like-a-person-by-webhook', model);
			await examples.listen(workflow);
		}, minutes);
		afterAll(async () => await examples.stopListening(workflow));

		const endedRuns = async (count: number) =>
			await until(
				() => examples.n8n.client.executions(workflow.id),
				(all) => all.length === count && all.every(({ status }) => status === 'success'),
				2 * minutes,
			);

		test(
			'of three quick messages, the newest one is answered, with all that is new',
			async () => {
				script('On Saturday, yes.');
				const texts = ['One more thing', 'about the green lamp', 'Can you deliver it on Saturday?'];
				for (const text of texts) await writes(bo, text);
				const runs = await endedRuns(3);
				const outcomes = await Promise.all(runs.map(async (one) => await examples.outcome(one)));
				expect(outcomes.filter(({ nodes }) => nodes.includes('Send the Answer'))).toHaveLength(1);
				expect(model.requests).toHaveLength(1);
				expect(turns(model.requests[0]).slice(-3)).toEqual([
					['user', expect.stringMatching(/Do you have the green lamp\?$/)],
					['assistant', expect.stringMatching(/Yes, one\.$/)],
					['user', texts.join('\n')],
				]);
				expect(await sent()).toEqual([[bo, 'On Saturday, yes.']]);
			},
			3 * minutes,
		);

		test(
			'a message that somebody has answered in the meantime is not answered again',
			async () => {
				script();
				await converse(bo, 'Are you open today?', 'Yes, until six.');
				const runs = await endedRuns(4);
				const outcomes = await Promise.all(runs.map(async (one) => await examples.outcome(one)));
				expect(outcomes.filter(({ nodes }) => nodes.at(-1) === 'Not Answered Yet?')).toHaveLength(1);
				expect(model.requests).toEqual([]);
				expect(await sent()).toEqual([]);
			},
			3 * minutes,
		);
	});

	describe('Answer voice notes and photos', () => {
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			workflow = await examples.importWithModel('answer-voice-notes-and-photos', model, [
				'Model',
				'Transcribe the Voice Note',
			]);
			await examples.listen(workflow);
		}, minutes);
		afterAll(async () => await examples.stopListening(workflow));

		const answers = async (body: string, media: Media[]) =>
			await examples.runOf(workflow, async () => await writes(ada, body, media));

		test(
			'a voice note is transcribed, and its words are answered',
			async () => {
				script('Is my lamp ready?', 'Yes, it is.');
				const run = await answers('', [{ kind: 'audio' }]);
				expect(run.message).toBeUndefined();
				expect(model.transcribed).toEqual(['media-0.wav']);
				expect(turns(model.requests[0]).at(-1)).toEqual(['user', 'Is my lamp ready?']);
				expect(await sent()).toEqual([[ada, 'Yes, it is.']]);
			},
			3 * minutes,
		);

		test(
			'the model sees a photo and reads its caption',
			async () => {
				script('That is the blue one.');
				const run = await answers('', [{ kind: 'image', caption: 'Which lamp is this?' }]);
				expect(run.message).toBeUndefined();
				expect(run.nodes).not.toContain('Transcribe the Voice Note');
				expect(JSON.stringify(turns(model.requests[0]))).toMatch(
					/Which lamp is this\?.+"url":"data:image\/png;base64,iVBOR/,
				);
				expect(await sent()).toEqual([[ada, 'That is the blue one.']]);
			},
			3 * minutes,
		);

		test.each<[string, Media[], string]>([
			['Which lamps do you have?', [], 'Which lamps do you have?'],
			['', [{ kind: 'document' }], '[document]'],
		])(
			'what has nothing to hear or to see is answered as well (%#)',
			async (body, media, prompt) => {
				script('A colleague will answer.');
				const run = await answers(body, media);
				expect(run.message).toBeUndefined();
				expect(turns(model.requests[0]).at(-1)).toEqual(['user', prompt]);
				expect(await sent()).toEqual([[ada, 'A colleague will answer.']]);
			},
			3 * minutes,
		);
	});
}
