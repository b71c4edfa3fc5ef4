import { parseJsonOrText } from '../../service/json.ts';
import { contains } from '../../service/matching.ts';
import { readEndpointName } from '../../service/http/urls.ts';
import { keepDigits } from '../../service/http/values.ts';
import type { App } from '../../service/plugin.ts';
import type { Expectation } from './expectation.ts';
import { fillPattern, fillPlaceholders, type Answers } from './placeholders.ts';
import type { WorkflowExecutions } from './workflow-host.ts';

/** The most things that are listed of what came instead, and the longest text of each. */
const SHOWN = 5;
const SHOWN_LENGTH = 120;

/** The newest records before a run began, which later ones are told from. */
export interface Marks {
	readonly request: number;
	readonly message: number;
	readonly batch: number;
	readonly functionCall: number;
}

/** Something that can meet an expectation. */
interface Candidate {
	/** Its kind and ID, which no other candidate has. */
	readonly key: string;
	readonly meets: boolean;
	/** In words, for the error of an expectation that is not met. */
	readonly words: string;
}

/** The state of an expectation. */
export interface Finding {
	/** Undecided while more may come. */
	readonly verdict: 'met' | 'failed' | 'undecided';
	/** True if more cannot change the verdict. */
	readonly isFinal: boolean;
	/** The keys of the candidates that meet it. */
	readonly met_by: readonly string[];
	/** How many came instead of what is expected, or too many. */
	readonly came: number;
	/** Those, in words. */
	readonly instead: string;
}

type Used = Pick<App, 'batches' | 'config' | 'functionCalls' | 'messages' | 'requests'>;

/** Returns the newest records, for a run that begins now. */
export function takeMarks({ batches, functionCalls, messages, requests }: Used): Marks {
	return {
		request: requests.list().at(-1)?.id ?? 0,
		message: messages.newest(),
		batch: batches.newest(),
		functionCall: functionCalls.newest(),
	};
}

/** The part of a run that its expectations are judged by. */
interface JudgedRun {
	/** Those of the account. */
	readonly marks: Marks;
	readonly workflow_id: string | null;
	/** The answers to the steps that have a name. */
	readonly answers: Answers;
	/** The answers to all steps, as JSON: it holds the IDs of what they made themselves. */
	readonly made: string;
}

/** Judges what a workflow has done since a run of a scenario began. */
export class Judge {
	readonly #app: Used;
	readonly #executions: WorkflowExecutions | undefined;
	readonly #run: JudgedRun;
	/** The keys of the candidates that have met an earlier expectation. */
	readonly #taken: ReadonlySet<string>;

	/**
	 * @param app the account in which it has done that
	 * @param executions those of the workflow that the run tests, if it tests one
	 */
	constructor(
		app: Used,
		executions: WorkflowExecutions | undefined,
		run: JudgedRun,
		taken: readonly string[],
	) {
		this.#app = app;
		this.#executions = executions;
		this.#run = run;
		this.#taken = new Set(taken);
	}

	/** @param isOver true once no more time is left for what has not come */
	async judge(expectation: Expectation, isOver: boolean): Promise<Finding> {
		if (expectation.nothing_else) return decide(this.#everythingSent(), 0, isOver);
		if (expectation.execution && this.#executions === undefined) {
			const instead = 'The sandbox does not know n8n: start it with --n8n, and name the workflow';
			return { verdict: 'failed', isFinal: true, met_by: [], came: 0, instead };
		}
		const candidates = (await this.#candidates(expectation)).filter(({ key }) => !this.#taken.has(key));
		const [wanted] = Object.values(expectation) as Array<{ count?: number }>;
		return decide(candidates, wanted?.count, isOver);
	}

	#candidates(expectation: Expectation): Candidate[] | Promise<Candidate[]> {
		const { request, message, function: called, execution } = expectation;
		if (request) return this.#requests(request);
		if (message) return this.#messages(message);
		if (called) return this.#functionCalls(called);
		return execution ? this.#executionsFor(execution) : [];
	}

	#requests({ endpoint, method, body, status }: NonNullable<Expectation['request']>): Candidate[] {
		return this.#received()
			.filter((one) => readEndpointName(one.path) === endpoint && one.status !== null)
			.map((one) => ({
				key: this.#keyOf('request', one.id),
				meets:
					(method ?? one.method) === one.method &&
					(status === undefined ? isSuccess(one.status) : status === one.status) &&
					this.#contains(parseJsonOrText(one.body), body),
				words: `${one.method} ${endpoint} (answered ${one.status}) ${one.body ?? ''}`.trimEnd(),
			}));
	}

