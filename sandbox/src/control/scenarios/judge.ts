import { contains } from '../../service/matching.ts';
import { readEndpointName } from '../../service/http/urls.ts';
import { keepDigits } from '../../service/http/values.ts';
import type { NewRecords } from './new-records.ts';
import { fillPattern, fillPlaceholders, type Answers } from './placeholders.ts';
import type { Expectation } from './scenario.ts';

/** The most things that are listed of what came instead, and the longest text of each, in characters. */
const MAX_LISTED = 5;
const MAX_LISTED_LENGTH = 120;

/** An execution of the tested workflow that does not run any more. */
export interface EndedExecution {
	readonly id: string;
	/** Its state, e.g. `success`, `error` or `waiting`. */
	readonly status: string;
	/** The node that ran last. */
	readonly lastNode: string | undefined;
	readonly seconds: number;
	/** True if it ended at its trigger, which output nothing, as after a repeated event. */
	readonly endedAtTrigger: boolean;
	/** Lists the items that a node output when it ran last. */
	listOutput(node: string): readonly object[];
}

/** Something that can meet an expectation. */
interface Candidate {
	/** Its kind and ID, which no other candidate has. */
	readonly key: string;
	readonly meets: boolean;
	/** In words, for the error of an expectation that is not met. */
	readonly words: string;
}

/** The judgement whether an expectation is met. */
export interface Judgement {
	/** Undecided while more may come. */
	readonly verdict: 'met' | 'failed' | 'undecided';
	/** True if nothing that comes later can change the verdict. */
	readonly isFinal: boolean;
	/** The keys of the candidates that meet it. */
	readonly met_by: readonly string[];
	/** The number of candidates that came but do not meet it; of all that meet it if they are too many. */
	readonly came: number;
	/** A description of these candidates. */
	readonly instead: string;
}

/** The results of the earlier steps of a run. */
export interface EarlierSteps {
	/** The answers to the steps that have a name. */
	readonly answers: Answers;
	/** The answers to all steps, as JSON, with the IDs of the records that the steps have made themselves. */
	readonly made: string;
	/** The keys of the candidates that have met an expectation: each meets only one. */
	readonly taken: ReadonlySet<string>;
}

/** Judges expectations by the new records of an account, and by the executions of the workflow that is tested. */
export class Judge {
	readonly #records: NewRecords;
	readonly #listExecutions: (() => Promise<EndedExecution[]>) | undefined;
	readonly #earlier: EarlierSteps;

	/** @param listExecutions those since the run began; undefined if no workflow is tested */
	constructor(
		records: NewRecords,
		listExecutions: (() => Promise<EndedExecution[]>) | undefined,
		earlier: EarlierSteps,
	) {
		this.#records = records;
		this.#listExecutions = listExecutions;
		this.#earlier = earlier;
	}

