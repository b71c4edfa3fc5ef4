/**
 * Workflows that ask people by chat app and wait, and the people who answer; in a real n8n beside a sandbox.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { StoredWorkflow, WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';
import { startSandbox } from './start-sandbox.ts';
import type { Sandbox } from './start-sandbox.ts';
import { SECRETS } from './hostile-requests.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from './eventually.ts';
import { inParallel, post, shuffled } from './real-n8n.ts';
import type { Listening, TriggerN8n } from './real-n8n.ts';
import { isOpen } from './stored-runs.ts';
import type { Run, StoredRun } from './stored-runs.ts';

export const BUSINESS_NUMBER = '106540352242922';

/** The events that the trigger listens for. */
const CHAT_APP = { events: ['chatapp.received'] };

/** A workflow that asks, and where it is started: with a `person` and whatever its parameters use. */
export interface Asking {
	workflow: StoredWorkflow;
	url: string;
}

/** A sandbox whose chat-app messages go to the test, which passes them on to n8n when it wants. */
export class People {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly received: Map<string, string[]>,
		private readonly webhook: ReturnType<typeof createServer>,
	) {}

	static async start(): Promise<People> {
		const received = new Map<string, string[]>();
		const webhook = createServer(async (request, response) => {
			const body = await textOf(request);
			const { data } = JSON.parse(body) as { data: { from_number: string } };
			received.set(data.from_number, [...(received.get(data.from_number) ?? []), body]);
			response.end('{}');
		});
		webhook.listen(0, '127.0.0.1');
		await once(webhook, 'listening');
		return new People(await startSandbox(), received, webhook);
	}

	async stop(): Promise<void> {
		this.webhook.closeAllConnections();
		this.webhook.close();
		await this.sandbox.stop();
	}

	async credential(n8n: TriggerN8n, baseUrl = this.sandbox.url): Promise<string> {
		return await n8n.credential({ baseUrl, apiKey: this.sandbox.apiKey, ...SECRETS });
	}

	async #setWebhook(url: string | null): Promise<void> {
		await this.sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS_NUMBER}`, { webhook_url: url });
	}

	/** Lets these write, so that they may be written to for 24 hours. */
	async writeFirst(people: string[]): Promise<void> {
		await this.#setWebhook(null);
		await inParallel(people, 8, async (person) => await this.#write(person, 'Hello'));
		await this.#setWebhook(`http://127.0.0.1:${(this.webhook.address() as AddressInfo).port}`);
	}

	async #write(person: string, text: string): Promise<void> {
		await this.sandbox.control('POST', '/events/chatapp.received', { from_number: person, body: text });
	}

	/** Lets a person write. @returns the event as the service sends it */
	async answer(person: string, text: string): Promise<string> {
		const before = this.received.get(person)?.length ?? 0;
		await this.#write(person, text);
		const all = await until(
			() => this.received.get(person) ?? [],
			({ length }) => length > before,
			30_000,
		);
		return all[before] ?? '';
	}

	/** Returns the metadata of the last question to a person, or undefined before there is one. */
	async lastMetadata(person: string): Promise<Record<string, unknown> | undefined> {
		return (await this.#sentTo(person)).at(-1)?.metadata as Record<string, unknown> | undefined;
	}

	/** Returns the texts of the messages that were sent to a person, oldest first. */
	async questionsTo(person: string): Promise<unknown[]> {
		return (await this.#sentTo(person)).map(({ message }) => message);
	}

	/** Returns the bodies of the requests that sent a person messages. */
	async #sentTo(person: string): Promise<Array<Record<string, unknown>>> {
		const requests = await this.sandbox.requests({
			path: '/functions/v1/send-chatapp-message',
			body: { recipient_wa_id: person },
		});
		return requests.map(({ body }) => body);
	}
}

/** So many numbers of people; the sandbox's carrier does not reach those that end in 0198 and 0199. */
export const peopleOf = (count: number, from = 0): string[] =>
	Array.from({ length: count }, (_, index) => String(14_156_661_000 + from + index));

/** Asks `$json.body.person`. */
export const question = (credential: string, parameters: Record<string, unknown> = {}): WorkflowNode =>
	node(
		'Ask',
		'n8n-nodes-voice-agent.voiceAgent',
		{
			resource: 'message',
			operation: 'sendAndWait',
			phoneNumberId: BUSINESS_NUMBER,
			recipientWaId: '={{ $json.body.person }}',
			message: '=Shall we come, {{ $json.body.person }}?',
			responseType: 'freeText',
			...parameters,
		},
		{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
	);

/** Activates `Webhook` -> the nodes -> `Reached`. */
export async function startAsking(n8n: TriggerN8n, nodes: WorkflowNode[]): Promise<Asking> {
	const webhookId = randomUUID();
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: webhookId, options: {} },
		{ webhookId, typeVersion: 2 },
	);
	const file = chainOf('Asking', [webhook, ...nodes, node('Reached', 'n8n-nodes-base.noOp')]);
	const workflow = await n8n.client.createWorkflow(file);
	await n8n.client.activateWorkflow(workflow);
	return { workflow, url: `${n8n.url}/webhook/${webhookId}` };
}

