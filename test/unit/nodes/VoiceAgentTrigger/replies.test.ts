import type { IWebhookFunctions } from 'n8n-workflow';

import { dropTakenReplies, resumeWithReply } from '../../../../nodes/VoiceAgentTrigger/replies';
import type { EventItem } from '../../../../nodes/VoiceAgentTrigger/event';
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

const askedAgain = answerWith(200, { reply: 'asked again' });

/** An n8n that gives these answers, and then lets executions go on. */
const answering = (...answers: Answer[]) =>
	new TriggerContext(() =>
		answers.length > 0 ? (answers.shift() as Answer) : answerWith(200, { reply: 'resumed' }),
	);
const over = answerWith(404, { message: 'The execution waits for another reply' });

describe('resumeWithReply', () => {
	it('hands a reply over without its references', async () => {
		const n8n = new TriggerContext();
		const reference = referenceOf(1);
		expect(await resumeWithReply(n8n.forWebhook, replyTo([reference]))).toEqual({
			kind: 'taken',
			reference,
			reply: 'resumed',
		});
		expect(n8n.handedOver).toEqual([
			{
				reference,
				body: { payload: withoutReferences([reference]), receivedAt: '2026-05-31T12:00:00.000Z' },
			},
		]);
	});

	it.each([
		['a message that answers nothing', replyTo([])],
		[
			'a text message, which carries no reference of n8n',
			{ ...replyTo([referenceOf(2)]), event: 'sms.received' as const },
		],
	])('hands nothing over for %s', async (_, item) => {
		const n8n = new TriggerContext();
		expect(await resumeWithReply(n8n.forWebhook, item)).toEqual({ kind: 'notWaiting' });
		expect(n8n.handedOver).toEqual([]);
	});

	it('hands a reply that is delivered again over once, also while the first is under way', async () => {
		const n8n = new TriggerContext();
		const item = replyTo([referenceOf(3)]);
		const both = [resumeWithReply(n8n.forWebhook, item), resumeWithReply(n8n.forWebhook, item)];
		const later = await Promise.all(both).then(async () => await resumeWithReply(n8n.forWebhook, item));
		for (const outcome of [...(await Promise.all(both)), later]) {
			expect(outcome).toMatchObject({ kind: 'taken', reply: 'resumed' });
		}
		expect(n8n.handedOver).toHaveLength(1);
	});

	it('asks n8n again about a reply that no execution waited for', async () => {
		const n8n = answering(over);
		const item = replyTo([referenceOf(4)]);
		expect(await resumeWithReply(n8n.forWebhook, item)).toEqual({ kind: 'notWaiting' });
		expect(await resumeWithReply(n8n.forWebhook, item)).toMatchObject({ kind: 'taken' });
	});

	it('tries a reply again whose handing over threw', async () => {
		// No answer at all is a fault of the caller's, since n8n throws where it has none.
		const n8n = answering(undefined as unknown as Answer);
		const item = replyTo([referenceOf(40)]);
		await expect(resumeWithReply(n8n.forWebhook, item)).rejects.toThrow(TypeError);
		expect(await resumeWithReply(n8n.forWebhook, item)).toMatchObject({ kind: 'taken' });
	});

	it('starts the workflow with a second reply at once, when the first has been taken meanwhile', async () => {
		const lost = answerWith(500, { code: 0, message: 'There was a problem executing the workflow' });
		const runs = answerWith(409, { code: 409, message: 'The execution "41" is running already.' });
		// A third request would be one too many: the execution has another reply, so it must not be asked again.
		const n8n = answering(lost, runs);
		const outcome = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(41)], 'second'));
		expect(outcome).toEqual({ kind: 'notWaiting' });
		expect(n8n.handedOver).toHaveLength(2);
	});

	it('hands a reply over again while the execution has not come to its wait', async () => {
		const runs = answerWith(409, { code: 409, message: 'The execution "42" is running already.' });
		const n8n = answering(runs, runs);
		const outcome = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(42)], 'first'));
		expect(outcome).toMatchObject({ kind: 'taken' });
		expect(n8n.handedOver).toHaveLength(3);
	});

	it('tells replies to different questions apart that have the same key of delivery', async () => {
		const n8n = new TriggerContext();
		for (const execution of [5, 6]) {
			const reference = referenceOf(execution);
			expect(await resumeWithReply(n8n.forWebhook, replyTo([reference]))).toMatchObject({ reference });
		}
	});

	it('has no more than one reply taken by a question, however often that was repeated', async () => {
		const n8n = new TriggerContext();
		await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(7)], 'yes'));
		const second = replyTo([referenceOf(7, 1, 1)], 'also');
		expect(await resumeWithReply(n8n.forWebhook, second)).toEqual({ kind: 'notWaiting' });
		expect(n8n.handedOver).toHaveLength(1);
		const next = replyTo([referenceOf(7, 2)], 'to the next question');
		expect(await resumeWithReply(n8n.forWebhook, next)).toMatchObject({ kind: 'taken' });
	});

	it('hands a reply that is not clear over a second time, with what was read', async () => {
		const data = { text: 'perhaps', clear: false };
		const n8n = answering(answerWith(200, { reply: 'not clear', data }), askedAgain);
		const outcome = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(80)], 'perhaps'));
		expect(outcome).toMatchObject({ kind: 'taken', reply: 'asked again' });
		expect(n8n.handedOver).toMatchObject([{ body: {} }, { body: { unclear: data } }]);
	});

	it('starts the workflow at once with an unclear reply when another answers before the follow-up', async () => {
		const notClear = answerWith(200, { reply: 'not clear', data: {} });
		const runs = answerWith(409, { code: 409, message: 'The execution "81" is running already.' });
		const n8n = answering(notClear, runs);
		const outcome = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(81)], 'perhaps'));
		expect(outcome).toEqual({ kind: 'notWaiting' });
		expect(n8n.handedOver).toHaveLength(2);
	});

	it('reads the next reply while the follow-up to the one before is on its way', async () => {
		let followUp: (how: Answer) => void = () => {};
		const n8n = answering(
			answerWith(200, { reply: 'not clear', data: {} }),
			new Promise<Answer>((resolve) => (followUp = resolve)) as unknown as Answer,
		);
		const first = resumeWithReply(n8n.forWebhook, replyTo([referenceOf(82)], 'perhaps'));
		const second = await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(82)], 'yes'));
		expect(second).toMatchObject({ kind: 'taken', reply: 'resumed' });
		followUp(over);
		expect(await first).toEqual({ kind: 'notWaiting' });
	});

	it('takes another reply to a question that was asked again', async () => {
		const n8n = answering(askedAgain);
		const replies = ['perhaps', 'yes'].map((text) => replyTo([referenceOf(8)], text));
		const outcomes = replies.map(async (item) => await resumeWithReply(n8n.forWebhook, item));
		expect(await Promise.all(outcomes)).toMatchObject([{ reply: 'asked again' }, { reply: 'resumed' }]);
	});

	it('hands the replies to one execution over one after the other, and to others side by side', async () => {
		const answer: Array<(how: Answer) => void> = [];
		const n8n = new TriggerContext(async () => await new Promise((resolve) => answer.push(resolve)));
		const outcomes = [
			replyTo([referenceOf(9)], 'first'),
			replyTo([referenceOf(9)], 'second'),
			replyTo([referenceOf(10)], 'third'),
		].map(async (item) => await resumeWithReply(n8n.forWebhook, item));
		await new Promise((resolve) => setImmediate(resolve));
		expect(n8n.handedOver.map(({ reference }) => reference)).toEqual([referenceOf(9), referenceOf(10)]);
		for (const give of answer) give(answerWith(200, { reply: 'resumed' }));
		expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['taken', 'notWaiting', 'taken']);
	});

	describe('says what to set where n8n', () => {
		beforeEach(() => void jest.useFakeTimers());
		afterEach(() => void jest.useRealTimers());

		/** The outcome in an n8n that names this address and lets no request out to it. */
		async function outcomeAt(
			resumeUrl: string | undefined,
			execution: number,
			error = new Error('The request was blocked'),
		) {
			const context = {
				...new TriggerContext().forWebhook,
				evaluateExpression: () => resumeUrl,
				helpers: { httpRequest: async () => await Promise.reject(error) },
			} as unknown as IWebhookFunctions;
			const outcome = resumeWithReply(context, replyTo([referenceOf(execution)]));
			await jest.advanceTimersByTimeAsync(10_000);
			return await outcome;
		}

		it('lets no request to itself out', async () => {
			expect(await outcomeAt('http://2nd-n8n-1:5678/webhook-waiting/1', 60)).toEqual({
				kind: 'failed',
				reason:
					'n8n blocked its own request to http://2nd-n8n-1:5678/webhook-waiting/. If N8N_SSRF_PROTECTION_ENABLED is on, add 2nd-n8n-1 to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.',
			});
		});

		it('has a certificate of its own', async () => {
			const error = Object.assign(new Error('self-signed certificate'), {
				code: 'SELF_SIGNED_CERT_IN_CHAIN',
			});
			expect(await outcomeAt('https://n8n.example/webhook-waiting/1', 62, error)).toEqual({
				kind: 'failed',
				reason:
					'n8n cannot call itself at https://n8n.example/webhook-waiting/ (its certificate is not trusted). Set NODE_EXTRA_CA_CERTS of n8n to the file with the certificate of your certificate authority, and start n8n again.',
			});
		});

		it('names no address', async () => {
			expect(await outcomeAt(undefined, 61)).toEqual({
				kind: 'failed',
				reason: 'n8n has not said where it takes replies.',
			});
		});
	});

	describe('remembers a thousand', () => {
		/** Has 1001 questions answered, those of executions from `first` on. */
		async function answerMany(n8n: TriggerContext, first: number) {
			const executions = Array.from({ length: 1_001 }, (_, index) => first + index);
			for (const execution of executions) {
				await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(execution)], 'yes'));
			}
			n8n.handedOver.length = 0;
		}

		it('replies and gives the last ones the same answer again', async () => {
			const n8n = new TriggerContext();
			await answerMany(n8n, 10_000);
			const repeat = async (execution: number) =>
				await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(execution)], 'yes'));
			expect(await repeat(10_001)).toMatchObject({ kind: 'taken' });
			expect(n8n.handedOver).toEqual([]);
			await repeat(10_000);
			expect(n8n.handedOver).toHaveLength(1);
		});

		it('questions and has no further reply to the last ones taken', async () => {
			const n8n = new TriggerContext();
			await answerMany(n8n, 20_000);
			const answer = async (execution: number) =>
				await resumeWithReply(n8n.forWebhook, replyTo([referenceOf(execution)], 'another'));
			expect(await answer(20_001)).toEqual({ kind: 'notWaiting' });
			expect(await answer(20_000)).toMatchObject({ kind: 'taken' });
		});
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
