import type { IWebhookFunctions } from 'n8n-workflow';

import type { EventItem } from '../../../../nodes/VoiceAgentTrigger/event';
import { dropTakenReplies, resumeWithReply } from '../../../../nodes/VoiceAgentTrigger/replies';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';
import { answerWith, TriggerContext, type Answer } from '../../../support/trigger-context';

/** A reference to a question of an execution. */
const referenceOf = (execution: number, question = 1, repeated = 0): string =>
	`${execution}/node-1?question=${String(question).padStart(32, '0')}&repeated=${repeated}&signature=${'b'.repeat(64)}`;

const messageOf = (text: string) => ({ body: text, from_number: '14155550123' });

/** A chat-app event as the trigger starts with it, in reply to these questions. */
const replyTo = (references: string[], text = 'yes', deliveryKey = text): EventItem => ({
	event: 'chatapp.received',
	verified: 'token',
	receivedAt: '2026-05-31T12:00:00.000Z',
	deliveryKey,
	payload: { ...messageOf(text), quoted: references.map((n8nReplyTo) => ({ n8nReplyTo })) },
});

const withoutReferences = (references: string[], text = 'yes') => ({
	...messageOf(text),
	quoted: references.map(() => ({})),
});

/** An n8n that gives these answers, and then lets executions go on. */
const answering = (...answers: Answer[]) =>
	new TriggerContext(() => answers.shift() ?? answerWith(200, { reply: 'resumed' }));

const ASKED_AGAIN = answerWith(200, { reply: 'asked again' });
const WAITS_FOR_OTHER = answerWith(404, { message: 'The execution waits for another reply' });
const LOST = answerWith(500, { code: 0, message: 'There was a problem executing the workflow' });
const RUNS = answerWith(409, { code: 409, message: 'The execution "41" is running already.' });