	/**
	 * @param isOver true once no more time is left for what has not come
	 * @throws {UnknownFieldError} if an earlier answer has no field that the expectation uses
	 */
	async judge(expectation: Expectation, isOver: boolean): Promise<Judgement> {
		if (expectation.nothing_else) return decide(await this.#listUnexpected(), 0, isOver);
		if (expectation.execution && this.#listExecutions === undefined) {
			const instead = 'Executions are looked at only in a test: voice-agent-sandbox test';
			return { verdict: 'failed', isFinal: true, met_by: [], came: 0, instead };
		}
		const candidates = (await this.#listCandidates(expectation)).filter(
			({ key }) => !this.#earlier.taken.has(key),
		);
		const [wanted] = Object.values(expectation) as Array<{ count?: number }>;
		return decide(candidates, wanted?.count, isOver);
	}

	async #listCandidates({
		request,
		message,
		function: called,
		execution,
	}: Expectation): Promise<Candidate[]> {
		if (request) return await this.#listRequests(request);
		if (message) return await this.#listMessages(message);
		if (called) return await this.#listFunctionCalls(called);
		return execution ? await this.#listMatchingExecutions(execution) : [];
	}

	async #listRequests(expected: NonNullable<Expectation['request']>): Promise<Candidate[]> {
		const { endpoint, method, body, status } = expected;
		return (await this.#records.requests())
			.filter((one) => readEndpointName(one.path) === endpoint && one.status !== null)
			.map((one) => ({
				key: this.#keyOf('request', one.id),
				meets:
					(method ?? one.method) === one.method &&
					(status === undefined ? isSuccess(one.status) : status === one.status) &&
					this.#contains(one.body, body),
				words: `${one.method} ${endpoint} (answered ${one.status}) ${toText(one.body)}`.trimEnd(),
			}));
	}

	async #listMessages(expected: NonNullable<Expectation['message']>): Promise<Candidate[]> {
		const { to, from, channel, text, status } = expected;
		return (await this.#listSent()).map((one) => ({
			key: this.#keyOf('message', one.id),
			meets:
				this.#isNumber(one.to_number, to) &&
				this.#isNumber(one.from_number, from) &&
				(channel ?? one.channel) === one.channel &&
				this.#matches(one.body, text) &&
				(status === undefined ? !isLost(one) : status === one.status),
			words: `${one.channel} ${describeMessage(one)}`,
		}));
	}

	async #listFunctionCalls(expected: NonNullable<Expectation['function']>): Promise<Candidate[]> {
		const { name, status = 'succeeded', values, text } = expected;
		return (await this.#records.functionCalls())
			.filter((one) => one.status !== 'running')
			.map((one) => {
				const answer = one.attempts.at(-1)?.response_body ?? '';
				return {
					key: this.#keyOf('function', one.id),
					meets:
						(name ?? one.name) === one.name &&
						one.status === status &&
						this.#contains(one.values, values) &&
						this.#matches(answer, text),
					words: `${one.name} ${one.status}${one.error === null ? '' : ` (${one.error})`}: ${answer}`,
				};
			});
	}

	async #listMatchingExecutions(expected: NonNullable<Expectation['execution']>): Promise<Candidate[]> {
		const { status = 'success', last_node: lastNode, outputs = {}, max_seconds: maxSeconds } = expected;
		return ((await this.#listExecutions?.()) ?? []).map((one) => {
			const { lastNode: last, seconds } = one;
			const put = Object.keys(outputs).map((node) => [node, one.listOutput(node)] as const);
			return {
				key: `execution ${one.id}`,
				meets:
					one.status === status &&
					(lastNode === undefined ? !one.endedAtTrigger : lastNode === last) &&
					put.every(([node, items]) => items.some((item) => this.#contains(item, outputs[node]))) &&
					seconds <= (maxSeconds ?? Infinity),
				words: [
					`execution ${one.id}: ${one.status}${last === undefined ? '' : ` at "${last}"`}, ${seconds} s`,
					...put.map(([node, items]) => `"${node}" put out ${JSON.stringify(items)}`),
				].join(', '),
			};
		});
	}

	/** Lists the messages and batch calls that no earlier step expects. */
	async #listUnexpected(): Promise<Candidate[]> {
		const { taken, made } = this.#earlier;
		const [requests, sent, batches] = await Promise.all([
			this.#records.requests(),
			this.#listSent(),
			this.#records.batches(),
		]);
		const expected = requests
			.filter(({ id }) => taken.has(this.#keyOf('request', id)))
			.map(({ response_body: answer }) => toText(answer))
			.join();
		const messages = sent
			.filter(({ id }) => !taken.has(this.#keyOf('message', id)) && !expected.includes(id))
			.map((one) => ({ key: this.#keyOf('message', one.id), words: describeMessage(one) }));
		const campaigns = batches
			.filter(({ id }) => !expected.includes(id) && !made.includes(id))
			.map((one) => ({ key: this.#keyOf('batch', one.id), words: `the batch call "${one.name}"` }));
		return [...messages, ...campaigns].map((one) => ({ ...one, meets: true }));
	}

	/** Lists the messages to people, the oldest first, except those that a step of the scenario sent. */
	async #listSent() {
		const sent = await this.#records.sentMessages();
		return sent.filter(({ id }) => !this.#earlier.made.includes(id));
	}

	/** The requests of each account are numbered from 1 on. */
	#keyOf(kind: string, id: string | number): string {
		return `${kind} ${id} of account ${this.#records.account}`;
	}

	#matches(text: string, pattern: string | undefined): boolean {
		return pattern === undefined || new RegExp(fillPattern(pattern, this.#earlier.answers), 'is').test(text);
	}

	#isNumber(number: string, expected: string | undefined): boolean {
		if (expected === undefined) return true;
		return keepDigits(number) === keepDigits(String(fillPlaceholders(expected, this.#earlier.answers)));
	}

	#contains(value: unknown, expected: unknown): boolean {
		return expected === undefined || contains(value, fillPlaceholders(expected, this.#earlier.answers));
	}
}

/** Combines the judgements of an expectation in several accounts: it has to be met in each. */
export function combine(judgements: readonly Judgement[]): Judgement {
	const failed = judgements.filter(({ verdict }) => verdict === 'failed');
	const isMet = judgements.every(({ verdict }) => verdict === 'met');
	return {
		verdict: failed.length > 0 ? 'failed' : isMet ? 'met' : 'undecided',
		isFinal: failed.some(({ isFinal }) => isFinal),
		met_by: judgements.flatMap(({ met_by: keys }) => keys),
		came: failed.reduce((sum, { came }) => sum + came, 0),
		instead: failed.map(({ instead }) => instead).join('; '),
	};
}

function decide(candidates: readonly Candidate[], count: number | undefined, isOver: boolean): Judgement {
	const meeting = candidates.filter(({ meets }) => meets);
	const enough = count ?? 1;
	const tooMany = count !== undefined && meeting.length > count;
	const isComplete = meeting.length >= enough && (enough > 0 || isOver);
	const verdict = tooMany ? 'failed' : isComplete ? 'met' : isOver ? 'failed' : 'undecided';
	const taken = tooMany ? meeting : meeting.slice(0, enough);
	return {
		verdict,
		isFinal: tooMany,
		met_by: taken.map(({ key }) => key),
		came: (tooMany ? meeting : candidates).length,
		instead: describeAll(tooMany ? meeting : candidates),
	};
}

function describeAll(candidates: readonly Candidate[]): string {
	if (candidates.length === 0) return 'Nothing came';
	const listed = candidates.slice(0, MAX_LISTED).map(({ words }) => shorten(words));
	const more = candidates.length > MAX_LISTED ? ` and ${candidates.length - MAX_LISTED} more` : '';
	return `${candidates.length} came: ${listed.join('; ')}${more}`;
}

function shorten(words: string): string {
	return words.length > MAX_LISTED_LENGTH ? `${words.slice(0, MAX_LISTED_LENGTH)}…` : words;
}

/** Returns a body that was JSON or text as a text. */
function toText(body: unknown): string {
	return typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body);
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
const isLost = ({ status }: { status: string }) => status === 'failed' || status === 'undelivered';

function describeMessage(message: { to_number: string; body: string; status: string }): string {
	const { to_number: to, body, status } = message;
	return `to ${to}: "${body}"${isLost(message) ? ` (${status})` : ''}`;
}
