/**
 * Triggers in one real n8n that take events in turn, so that whatever
 * else the machine does meets all of them.
 */
import { randomUUID } from 'node:crypto';

import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';
import { SECRETS } from '../../test/support/hostile-requests.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../../test/support/eventually.ts';
import { inParallel, post, type TriggerN8n } from '../../test/e2e/support/real-n8n.ts';
import { signedWith } from '../../test/support/signature.ts';
import { isOpen, readSqliteRuns } from '../../test/e2e/support/stored-runs.ts';
import { median, quantile } from '../quantile.ts';
import { printTable } from '../table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 50);
const WIDTH = 8;

/** A trigger that takes part. */
export interface Contender {
	name: string;
	/** The workflow that begins with it. */
	workflowId: string;
	url: string;
	/** The headers that vouch for a body. */
	sign: (body: string) => Record<string, string>;
	/** Until the last event of a round was answered, while executions of earlier ones run. */
	seconds: number[];
	/** Until the last execution of a round had finished. */
	finished: number[];
	/** Until an event was answered. */
	milliseconds: number[];
}

export class Contest {
	readonly #contenders: Contender[] = [];
	#events = 0;
	private readonly n8n: TriggerN8n;

	/** @param n8n is up */
	constructor(n8n: TriggerN8n) {
		this.n8n = n8n;
	}

	/**
	 * Activates a workflow that begins with a trigger.
	 *
	 * @param path where n8n takes its events, below `/webhook/`
	 */
	async enter(
		name: string,
		trigger: WorkflowNode,
		path: string,
		sign: Contender['sign'] = () => ({}),
	): Promise<Contender> {
		const file = chainOf(name, [trigger, node('Reached', 'n8n-nodes-base.noOp')]);
		const workflow = await this.n8n.client.createWorkflow(file);
		await this.n8n.client.activateWorkflow(workflow);
		const url = `${this.n8n.url}/webhook/${path}`;
		const measured = { seconds: [], finished: [], milliseconds: [] };
		const contender = { name, workflowId: workflow.id, url, sign, ...measured };
		this.#contenders.push(contender);
		return contender;
	}

	/** Activates a workflow that begins with this package's trigger. */
	async enterOurs(name: string, credentialId: string, options: object): Promise<Contender> {
		const webhookId = randomUUID();
		const credentials = { voiceAgentApi: { id: credentialId, name: 'Service' } };
		const trigger = node(
			'Trigger',
			'n8n-nodes-voice-agent.voiceAgentTrigger',
			{ options },
			{ webhookId, credentials },
		);
		return await this.enter(name, trigger, `${webhookId}/webhook`, (body) =>
			signedWith(SECRETS.signingSecret, body),
		);
	}

	/** The first calls of each pay for loading; they do not count. */
	async warmUp(): Promise<void> {
		for (const contender of this.#contenders) await this.#round(contender, 10);
		for (const contender of this.#contenders)
			Object.assign(contender, { seconds: [], finished: [], milliseconds: [] });
	}

	/**
	 * @param floor the name of the contender whose rate the others are a share of
	 * @returns by name, which share of the floor's executions a contender has finished in the same time
	 */
	async run(heading: string, floor: string): Promise<Map<string, number>> {
		for (let i = 0; i < ROUNDS; i++)
			for (const contender of this.#contenders) await this.#round(contender, EVENTS);

		const rate = ({ seconds }: Contender) => EVENTS / median(seconds);
		const finishRate = ({ finished }: Contender) => EVENTS / median(finished);
		const base = this.#contenders.find(({ name }) => name === floor);
		printTable(
			`${heading}; ${ROUNDS} rounds of ${EVENTS} events, ${WIDTH} at once, in turn`,
			this.#contenders.map((contender) => ({
				trigger: contender.name,
				'events answered a second': rate(contender),
				[`to ${floor}`]: base ? rate(contender) / rate(base) : 0,
				'finished a second': finishRate(contender),
				'of these, to the same': base ? finishRate(contender) / finishRate(base) : 0,
				'median, ms': median(contender.milliseconds),
				'99th percentile, ms': quantile(contender.milliseconds, 0.99),
			})),
		);
		return new Map(
			this.#contenders.map((contender) => [
				contender.name,
				base ? finishRate(contender) / finishRate(base) : NaN,
			]),
		);
	}

	async #round(contender: Contender, events: number): Promise<void> {
		const runs = () => readSqliteRuns(this.n8n.userFolder, contender.workflowId);
		const before = runs().length;
		const bodies = Array.from({ length: events }, () => bodyOf(`evt-${++this.#events}`));
		const begunAt = Date.now();
		const begun = performance.now();
		await inParallel(bodies, WIDTH, async (body) => {
			const sent = performance.now();
			const { status } = await post(contender.url, body, contender.sign(body));
			if (status !== 200) throw new Error(`${contender.name} answered ${status}`);
			contender.milliseconds.push(performance.now() - sent);
		});
		contender.seconds.push((performance.now() - begun) / 1000);
		// A run that is still open would slow down the next one.
		const after = await until(runs, (all) => all.length >= before + events && !all.some(isOpen), 120_000);
		contender.finished.push((Math.max(...after.map(({ endedAt }) => endedAt)) - begunAt) / 1000);
		const failed = after.filter(({ reached }) => !reached).length;
		if (failed > 0) throw new Error(`${contender.name}: ${failed} events did not run`);
	}
}

/** One body for all: Slack's names beside the service's. */
const bodyOf = (id: string): string =>
	JSON.stringify({ id, event: 'sms.received', type: 'event_callback', data: { body: 'Hello'.repeat(50) } });
