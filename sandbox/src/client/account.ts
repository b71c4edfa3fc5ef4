import { parseJsonOrText } from '../service/json.ts';
import * as timers from 'node:timers/promises';
import { parseSeconds, type Duration } from '../service/time.ts';
import { isSignature } from '../service/webhooks/rules.ts';
import { contains } from '../service/matching.ts';
import { createControl, type Control } from './control.ts';
import type { FaultRequest, Part, Query, RequestBody, ServicePath } from './interface.ts';
import type { DeliveryDetail, Listed, ReceivedRequest } from './records.ts';

/** Shorter than the five seconds in which Jest and Vitest end a test, so that the error of a wait is seen. */
const DEFAULT_WAIT_MS = 4_000;
/** How long `expectNoRequest` watches for a request. */
const DEFAULT_QUIET_MS = 500;
const POLL_INTERVAL_MS = 25;
/** How many of the latest requests, deliveries or messages are searched. */
const MAX_RECORDS = 1000;
/** How many other requests are named if none to the expected path came. */
const MAX_OTHERS = 10;
/** The longest list of what came instead that a time-out error shows, in characters. */
const MAX_LIST_LENGTH = 2000;

/**
 * The real `setTimeout`, taken when this module is loaded: a test may replace timers and `Date` by fake ones later, while
 * time passes in the sandbox. For the same reason, `process.uptime()` is the clock here.
 */
const { setTimeout: sleep } = timers;

/** The calls that replace all messages. */
const REPLACES_MESSAGES = /^\/(?:reset|snapshots\/[^/]+\/restore)$/;
/** The calls that may change a webhook URL or the signing secret of the first API key. */
const CHANGES_WEBHOOKS = /^\/(?:api-keys|chatapp-accounts)(?:\/|$)|^\/n8n\/workflows\//;

/** An account as `serve --json` prints it. */
export interface AnnouncedAccount {
	/** Scheme, host and port, without a slash at the end. The account's control API is there, too. */
	readonly url: string;
	/** The first API key; null if the data folder was not new. */
	readonly apiKey: string | null;
	readonly apiKeyId: string;
	/** The account's user and the key of its browser apps, for the token endpoint. */
	readonly email: string;
	readonly password: string;
	readonly anonKey: string;
	/** The token for the control API from other machines; null when only this machine may use it. */
	readonly controlToken: string | null;
}

/** The fields that a request has to match. */
export interface RequestPattern<Path extends ServicePath = ServicePath> {
	readonly path: Path;
	/** A part of its JSON body; a request with further fields matches, too. */
	readonly body?: Part<RequestBody<Path>>;
	/** e.g. `POST`; any method when absent. */
	readonly method?: string;
	/** The status of the answer; any when absent. */
	readonly status?: number | null;
	/** The id of a request: only later ones match. */
	readonly after?: number;
}

/** Which of the matching requests to wait for, and how long. */
export interface RequestWait {
	/** 2 waits for the second match, and so on; 1 when absent. */
	readonly count?: number;
	/** The longest wait, in milliseconds of real time; that of the sandbox when absent. */
	readonly timeoutMs?: number;
}

/** A request to an endpoint of the service, with the body that the endpoint takes. */
export type RequestTo<Path extends ServicePath> = ReceivedRequest & { body: RequestBody<Path> };

/** The fields that a webhook delivery has to match. */
export interface DeliveryPattern extends Pick<Query<'/sandbox/v1/deliveries'>, 'event' | 'api_key_id'> {
	/** When absent, a delivery matches once it has `succeeded` or is `dead_lettered`. */
	readonly status?: Query<'/sandbox/v1/deliveries'>['status'];
	/** A part of the delivered JSON. */
	readonly body?: object;
	/** The longest wait, in milliseconds of real time; that of the sandbox when absent. */
	readonly timeoutMs?: number;
}

/** The fields that a message has to match. */
export interface MessagePattern {
	/** The number of the recipient, in any format. */
	readonly to?: string;
	/** The whole text, or an expression that it has to match. */
	readonly text?: string | RegExp;
	/** 2 waits for the second match, and so on; 1 when absent. */
	readonly count?: number;
	/** The longest wait, in milliseconds of real time; that of the sandbox when absent. */
	readonly timeoutMs?: number;
}

