import type { CustomFunction } from '../custom-functions/schema.ts';
import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { HttpClient } from '../http/http-client.ts';
import { retryDelay } from '../webhooks/rules.ts';
import {
	findMismatches,
	makeAttempt,
	type AttemptWithAnswer,
	buildRequest,
	withoutSecrets,
	type CallInProgress,
	type FunctionRequest,
} from './request.ts';
import { findMissed, readResponseVariables } from './response-variables.ts';
import type { FunctionAttempt, FunctionCall, FunctionCallRequest } from './schema.ts';

/** Section 8: the longest time-out of a function. */
const MAX_TIMEOUT_MS = 300_000;
/**
 * The bounds of the first pause and of every pause. They are shorter than those of deliveries, since the
 * caller is waiting on the phone.
 */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 2_000;

type Used = 'agents' | 'clock' | 'config' | 'customFunctions' | 'demo' | 'functionCallSettings' | 'ids';

/** The calls that agents have made of their custom functions (section 2), each with every attempt. */
export class FunctionCalls extends Records<FunctionCall, Used> {
	readonly #httpClient = new HttpClient(MAX_TIMEOUT_MS);
	/** The functions that end the pauses in progress. */
	readonly #pauses = new Set<() => void>();
	/** The number of times that everything was cleared; calls in progress before that are given up. */
	#clearings = 0;

