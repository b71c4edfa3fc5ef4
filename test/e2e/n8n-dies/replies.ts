import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/eventually.ts';
import type { Listening, TriggerN8n } from '../support/real-n8n.ts';
import { Asked, deliver, listenForReplies, People, question, startAsking } from '../support/send-and-wait.ts';
import { isOpen, readSqliteRuns } from '../support/stored-runs.ts';
import type { Part } from './part.ts';

/** Replies of three people: one was asked, one is answering, and one has answered. */
export function replies(): Part {
	let n8n: TriggerN8n;
	let people: People;
	let listening: Listening;
	let questions: Asked;
	let asked: string;
	let answering: string;
	let answered: string;
	/** The event of the person who has answered. */
	let last: string;
	/** The event in which n8n dies, and its first delivery. */
	let event: string;
	let first: Promise<unknown>;
	/** The number of the trigger's runs before it. */
	let before: number;

	const runsOfTrigger = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

	return {
		title: 'replies',
		async prepare(started) {
			n8n = started;
			people = await People.start();
			const credential = await people.credential(n8n);
			listening = await listenForReplies(n8n, credential);
			questions = new Asked(n8n, await startAsking(n8n, [question(credential)]));
			[asked = '', answering = '', answered = ''] = await people.meet(3);
			for (const person of [asked, answering, answered]) await questions.ask(person);
			last = await people.answer(answered, 'Once');
			await deliver(listening.url, last);
			await questions.ended(answered);
			event = await people.answer(answering, 'Not lost');
			before = runsOfTrigger().length;
		},
		async begin() {
			first = deliver(listening.url, event).catch(() => 'cut off');
			await delay(Number(answering) % 40);
		},
		async whenBack() {
			// The service repeats what n8n refuses while it still finds out what has become of the execution.
			const repeat = () => deliver(listening.url, event).then(() => true, String);
			if ((await first) === 'cut off') await until(repeat, (outcome) => outcome === true, 240_000);
		},
		tests() {
			test('while the reply is handed over, the service sends it again; the workflow goes on once', async () => {
				const { status, text, times } = await questions.ended(answering);
				const runs = await until(runsOfTrigger, (now) => !now.some(isOpen), 60_000);
				expect(runs.slice(before).filter(({ reached }) => reached)).toEqual([]);
				// n8n shows an execution as crashed that had gone on when it died.
				if (status === 'success') expect({ text, times }).toEqual({ text: 'Not lost', times: 1 });
				else expect(status).toBe('crashed');
			}, 240_000);

			test('between question and reply, the workflow goes on after the restart', async () => {
				await deliver(listening.url, await people.answer(asked, 'After the restart'));
				expect(await questions.ended(asked)).toMatchObject({
					...{ status: 'success', text: 'After the restart', times: 1 },
				});
			}, 240_000);

			test('after the reply, a second delivery of it starts nothing', async () => {
				const earlier = runsOfTrigger().length;
				await deliver(listening.url, last);
				const runs = await until(
					() => runsOfTrigger().slice(earlier),
					(now) => now.length === 1 && !now.some(isOpen),
					60_000,
				);
				expect(runs).toMatchObject([{ status: 'success', reached: false }]);
				expect(questions.of(answered)).toMatchObject({ status: 'success', text: 'Once', times: 1 });
			}, 240_000);
		},
		stop: async () => await people?.stop(),
	};
}