describe('resumeWithReply', () => {
	it.each<[string, Answer[], EventItem[], Array<string | undefined>, number]>([
		['no message that answers nothing', [], [replyTo([])], [undefined], 0],
		[
			'a reply that no execution waited for, each time',
			[WAITS_FOR_OTHER],
			[replyTo([referenceOf(4)]), replyTo([referenceOf(4)])],
			[undefined, 'resumed'],
			2,
		],
		[
			'a reply that is delivered again once',
			[],
			[replyTo([referenceOf(3)]), replyTo([referenceOf(3)])],
			['resumed', 'resumed'],
			1,
		],
		[
			'a reply to the first question that waits',
			[WAITS_FOR_OTHER],
			[replyTo([referenceOf(43), referenceOf(44)])],
			['resumed'],
			2,
		],
		[
			'a reply until the execution has come to its wait',
			[RUNS, RUNS],
			[replyTo([referenceOf(42)])],
			['resumed'],
			3,
		],
		[
			'a reply no longer when another one has been taken meanwhile',
			[LOST, RUNS],
			[replyTo([referenceOf(41)])],
			[undefined],
			2,
		],
		[
			'replies to different questions that have the same key of delivery',
			[],
			[replyTo([referenceOf(5)]), replyTo([referenceOf(6)])],
			['resumed', 'resumed'],
			2,
		],
		[
			'one reply to a question, however often that was repeated',
			[],
			[
				replyTo([referenceOf(7)]),
				replyTo([referenceOf(7, 1, 1)], 'also'),
				replyTo([referenceOf(7, 2)], 'to the next question'),
			],
			['resumed', undefined, 'resumed'],
			2,
		],
		[
			'another reply to a question that was asked again',
			[ASKED_AGAIN],
			[replyTo([referenceOf(8)], 'perhaps'), replyTo([referenceOf(8)])],
			['asked again', 'resumed'],
			2,
		],
	])('hands over %s', async (_, answers, items, replies, count) => {
		const n8n = answering(...answers);
		const taken: Array<string | undefined> = [];
		for (const item of items) {
			const result = await resumeWithReply(n8n.forWebhook, item);
			taken.push(result.ok ? result.value?.reply : result.problem);
		}
		expect(taken).toEqual(replies);
		expect(n8n.handedOver).toHaveLength(count);
	});

	it('hands over a reply without its references, and once while it is under way', async () => {
		const n8n = new TriggerContext();
		const [first, second] = [referenceOf(30), referenceOf(31)];
		const item = replyTo([first, second]);
		const both = [resumeWithReply(n8n.forWebhook, item), resumeWithReply(n8n.forWebhook, item)];
		const taken = { ok: true, value: { execution: '30', reply: 'resumed' } };
		expect(await Promise.all(both)).toEqual([taken, taken]);
		const payload = withoutReferences([first, second]);
		expect(n8n.handedOver).toEqual([
			{ reference: first, body: { payload, receivedAt: '2026-05-31T12:00:00.000Z' } },
		]);
	});

	describe('says what to set where n8n', () => {
		beforeEach(() => void jest.useFakeTimers());
		afterEach(() => void jest.useRealTimers());

		it.each<[string, number, string | undefined, Error, string]>([
			[
				'lets no request to itself out',
				60,
				'http://2nd-n8n-1:5678/webhook-waiting/1',
				new Error('The request was blocked'),
				'n8n blocked its own request to http://2nd-n8n-1:5678/webhook-waiting/. If N8N_SSRF_PROTECTION_ENABLED is on, add 2nd-n8n-1 to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.',
			],
			[
				'has a certificate of its own',
				62,
				'https://me:secret@n8n.example/webhook-waiting/1',
				Object.assign(new Error('self-signed certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
				'n8n cannot call itself at https://n8n.example/webhook-waiting/ (its certificate is not trusted). Set NODE_EXTRA_CA_CERTS of n8n to the file with the certificate of your certificate authority, and start n8n again.',
			],
			[
				'is not at its address',
				64,
				'http://n8n.example:5678/webhook-waiting/1',
				Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5678'), { code: 'ECONNREFUSED' }),
				'n8n cannot call itself at http://n8n.example:5678/webhook-waiting/ (nothing answers at its address 10.0.0.1:5678). Set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to an address that n8n itself can reach.',
			],
			[
				'does not answer',
				63,
				'https://n8n.example/webhook-waiting/1',
				Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
				'n8n did not answer its own request to https://n8n.example/webhook-waiting/: something may block it, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.',
			],
			['names no address', 61, undefined, new Error('x'), 'n8n has not said where it takes replies.'],
		])('%s', async (_, execution, resumeUrl, error, problem) => {
			const context = {
				...new TriggerContext().forWebhook,
				evaluateExpression: () => resumeUrl,
				helpers: { httpRequest: async () => await Promise.reject(error) },
			} as unknown as IWebhookFunctions;
			const outcome = resumeWithReply(context, replyTo([referenceOf(execution)]));
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await outcome).toEqual({ ok: false, problem });
		});
	});

	describe('where the execution of one of several questions runs', () => {
		beforeEach(() => void jest.useFakeTimers());
		afterEach(() => void jest.useRealTimers());
		const [running, waiting] = [referenceOf(71), referenceOf(72)];

		it('hands the reply over to another one that waits, without a pause', async () => {
			const n8n = answering(RUNS, answerWith(200, { reply: 'resumed' }));
			expect(await resumeWithReply(n8n.forWebhook, replyTo([running, waiting]))).toEqual({
				ok: true,
				value: { execution: '72', reply: 'resumed' },
			});
		});

		it('gives up after 75 seconds in total, however many run', async () => {
			const n8n = new TriggerContext(() => RUNS);
			const references = Array.from({ length: 10 }, (_, index) => referenceOf(80 + index));
			const startedAt = Date.now();
			const outcome = resumeWithReply(n8n.forWebhook, replyTo(references)).then((result) => ({
				result,
				seconds: (Date.now() - startedAt) / 1_000,
			}));
			await jest.advanceTimersByTimeAsync(600_000);
			const { result, seconds } = await outcome;
			expect(result).toEqual({ ok: true, value: undefined });
			expect(seconds).toBeGreaterThanOrEqual(73);
			expect(seconds).toBeLessThanOrEqual(77);
		});
	});

	it('remembers the last thousand replies and answered questions', async () => {
		const n8n = new TriggerContext();
		const answer = async (execution: number, text: string) => {
			const result = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(execution)], text));
			return result.ok && result.value?.reply;
		};
		for (let execution = 10_000; execution <= 11_000; execution++) await answer(execution, 'yes');
		n8n.handedOver.length = 0;
		expect([await answer(10_001, 'yes'), await answer(10_001, 'another')]).toEqual(['resumed', undefined]);
		expect(n8n.handedOver).toEqual([]);
		expect([await answer(10_000, 'yes'), await answer(10_000, 'another')]).toEqual(['resumed', undefined]);
		expect(n8n.handedOver).toHaveLength(1);
	});
});