	/**
	 * Has an agent call a function, up to `max_retries` times again (section 2).
	 * @returns the result, also of a call that failed
	 * @throws {ServiceError} 404 for an unknown agent or function, 409 for one that is inactive, 400 for
	 * arguments that no agent would call it with, 409 when the sandbox is reset meanwhile
	 */
	async call(wanted: FunctionCallRequest): Promise<FunctionCall> {
		const { clock, customFunctions, database, functionCallSettings } = this.app;
		const called = this.#requireCallable(wanted);
		const phoneCall = wanted.call === undefined ? null : this.#toCallInProgress(wanted.call, called.agent_id);
		const { arguments: given, body_form = functionCallSettings.get().body_form } = wanted;
		const request = buildRequest(called, given, body_form, phoneCall);
		const clearings = this.#clearings;
		const requireUncleared = () => {
			if (clearings !== this.#clearings) throw plainError(409, 'The sandbox was reset meanwhile');
		};
		const fresh = { call_id: phoneCall?.id ?? null, arguments: given, body_form };
		const attempt = async (number: number, before: FunctionCall) => {
			const isActive = customFunctions.find(called.id)?.is_active === true;
			const made = isActive ? await makeAttempt(number, request, called, this.#httpClient, clock) : null;
			return database.transaction(() => {
				requireUncleared();
				return this.change(before.id, this.#resultOf(made, before, called));
			});
		};
		let call = database.transaction(() => this.#begin(fresh, called, request));
		for (let number = 1; call.status === 'running'; number += 1) {
			if (number > 1) await this.#pause(call, number - 1);
			requireUncleared();
			call = await clock.waitFor(attempt(number, call));
		}
		return call;
	}

	/** Ends the calls that an earlier process left unfinished. To be called within a transaction. */
	endUnfinished(): void {
		for (const { id } of this.listBy('status', 'running')) {
			this.change(id, this.#ending('failed', 'The sandbox was stopped meanwhile'));
		}
	}

	/** Gives up the calls in progress, since everything is cleared. */
	clear(): void {
		this.#clearings += 1;
		for (const end of this.#pauses) end();
	}

	/** Ends the requests and pauses in progress. */
	async close(): Promise<void> {
		this.clear();
		await this.#httpClient.close();
	}

	/** Returns the wanted function if an agent would make this call. @throws {ServiceError} as {@link call} */
	#requireCallable({
		agent,
		name,
		arguments: given,
		send_anyway: sendAnyway,
	}: FunctionCallRequest): CustomFunction {
		const { agents, customFunctions } = this.app;
		const { id, name: agentName } = agents.requireNamed(agent);
		const functions = customFunctions.listBy('agent_id', id);
		const called = functions.find((one) => one.name === name);
		if (called === undefined) {
			const names = functions.map((one) => one.name).join(', ');
			throw plainError(404, `Custom function not found. ${agentName} has ${names || 'none'}`);
		}
		if (!called.is_active) {
			const goOn = 'Publish or test the workflow that answers it, or switch it on';
			throw plainError(409, `The function ${name} is inactive, so no agent calls it. ${goOn}`);
		}
		const misfits = sendAnyway ? [] : findMismatches(called.body_schema, given);
		if (misfits.length > 0) {
			const why = misfits.join('; ');
			throw plainError(400, `No agent would call it so: ${why}. send_anyway calls it all the same`);
		}
		return called;
	}

	#toCallInProgress(call: NonNullable<FunctionCallRequest['call']>, agentId: string): CallInProgress {
		const { clock, demo } = this.app;
		const { id, direction, started_at = clock.stamp() } = call;
		const [from, to] = demo.numbersOf(direction);
		const { from_number = from, to_number = to } = call;
		return { id, direction, from_number, to_number, agent_id: agentId, started_at };
	}

	#begin(
		fresh: Pick<FunctionCall, 'call_id' | 'arguments' | 'body_form'>,
		called: CustomFunction,
		request: FunctionRequest,
	): FunctionCall {
		return this.add({
			id: this.app.ids.uuid('function-call'),
			name: called.name,
			status: 'running',
			agent_id: called.agent_id,
			custom_function_id: called.id,
			created_at: this.app.clock.stamp(),
			finished_at: null,
			error: null,
			...fresh,
			values: readResponseVariables(called.response_variables, null),
			request: withoutSecrets(request, called),
			attempts: [],
		});
	}

	/** Returns the changes that an attempt makes to a call; the attempt is null if it was not made. */
	#resultOf(
		made: AttemptWithAnswer | null,
		{ attempts: before }: FunctionCall,
		{ max_retries: retries, response_variables: variables }: CustomFunction,
	): Partial<FunctionCall> {
		if (made === null) return this.#ending('failed', 'The function was switched off meanwhile');
		const attempts = [...before, made.attempt];
		if (made.attempt.verdict === 'retry' && attempts.length <= retries) return { attempts };
		if (made.attempt.verdict !== 'success')
			return { attempts, ...this.#ending('failed', describeFailure(made.attempt)) };
		const values = readResponseVariables(variables, made.answer);
		const missed = findMissed(variables, made.answer);
		return {
			...{ attempts, values, ...this.#ending('succeeded', null) },
			...(missed.length > 0 && { missed }),
		};
	}

	#ending(status: FunctionCall['status'], error: string | null) {
		return { status, error, finished_at: this.app.clock.stamp() };
	}

	/** Waits after an attempt, on the sandbox's clock. */
	async #pause({ id }: FunctionCall, attempt: number): Promise<void> {
		const { clock, config, ids } = this.app;
		const bounds = {
			deliveryBaseDelayMs: Math.min(config.deliveryBaseDelayMs, BASE_DELAY_MS),
			deliveryMaxDelayMs: Math.min(config.deliveryMaxDelayMs, MAX_DELAY_MS),
		};
		const delay = retryDelay(attempt, bounds, ids.chanceFor(`delay of ${id} after ${attempt}`));
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#pauses.add(resolve);
		const timer = clock.createTimer(resolve);
		timer.set(clock.now() + delay);
		await promise;
		timer.cancel();
		this.#pauses.delete(resolve);
	}
}

function describeFailure({ error, http_status: status }: FunctionAttempt): string {
	if (error !== null) return error;
	const isRedirect = status !== null && status >= 300 && status < 400;
	return `Answered ${status}${isRedirect ? ', and redirects are not followed' : ''}`;
}
