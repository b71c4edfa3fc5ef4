/**
 * Histories of questions and replies that a seed decides: two questions to one person, replies that are clear,
 * unclear, early, late and delivered again at two processes, limits that pass, executions that are canceled,
 * and answers of n8n that are wrong or lost. `FUZZ_SEED` says with which seed to begin.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject, IRun } from 'n8n-workflow';

import type { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { randomOf } from '../support/random';
import { jsonOf, outputOf, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { chatEvent, takeEvent, triggerOfAnotherProcess } from '../support/chat-app-events';
import { TestService } from '../support/test-service';
import { WaitingN8n, type Interception } from '../support/waiting-n8n';

useFastClock();

const HISTORIES = process.env.TEST_FULL ? 1_500 : 20;
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

/** The most times that the person is asked again. */
const MAX_FOLLOW_UPS = 1;

/** The most deliveries of an event that is refused, after which nothing disturbs it any more. */
const DISTURBED_DELIVERIES = 2;

/** A question of an execution that waits. */
interface Question {
	id: string;
	/** The metadata of the message. */
	metadata: IDataObject;
	end: Promise<IRun>;
	/** The run at its end; undefined while it waits. */
	ended: IRun | undefined;
	isCancelled: boolean;
	isTimedOut: boolean;
}

/** A message of the person in answer to a question, and all that became of it. */
interface Reply {
	question: Question;
	text: string;
	event: IDataObject;
	/** The executions that the trigger says have taken it. */
	takenBy: string[];
	/** True if the trigger's own workflow went on with it. It does once, by the deduplication, which is off here. */
	hasStarted: boolean;
}

const GATEWAY_ERROR: Interception = { status: 502, text: '<html>Bad Gateway</html>' };

/** Answers that say nothing about the reply. */
const DISTURBANCES: Interception[] = [
	GATEWAY_ERROR,
	{ status: 500, text: JSON.stringify({ code: 0, message: 'No database' }) },
];

let service: TestService;
let n8n: WaitingN8n;
/** Two processes that take events: the first remembers what it has handed over in all histories. */
let processes: Array<VoiceAgentTrigger | undefined>;

beforeAll(async () => {
	service = await TestService.start();
	n8n = await WaitingN8n.start();
	processes = [undefined, triggerOfAnotherProcess()];
});
beforeEach(async () => await service.clear());
afterAll(async () => await n8n?.stop());

class History {
	readonly questions: Question[] = [];
	readonly replies: Reply[] = [];
	private readonly random: () => number;
	/** The share of requests to n8n that something disturbs. */
	private readonly disturbed: number;

	constructor(seed: number) {
		this.random = randomOf(seed);
		this.disturbed = this.pick([0, 0, 0.2, 0.5]);
	}

	async run(): Promise<void> {
		const count = this.pick([1, 2, 2, 3]);
		for (let index = 0; index < count; index++) this.questions.push(await this.ask());
		n8n.intercept = () => (this.isDisturbed() ? this.pick(DISTURBANCES) : undefined);
		n8n.replaceAnswer = () => (this.isDisturbed() ? GATEWAY_ERROR : undefined);
		try {
			for (let turns = this.pick([1, 2, 4]); turns > 0; turns--) {
				await Promise.all(Array.from({ length: this.pick([1, 1, 2, 3]) }, async () => await this.act()));
			}
		} finally {
			n8n.intercept = n8n.replaceAnswer = () => undefined;
		}
	}

	private pick<T>(values: T[]): T {
		return values[Math.floor(this.random() * values.length)] as T;
	}

	private isDisturbed(): boolean {
		return this.random() < this.disturbed / 2;
	}

	private async ask(): Promise<Question> {
		const flow = voiceAgentFlow({
			resource: 'message',
			operation: 'sendAndWait',
			phoneNumberId: '106540352242922',
			recipientWaId: '14155550123',
			message: 'Shall we come?',
			responseType: 'approval',
			options: { unclearReply: 'askAgain', askAgainAtMost: MAX_FOLLOW_UPS },
		});
		const stored = this.pick([undefined, undefined, delay(30)]);
		const { id, end } = await n8n.run(flow, [{ json: {} }], service.credentials, { stored });
		const { body } = (await service.requests('send-chatapp-message')).at(-1) ?? {};
		const metadata = body?.metadata as IDataObject;
		const question: Question = {
			id,
			metadata,
			end,
			ended: undefined,
			isCancelled: false,
			isTimedOut: false,
		};
		void end.then((run) => (question.ended = run));
		return question;
	}