/** An outbound message with all its fields. */
export type SentMessage = Listed<'/messages'>;

/** An account of a running sandbox: the data that a client needs to use it, and helpers for tests. */
export class SandboxAccount {
	/**
	 * Scheme, host and port, without a slash at the end: the Base URL of the service and of the control API.
	 */
	readonly url: string;
	/** The first API key; empty if the data folder was not new, since a key is shown only once. */
	readonly apiKey: string;
	readonly apiKeyId: string;
	/** The e-mail address of the account's user, for the token endpoint. */
	readonly email: string;
	readonly password: string;
	/** The `apikey` header of the token endpoint. */
	readonly anonKey: string;
	/** The token for the control API from other machines; null when only this machine may use it. */
	readonly controlToken: string | null;
	/** Makes any call of the control API. */
	readonly control: Control;
	readonly #waitMs: number;
	#webhookUrl: string | null = null;
	/** The webhook URLs of the connected chat-app numbers, by the ID of the number; null where none is set. */
	#chatAppUrls = new Map<string, string | null>();
	#signingSecret: string | null = null;
	/** Stands for the newest message at the start or the last reset; see the control call `/messages`. */
	#newestMessage = 0;

	/** @param waitMs the longest wait of the methods that wait, in milliseconds of real time */
	constructor(announced: AnnouncedAccount, waitMs = DEFAULT_WAIT_MS) {
		this.#waitMs = waitMs;
		this.url = announced.url;
		this.apiKey = announced.apiKey ?? '';
		this.apiKeyId = announced.apiKeyId;
		this.email = announced.email;
		this.password = announced.password;
		this.anonKey = announced.anonKey;
		this.controlToken = announced.controlToken;
		const control = createControl(announced.url, announced.controlToken);
		this.control = async (method, path, ...body) => {
			const answer = await control(method, path, ...body);
			if (method === 'GET') return answer;
			if (REPLACES_MESSAGES.test(path)) await this.#readState(control);
			else if (CHANGES_WEBHOOKS.test(path)) await this.#readWebhooks(control);
			return answer;
		};
	}

	/** Reads the state of an account at the start, e.g. its signing secret. */
	static async read(account: SandboxAccount): Promise<void> {
		await account.#readState(account.control);
	}