describe('dropTakenReplies', () => {
	const reference = referenceOf(50);
	/** Builds the item that Send and Wait outputs for a reply. */
	const putOut = (payload: unknown, respondedAt: unknown = '2026-05-31T12:00:01.000Z') => ({
		json: { data: { respondedAt }, payload },
	});
	const taken = putOut(withoutReferences([reference]));
	const ranWith = (...items: unknown[]) => ({
		resultData: { runData: { Ask: [{ data: { main: [null, items] } }], Cut: [{}] } },
	});
	const waitingWith = (...items: unknown[]) => ({
		resultData: { runData: {} },
		executionData: { nodeExecutionStack: [{ data: { main: [items] } }] },
	});

	/** Starts the trigger with a reply, which goes on or not, while n8n holds this execution 50. */
	async function start(execution: unknown, settings: Partial<TriggerSettings> = {}, mode = 'trigger') {
		const n8n = new TriggerContext();
		if (execution !== undefined) n8n.executions['50'] = execution;
		n8n.mode = mode;
		const items = [{ json: replyTo([reference]), pairedItem: { item: 0 } }];
		const going = await dropTakenReplies(n8n.forExecute, items, settingsWith(settings));
		return { going, hints: n8n.hints };
	}

	it.each([
		['as it has run', ranWith(putOut(messageOf('earlier')), taken)],
		['as it is to be given to the next node', waitingWith(taken)],
	])('drops a reply that n8n holds in an execution, %s, and names that', async (_, execution) => {
		expect(await start(execution)).toEqual({
			going: [],
			hints: ['This reply came before, and execution 50 has gone on with it.'],
		});
	});

	it.each<[string, unknown]>([
		['n8n has not kept the execution', undefined],
		['n8n gives no data', null],
		['the execution has run no node', ranWith()],
		['it went on with another reply', ranWith(putOut(messageOf('no')))],
		['it went on without a reply', ranWith(putOut(withoutReferences([reference]), null))],
	])('starts the workflow without the references when %s', async (_, execution) => {
		expect(await start(execution)).toEqual({
			going: [
				{
					json: { ...replyTo([reference]), payload: withoutReferences([reference]) },
					pairedItem: { item: 0 },
				},
			],
			hints: [],
		});
	});

	it.each<[string, Partial<TriggerSettings>, string]>([
		['every reply starts it', { replies: 'resumeAndStart' }, 'trigger'],
		['a person retries it', {}, 'retry'],
	])('starts the workflow with a reply that was taken when %s', async (_, settings, mode) => {
		expect((await start(ranWith(taken), settings, mode)).going).toHaveLength(1);
	});

	it('looks through the executions of all questions that a reply names', async () => {
		const n8n = new TriggerContext();
		const references = [referenceOf(51), reference];
		n8n.executions['50'] = ranWith(putOut(withoutReferences(references)));
		expect(await dropTakenReplies(n8n.forExecute, [{ json: replyTo(references) }], settingsWith())).toEqual(
			[],
		);
	});
});