	private async act(): Promise<void> {
		const question = this.pick(this.questions);
		const share = this.random();
		if (share < 0.06) {
			if (question.ended) return;
			n8n.cancel(question.id);
			question.isCancelled = true;
		} else if (share < 0.12) {
			await n8n.timeOut(question.id).then(
				() => (question.isTimedOut = true),
				() => {},
			);
		} else if (share < 0.3 && this.replies.length > 0) {
			await this.deliver(this.pick(this.replies));
		} else {
			const text = this.pick(['Yes', 'Yes', 'No', 'Hm']);
			const event = chatEvent(text, question.metadata);
			const reply: Reply = { question, text, event, takenBy: [], hasStarted: false };
			this.replies.push(reply);
			await this.deliver(reply);
		}
	}

	/** Delivers an event as the service does: again until it is accepted. */
	private async deliver(reply: Reply): Promise<void> {
		const trigger = this.pick(processes);
		for (let delivery = 1; ; delivery++) {
			if (delivery > DISTURBED_DELIVERIES) n8n.intercept = n8n.replaceAnswer = () => undefined;
			const { status, body, items } = await takeEvent(n8n, reply.event, {}, { ...(trigger && { trigger }) });
			if (status === 503) continue;
			const { execution } = body as { execution?: string };
			if (execution !== undefined) reply.takenBy.push(execution);
			reply.hasStarted ||= items.length > 0;
			return;
		}
	}
}

/** What the execution put out at the end of its question; undefined if it went on with no reply. */
const outputOfQuestion = ({ ended }: Question): IDataObject | undefined => {
	const [output] = ended ? jsonOf(outputOf(ended, 'Success')) : [];
	return output?.payload === undefined ? undefined : output;
};

it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
	'neither loses nor repeats a reply, and approves only by a reply to that question (seed %d)',
	async (seed) => {
		const history = new History(seed);
		await history.run();

		for (const question of history.questions) {
			const own = history.replies.filter((reply) => reply.question === question);
			const { data = {} } = outputOfQuestion(question) ?? {};
			const { text, approved } = data as IDataObject;
			if (text !== undefined) expect(own.map((reply) => reply.text)).toContain(text);
			expect(approved).toBe({ Yes: true, No: false }[String(text)]);
			if (question.isCancelled || question.isTimedOut) expect(text).toBeUndefined();
		}
		for (const { question, text, event, takenBy, hasStarted } of history.replies) {
			expect(takenBy.every((execution) => execution === question.id)).toBe(true);
			const { id } = event.data as IDataObject;
			const { data } = (outputOfQuestion(question)?.payload ?? {}) as IDataObject;
			// An unclear reply is taken as well: a follow-up answers it.
			const wasTaken = (data as IDataObject | undefined)?.id === id || takenBy.length > 0;
			const outcomes = Number(wasTaken) + Number(hasStarted);
			// n8n keeps no record of an unclear reply, so one that comes again after the end starts the workflow.
			const mayBeRepeated = text === 'Hm' && (question.ended !== undefined || question.isCancelled);
			expect({ seed, text, outcomes }).toEqual({
				seed,
				text,
				outcomes: mayBeRepeated ? expect.any(Number) : 1,
			});
			expect(outcomes).toBeGreaterThan(0);
		}
		const sent = await service.requests('send-chatapp-message');
		for (const { metadata } of history.questions) {
			const [address = ''] = String(metadata.n8nReplyTo).split('&repeated=');
			const asked = sent.filter(({ body }) =>
				String((body.metadata as IDataObject | undefined)?.n8nReplyTo).startsWith(`${address}&`),
			);
			expect(asked.length).toBeLessThanOrEqual(1 + MAX_FOLLOW_UPS);
		}
	},
);
