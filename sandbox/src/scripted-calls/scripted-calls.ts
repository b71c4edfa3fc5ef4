import { Ticker } from '../clock/ticker.ts';
import { Records } from '../database/records.ts';
import { DEMO_CONTACT } from '../demo/people.ts';
import { plainError, ServiceError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { collectData, readAnswer, readRefusal, UNANSWERED, writeTranscript } from './outcome.ts';
import type { CallScript, ScriptedCall, ScriptedFunction } from './schema.ts';

type Used = 'agents' | 'calls' | 'clock' | 'demo' | 'functionCalls' | 'numbers';

/** The inbound calls that follow a script, on the sandbox's clock. */
export class ScriptedCalls extends Records<ScriptedCall, Used> {
	readonly #ticker: Ticker;
	/** The calls in which the agent is waiting for the answer of a function. */
	#waiting = new Set<string>();

	constructor(app: Pick<App, 'database' | Used>) {
		super(app, 'scripted_calls', 'Scripted call');
		this.#ticker = new Ticker(app, (now) => this.#goOn(now));
	}

	/**
	 * Begins a call. To be called within a transaction.
	 * @throws {ServiceError} 404 for an unknown number, agent or function, 409 for a number without an agent
	 * and for an inactive function, 400 for arguments that no agent would call a function with
	 */
	begin(script: CallScript): ScriptedCall {
		const { agents, calls, clock, demo, numbers } = this.app;
		const { from_number = DEMO_CONTACT.smsNumber, to_number = demo.serviceNumber, transcript } = script;
		const number = numbers.requireNumber(to_number);
		const agent = script.agent ?? number.agent_id;
		if (agent === null) throw plainError(409, `No agent answers calls to ${to_number}; give one`);
		const { id: agent_id } = agents.requireNamed(agent);
		this.#requireCallable(agent_id, script.functions);
		const functions = script.functions
			.map((wanted): ScriptedFunction => ({ ...wanted, ...UNANSWERED }))
			.sort((one, other) => one.at_seconds - other.at_seconds);
		const names = [...new Set(functions.map(({ name }) => name))].join(', ');
		const lastSeconds = Math.max(...[...transcript, ...functions].map((one) => one.at_seconds));
		const { contact_name = null, duration_seconds = lastSeconds, extracted_data } = script;
		const call = this.add({
			id: calls.nextId(),
			status: 'running',
			started_at: clock.stamp(),
			duration_seconds,
			from_number,
			to_number,
			contact_name,
			agent_id,
			transcript,
			extracted_data,
			functions,
			summary: script.summary ?? `The agent called ${names} during the call.`,
			event_id: null,
		});
		this.#ticker.wake();
		return call;
	}

	/** Stops waiting for answers; a call that still exists then calls its function again. */
	clear(): void {
		this.#waiting = new Set();
	}

	/** Makes sure that the agent would call every function. @throws {ServiceError} which names the function */
	#requireCallable(agent: string, functions: CallScript['functions']): void {
		for (const [index, wanted] of functions.entries()) {
			try {
				this.app.functionCalls.requireCallable({ agent, ...wanted });
			} catch (error) {
				if (!(error instanceof ServiceError)) throw error;
				throw plainError(error.statusCode, `Function ${index + 1} (${wanted.name}): ${error.message}`);
			}
		}
	}

	/**
	 * Calls the functions that are due, and ends the calls that are over; returns the time at which the next
	 * one is.
	 */
	#goOn(now: number): number | undefined {
		let next: number | undefined;
		for (const call of this.listBy('status', 'running')) {
			if (this.#waiting.has(call.id)) continue;
			const index = call.functions.findIndex(({ status }) => status === 'waiting');
			const wanted = call.functions[index];
			const dueAt = dueTime(call, wanted?.at_seconds ?? call.duration_seconds);
			if (dueAt > now) next = Math.min(next ?? dueAt, dueAt);
			else if (wanted === undefined) this.#end(call, dueAt);
			// If it fails, e.g. because the disk is full, it is tried again when something else is due.
			else
				this.app.database.afterCommit(
					() => void this.#callFunction(call, index, dueAt).catch(() => undefined),
				);
		}
		return next;
	}

	/** Calls a function of the script and continues the call with its answer. */
	async #callFunction(
		{ id, agent_id: agent, ...call }: ScriptedCall,
		index: number,
		dueAt: number,
	): Promise<void> {
		const waiting = this.#waiting;
		const wanted = call.functions[index];
		if (wanted === undefined || waiting.has(id)) return;
		waiting.add(id);
		try {
			const beganAtSeconds = (dueAt - Date.parse(call.started_at)) / 1000;
			const { from_number, to_number, started_at } = call;
			const phoneCall = {
				id,
				direction: 'inbound',
				from_number,
				to_number,
				agent_id: agent,
				started_at,
			} as const;
			const answered = await this.app.functionCalls
				.call({ agent, ...wanted }, phoneCall)
				.then((answer) => readAnswer(answer, beganAtSeconds))
				.catch((error: Error) => readRefusal(error, beganAtSeconds));
			this.app.database.transaction(() => {
				if (waiting !== this.#waiting) return;
				this.change(id, { functions: call.functions.with(index, { ...wanted, ...answered }) });
			});
		} finally {
			waiting.delete(id);
		}
		this.#ticker.wake();
	}

	#end(script: ScriptedCall, endedAt: number): void {
		const { id, from_number, to_number, agent_id, contact_name, summary } = script;
		const { eventId } = this.app.calls.complete({
			id,
			direction: 'inbound',
			from_number,
			to_number,
			agent_id,
			contact_name,
			summary,
			startedAt: Date.parse(script.started_at),
			endedAt,
			transcript: writeTranscript(script),
			extracted_data: collectData(script),
		});
		this.change(id, { status: 'ended', event_id: eventId });
	}
}

/**
 * Returns the time at which a function or the end of a call is due: at its second, but not before the last
 * answer that the agent has waited for.
 */
function dueTime({ started_at: startedAt, functions }: ScriptedCall, seconds: number): number {
	const answered = functions.map(({ answered_at_seconds: at }) => at ?? 0);
	return Date.parse(startedAt) + Math.max(seconds, ...answered) * 1000;
}