/** A trigger that takes replies. */
export const listenForReplies = async (n8n: TriggerN8n, credential: string): Promise<Listening> =>
	await n8n.listen(credential, CHAT_APP);

/** Sends an event to the trigger as the service does. */
export async function deliver(url: string, event: string): Promise<void> {
	const { status } = await post(`${url}?token=${SECRETS.chatAppToken}`, event, {}, 300_000);
	if (status !== 200) throw new Error(`n8n answered ${status} to a reply`);
}

/** A person's answer as the workflow went on with it. */
export interface Answered {
	execution: string;
	status: string;
	person: unknown;
	text: unknown;
	/** The number of runs of the node after the question. */
	times: number;
	/** When it began, in milliseconds since 1970. */
	wentOnAt: number;
}

/** Returns the outcome of each run of a workflow that asks. */
export const answersIn = (runs: StoredRun[]): Answered[] =>
	runs.map(({ id, status, runData }) => {
		const reached = runData.Reached ?? [];
		const [item] = reached[0]?.data?.main?.[0] ?? [];
		const [start] = runData.Webhook?.[0]?.data?.main?.[0] ?? [];
		return {
			execution: id,
			status,
			person: (start?.json.body as { person?: unknown } | undefined)?.person,
			text: (item?.json.data as { text?: unknown } | undefined)?.text,
			times: reached.length,
			wentOnAt: reached[0]?.startTime ?? 0,
		};
	});

/** The asking and answering of people, and the results. */
export interface Conversation {
	people: People;
	all: string[];
	/** Returns the URL that starts the asking workflow, at one process after the other. */
	askUrl: () => string;
	/** Returns the URL at which replies arrive, at one process after the other. */
	replyUrl: () => string;
	answers: () => Answered[] | Promise<Answered[]>;
	/** Of the workflow that begins with the trigger. */
	runs: () => Run[] | Promise<Run[]>;
}

/**
 * Asks everybody, waits until all executions wait, and lets everybody
 * answer in random order, three times each.
 *
 * @returns what did not go on once with its own answer; the trigger's runs that were not taken for replies;
 * in milliseconds, how long it took from the first copy of each reply to the next node, and in all
 */
export async function askAll({ people, all, askUrl, replyUrl, answers, runs }: Conversation): Promise<{
	wrong: Answered[];
	started: Run[];
	took: number[];
	inAll: number;
}> {
	const mine = async () => (await answers()).filter(({ person }) => all.includes(String(person)));
	const before = new Set((await runs()).map(({ id }) => id));
	const fresh = async () => (await runs()).filter(({ id }) => !before.has(id));
	await people.writeFirst(all);
	await inParallel(all, 8, async (person) => {
		const { status } = await post(askUrl(), JSON.stringify({ person }), {}, 300_000);
		if (status !== 200) throw new Error(`n8n answered ${status} to a start`);
	});
	await until(mine, (now) => now.filter(({ status }) => status === 'waiting').length === all.length, 300_000);
	const events = new Map<string, string>();
	await inParallel(all, 8, async (person) => {
		events.set(person, await people.answer(person, `I am ${person}`));
	});
	const firstSent = new Map<string, number>();
	const begun = Date.now();
	await inParallel(shuffled([...all, ...all, ...all]), 16, async (person) => {
		if (!firstSent.has(person)) firstSent.set(person, Date.now());
		await deliver(replyUrl(), events.get(person) ?? '');
	});
	const taken = await until(fresh, (now) => !now.some(isOpen), 900_000);
	// A run that has not ended by then is wrong.
	const given = await until(mine, (now) => !now.some(isOpen), 60_000).catch(mine);
	const inAll = Date.now() - begun;
	return {
		wrong: given.filter(
			({ status, person, text, times }) =>
				status !== 'success' || text !== `I am ${String(person)}` || times !== 1,
		),
		started: taken.filter(({ reached }) => reached),
		took: given.map(({ person, wentOnAt }) => wentOnAt - (firstSent.get(String(person)) ?? 0)),
		inAll,
	};
}