	/**
	 * The secret that signs the webhooks of the first API key (section 6).
	 * @throws if the key has no webhook URL, since the service makes the secret when one is set
	 */
	get signingSecret(): string {
		if (this.#signingSecret !== null) return this.#signingSecret;
		throw new Error('There is no signing secret yet. Set a webhook URL: startSandbox({ webhookUrl }).');
	}

	/**
	 * Sets the URL to which the account's events are delivered, or removes it with null; {@link signingSecret}
	 * follows.
	 */
	async setWebhookUrl(url: string | null): Promise<void> {
		await this.control('PATCH', `/api-keys/${this.apiKeyId}`, { webhook_url: url });
	}

	/**
	 * Sets the URL to which the messages that arrive at the account's chat-app numbers are delivered, or removes it with
	 * null. They are not signed: a receiver recognizes them by a token in this URL.
	 * @throws if the account has no connected chat-app number, as with the seed `bare`
	 */
	async setChatAppWebhookUrl(url: string | null): Promise<void> {
		if (this.#chatAppUrls.size === 0) throw new Error('The account has no connected chat-app number.');
		for (const id of this.#chatAppUrls.keys()) await this.#setChatAppUrl(id, url);
	}

	/**
	 * Tells if a webhook was signed with {@link signingSecret}, for the app under test or its test.
	 * @param body the raw body, before it is parsed
	 * @param header the value of its header `x-service-signature`
	 */
	verifySignature(body: string | Uint8Array, header: string | readonly string[] | null | undefined): boolean {
		return isSignature(header, body, this.signingSecret);
	}

	/** Makes an SMS arrive at a number of the account: `sms.received` fires. */
	receiveSms(sms: RequestBody<'/sandbox/v1/events/sms.received'> = {}) {
		return this.control('POST', '/events/sms.received', sms);
	}

	/**
	 * Makes a chat-app message arrive at a number of the account: `chatapp.received` fires if it has a webhook URL, which
	 * {@link setChatAppWebhookUrl} sets.
	 */
	receiveChatAppMessage(message: RequestBody<'/sandbox/v1/events/chatapp.received'> = {}) {
		return this.control('POST', '/events/chatapp.received', message);
	}

	/** Makes an agent send an SMS: `sms.sent` fires. */
	sendSms(sms: RequestBody<'/sandbox/v1/events/sms.sent'> = {}) {
		return this.control('POST', '/events/sms.sent', sms);
	}

	/** Answers an outbound message as the person who got it, the latest unless `to` names another. */
	reply(reply: RequestBody<'/sandbox/v1/replies'>) {
		return this.control('POST', '/replies', reply);
	}

	/** Makes a website chat end: `chat.session.completed` fires. */
	completeChat(chat: RequestBody<'/sandbox/v1/events/chat.session.completed'> = {}) {
		return this.control('POST', '/events/chat.session.completed', chat);
	}

	/** Makes a call end: `call.completed` fires. */
	completeCall(call: RequestBody<'/sandbox/v1/events/call.completed'> = {}) {
		return this.control('POST', '/events/call.completed', call);
	}

	/** Has an agent call one of its custom functions; returns the call with every attempt. */
	callFunction(call: RequestBody<'/sandbox/v1/function-calls'>) {
		return this.control('POST', '/function-calls', call);
	}

	/** Makes requests to the service fail: the next one, unless `count` says otherwise. */
	addFault(fault: FaultRequest) {
		return this.control('POST', '/faults', fault);
	}

	/** Removes all faults. */
	async clearFaults(): Promise<void> {
		await this.control('DELETE', '/faults');
	}

	/** Saves the current state under a name, in place of an earlier one. */
	saveSnapshot(name: string) {
		return this.control('POST', '/snapshots', { name });
	}

	/** Returns to a state that was saved, and to its time. Received requests are forgotten, and the secret stays. */
	restoreSnapshot(name: string) {
		return this.control('POST', `/snapshots/${encodeURIComponent(name)}/restore`);
	}

	/**
	 * Returns a state that was saved as JSON, which {@link importSnapshot} takes in any sandbox of the same
	 * version. It contains secrets, e.g. those that sign webhooks.
	 */
	exportSnapshot(name: string) {
		return this.control('GET', `/snapshots/${encodeURIComponent(name)}/export`);
	}

	/** Takes a state from another sandbox, in place of one of the same name. {@link restoreSnapshot} returns to it. */
	importSnapshot(file: RequestBody<'/sandbox/v1/snapshots/import'>) {
		return this.control('POST', '/snapshots/import', file);
	}

	/** Deletes a state that was saved. */
	async deleteSnapshot(name: string): Promise<void> {
		await this.control('DELETE', `/snapshots/${encodeURIComponent(name)}`);
	}

	/**
	 * Plays a scenario: one that comes with the sandbox, by its name, or one of your own.
	 * @returns the run at its end, with the result of each step
	 */
	async playScenario(scenario: string | RequestBody<'/sandbox/v1/scenario-runs'>) {
		const { id } =
			typeof scenario === 'string'
				? await this.control('POST', `/scenarios/${encodeURIComponent(scenario)}/play`)
				: await this.control('POST', '/scenario-runs', scenario);
		for (;;) {
			const run = await this.control('GET', `/scenario-runs/${id}?finished=true`);
			if (run.status !== 'running') return run;
		}
	}

	/**
	 * Advances the sandbox's clock through every moment at which something falls due, e.g. each retry of a delivery or a
	 * function; resolves once all of that is done.
	 * @throws TypeError if it is not a span of time
	 */
	async advance(duration: Duration) {
		const seconds = parseSeconds(duration);
		if (seconds === undefined) throw new TypeError(`${duration} is no span of time like 90, "15m" or "24h".`);
		return await this.control('POST', '/clock', { advance_seconds: seconds });
	}

	/**
	 * Resets the account to its seed and the clock to the machine's time, and clears faults and requests. The
	 * API key still works, and the webhook URLs stay as they are.
	 * @param seed the seed of the account; the one that it started with when absent
	 */
	async reset(seed?: RequestBody<'/sandbox/v1/reset'>['seed']): Promise<void> {
		await this.#readWebhooks(this.control);
		const [webhookUrl, chatAppUrls] = [this.#webhookUrl, this.#chatAppUrls];
		await this.control('POST', '/reset', { seed });
		if (webhookUrl !== null) await this.setWebhookUrl(webhookUrl);
		for (const id of this.#chatAppUrls.keys()) {
			const url = chatAppUrls.get(id) ?? null;
			if (url !== null) await this.#setChatAppUrl(id, url);
		}
	}

	/** Lists the requests to an endpoint since the last {@link reset}, the earliest first. */
	async requests<Path extends ServicePath>(pattern: RequestPattern<Path>): Promise<Array<RequestTo<Path>>> {
		return (await this.#findRequests(pattern)).matching;
	}

	/**
	 * Waits for a request to the service, which may already have been made.
	 * @returns the earliest match since the last {@link reset}, or a later one if `count` says so
	 * @throws after `timeoutMs`, with the other requests that came
	 */
	async waitForRequest<Path extends ServicePath>(
		pattern: RequestPattern<Path> & RequestWait,
	): Promise<RequestTo<Path>> {
		const { count = 1, timeoutMs = this.#waitMs, ...expected } = pattern;
		return await poll(describe('request', expected, count), timeoutMs, async (isOver) => {
			const { matching, all } = await this.#findRequests<Path>(expected);
			const found = matching[count - 1];
			if (found !== undefined || !isOver) return { found, instead: [] };
			const toPath = all.map(({ method, status, body }) => ({ method, status, body }));
			return { found, instead: toPath.length > 0 ? toPath : await this.#listOthers() };
		});
	}

	/**
	 * Checks that no request comes which should not.
	 * @param pattern `forMs` is the wait in milliseconds of real time; 500 when absent
	 * @throws as soon as a request matches, with its body
	 */
	async expectNoRequest<Path extends ServicePath>(
		pattern: RequestPattern<Path> & { readonly forMs?: number },
	): Promise<void> {
		const { forMs = DEFAULT_QUIET_MS, ...expected } = pattern;
		const until = now() + forMs;
		for (;;) {
			const { matching } = await this.#findRequests<Path>(expected);
			const [unexpected] = matching;
			if (unexpected) {
				const { method, path, status, body } = unexpected;
				throw new Error(`A request came: ${JSON.stringify({ method, path, status, body })}`);
			}
			if (now() > until) return;
			await sleep(POLL_INTERVAL_MS);
		}
	}

	/** Lists the latest requests to any endpoint, briefly. */
	async #listOthers() {
		const { requests } = await this.control('GET', `/requests?limit=${MAX_OTHERS}`);
		return requests.map(({ method, path, status }) => ({ method, path, status }));
	}

	async #findRequests<Path extends ServicePath>({ path, after, ...expected }: RequestPattern<Path>) {
		const query = new URLSearchParams({ path, limit: String(MAX_RECORDS) });
		if (after !== undefined) query.set('after', String(after));
		const { requests } = await this.control('GET', `/requests?${query}`);
		const matching = requests.filter((request) => contains(request, expected));
		return { matching: matching as Array<RequestTo<Path>>, all: requests };
	}

	/**
	 * Waits for a webhook delivery, which may already have been made.
	 * @returns the earliest match, with its body and every attempt
	 * @throws after `timeoutMs`, with the other deliveries
	 */
	async waitForDelivery(pattern: DeliveryPattern = {}): Promise<DeliveryDetail> {
		const { timeoutMs = this.#waitMs, ...expected } = pattern;
		const { status, body, ...narrowed } = expected;
		const query = new URLSearchParams({
			...narrowed,
			...(status && { status }),
			limit: String(MAX_RECORDS),
		});
		return poll(describe('delivery', expected), timeoutMs, async () => {
			const page = await this.control('GET', `/deliveries?${query}`);
			const listed = page.deliveries.toReversed();
			const details: DeliveryDetail[] = [];
			for (const { id, status: is } of listed) {
				if (status === undefined && is === 'pending') continue;
				const detail = await this.control('GET', `/deliveries/${id}`);
				if (body === undefined || contains(parseJsonOrText(detail.body), body))
					return { found: detail, instead: [] };
				details.push(detail);
			}
			const instead = listed.map(({ id, event, status: is }) => {
				const sent = details.find((detail) => detail.id === id)?.body;
				return { event, status: is, body: sent === undefined ? undefined : parseJsonOrText(sent) };
			});
			return { found: undefined, instead };
		});
	}

	/**
	 * Waits for an SMS or a chat-app message that goes out, which may already have been sent since the start or the last
	 * {@link reset}.
	 * @returns the earliest match, or a later one if `count` says so
	 * @throws after `timeoutMs`, with the other messages that went out
	 */
	async waitForMessage(pattern: MessagePattern = {}): Promise<SentMessage> {
		const { count = 1, timeoutMs = this.#waitMs, ...expected } = pattern;
		const digits = expected.to?.replace(/\D/g, '');
		const matches = ({ to_number: to, body }: SentMessage) =>
			(digits ?? to.replace(/\D/g, '')) === to.replace(/\D/g, '') &&
			(expected.text instanceof RegExp ? expected.text.test(body) : (expected.text ?? body) === body);
		return await poll(describe('message', expected, count), timeoutMs, async () => {
			const query = `direction=outbound&after=${this.#newestMessage}&limit=${MAX_RECORDS}`;
			const { messages } = await this.control('GET', `/messages?${query}`);
			const sent = messages.toReversed();
			const instead = sent.map(({ channel, to_number: to, status, body: text }) => ({
				channel,
				to,
				status,
				text,
			}));
			return { found: sent.filter(matches)[count - 1], instead };
		});
	}

	async #setChatAppUrl(id: string, url: string | null): Promise<void> {
		await this.control('PATCH', `/chatapp-accounts/${id}`, { webhook_url: url });
	}

	/** Reads the state at the start and after a reset: the webhooks, and which message is the newest. */
	async #readState(control: Control): Promise<void> {
		const [{ newest }] = await Promise.all([
			control('GET', '/messages?limit=1'),
			this.#readWebhooks(control),
		]);
		this.#newestMessage = newest;
	}

	/** Reads the webhook URLs and the signing secret. */
	async #readWebhooks(control: Control): Promise<void> {
		const [{ api_keys: keys }, { chatapp_accounts: numbers }] = await Promise.all([
			control('GET', '/api-keys'),
			control('GET', '/chatapp-accounts'),
		]);
		const key = keys.find(({ id }) => id === this.apiKeyId);
		this.#webhookUrl = key?.webhook_url ?? null;
		this.#signingSecret = key?.signing_secret ?? null;
		const connected = numbers.filter((number) => number.connected);
		this.#chatAppUrls = new Map(connected.map((number) => [number.phone_number_id, number.webhook_url]));
	}
}

/** The time since this process began, in milliseconds. */
function now(): number {
	return process.uptime() * 1000;
}

/** Describes what a wait is for, as its error says it. */
function describe(kind: string, pattern: object, count = 1): string {
	const fields = Object.fromEntries(
		Object.entries(pattern).map(([name, value]: [string, unknown]) => [
			name,
			value instanceof RegExp ? String(value) : value,
		]),
	);
	const which = Object.keys(fields).length > 0 ? ` with ${JSON.stringify(fields)}` : '';
	return `${count > 1 ? `${count} times a` : 'A'} ${kind}${which}`;
}

/**
 * Searches repeatedly until something is found.
 * @param expected a description of it for the error
 * @param look searches once; `isOver` is true the last time
 * @throws after `timeoutMs`, with what there was instead
 */
async function poll<Found>(
	expected: string,
	timeoutMs: number,
	look: (isOver: boolean) => Promise<{ found: Found | undefined; instead: unknown[] }>,
): Promise<Found> {
	const until = now() + timeoutMs;
	for (;;) {
		const isOver = now() > until;
		const { found, instead } = await look(isOver);
		if (found !== undefined) return found;
		if (isOver) {
			const shown = instead.map((one) => `\n${JSON.stringify(one)}`).join('');
			const others = instead.length === 0 ? 'Nothing else came, either.' : `What came instead:${shown}`;
			throw new Error(`${expected} did not come within ${timeoutMs} ms. ${others.slice(0, MAX_LIST_LENGTH)}`);
		}
		await sleep(POLL_INTERVAL_MS);
	}
}