	#messages({ to, from, channel, text, status }: NonNullable<Expectation['message']>): Candidate[] {
		return this.#sent().map((one) => ({
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

	#functionCalls(expected: NonNullable<Expectation['function']>): Candidate[] {
		const { name, status = 'succeeded', values, text } = expected;
		return this.#app.functionCalls
			.listAfter(this.#run.marks.functionCall)
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

	async #executionsFor(expected: NonNullable<Expectation['execution']>): Promise<Candidate[]> {
		const { status = 'success', last_node: lastNode, outputs = {}, max_seconds: maxSeconds } = expected;
		const executions = (await this.#executions?.list(this.#run.workflow_id ?? '')) ?? [];
		return executions.map((one) => {
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

	/** The messages and batch calls that no earlier step expects. */
	#everythingSent(): Candidate[] {
		const expected = this.#received()
			.filter(({ id }) => this.#taken.has(this.#keyOf('request', id)))
			.map(({ response_body: answer }) => answer ?? '')
			.join();
		const messages = this.#sent()
			.filter(({ id }) => !this.#taken.has(this.#keyOf('message', id)) && !expected.includes(id))
			.map((one) => ({ key: this.#keyOf('message', one.id), words: describeMessage(one) }));
		const batches = this.#app.batches
			.listAfter(this.#run.marks.batch)
			.filter(({ id }) => !expected.includes(id) && !this.#run.made.includes(id))
			.map((one) => ({ key: this.#keyOf('batch', one.id), words: `the batch call "${one.name}"` }));
		return [...messages, ...batches].map((one) => ({ ...one, meets: true }));
	}

	/** The requests of each account are numbered from 1 on. */
	#keyOf(kind: string, id: string | number): string {
		return `${kind} ${id} of account ${this.#app.config.account}`;
	}

	#matches(text: string, pattern: string | undefined): boolean {
		return pattern === undefined || new RegExp(fillPattern(pattern, this.#run.answers), 'is').test(text);
	}

	#isNumber(number: string, expected: string | undefined): boolean {
		if (expected === undefined) return true;
		return keepDigits(number) === keepDigits(String(fillPlaceholders(expected, this.#run.answers)));
	}

	#contains(value: unknown, expected: unknown): boolean {
		return expected === undefined || contains(value, fillPlaceholders(expected, this.#run.answers));
	}

	#received() {
		return this.#app.requests.list().filter(({ id }) => id > this.#run.marks.request);
	}

	/** The messages to people, the oldest first, but for those that a step of the scenario sent. */
	#sent() {
		return this.#app.messages
			.listAfter(this.#run.marks.message)
			.filter(({ direction, id }) => direction === 'outbound' && !this.#run.made.includes(id));
	}
}

/** Combines the states of an expectation in several accounts: each has to meet it. */
export function combine(findings: readonly Finding[]): Finding {
	const failed = findings.filter(({ verdict }) => verdict === 'failed');
	const isMet = findings.every(({ verdict }) => verdict === 'met');
	return {
		verdict: failed.length > 0 ? 'failed' : isMet ? 'met' : 'undecided',
		isFinal: failed.some(({ isFinal }) => isFinal),
		met_by: findings.flatMap(({ met_by: keys }) => keys),
		came: failed.reduce((sum, { came }) => sum + came, 0),
		instead: failed.map(({ instead }) => instead).join('; '),
	};
}

function decide(candidates: readonly Candidate[], count: number | undefined, isOver: boolean): Finding {
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
		instead: list(tooMany ? meeting : candidates),
	};
}

function list(candidates: readonly Candidate[]): string {
	if (candidates.length === 0) return 'Nothing came';
	const shown = candidates.slice(0, SHOWN).map(({ words }) => shorten(words));
	const more = candidates.length > SHOWN ? ` and ${candidates.length - SHOWN} more` : '';
	return `${candidates.length} came: ${shown.join('; ')}${more}`;
}

function shorten(words: string): string {
	return words.length > SHOWN_LENGTH ? `${words.slice(0, SHOWN_LENGTH)}…` : words;
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
const isLost = ({ status }: { status: string }) => status === 'failed' || status === 'undelivered';

function describeMessage(message: { to_number: string; body: string; status: string }): string {
	const { to_number: to, body, status } = message;
	return `to ${to}: "${body}"${isLost(message) ? ` (${status})` : ''}`;
}
