/**
 * Workflows that ask people by chat app and wait, and the people who answer; in a real n8n beside a sandbox.
 */
import { randomUUID } from 'node:crypto';
import type { StoredWorkflow, WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { SECRETS } from '../../support/hostile-requests.ts';
import { chainOf, node } from '../../../playground/workflow.ts';
import { until } from '../../support/eventually.ts';
import { inParallel, post } from './real-n8n.ts';
import type { Listening, TriggerN8n } from './real-n8n.ts';
import { startReceiver } from '../../support/http-server.ts';
import type { Receiver } from '../../support/http-server.ts';
import { isOpen, readSqliteData } from './stored-runs.ts';
import type { StoredRun } from './stored-runs.ts';

export const BUSINESS_NUMBER = '106540352242922';

/** The events that the trigger listens for. */
const CHAT_APP = { events: ['chatapp.received'] };

/** A workflow that asks, and where it is started: with a `person` and whatever its parameters use. */
export interface Asking {
	workflow: StoredWorkflow;
	url: string;
}

const isFrom = (person: string, event: string): boolean =>
	(JSON.parse(event) as { data: { from_number: string } }).data.from_number === person;

/** A sandbox whose chat-app messages go to the test, which passes them on to n8n when it wants. */
export class People {
	#used = 0;

	private constructor(
		readonly sandbox: Sandbox,
		private readonly webhook: Receiver,
	) {}

	static async start(): Promise<People> {
		return new People(await startSandbox(), await startReceiver());
	}

	async stop(): Promise<void> {
		await this.webhook.close();
		await this.sandbox.stop();
	}

	async credential(n8n: TriggerN8n, baseUrl = this.sandbox.url): Promise<string> {
		return await n8n.credential({ baseUrl, apiKey: this.sandbox.apiKey, ...SECRETS });
	}

	async #setWebhook(url: string | null): Promise<void> {
		await this.sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS_NUMBER}`, { webhook_url: url });
	}

	/** Numbers of people that no test has used. */
	newNumbers(count = 1): string[] {
		this.#used += count;
		return peopleOf(count, this.#used - count);
	}

	/** Lets new people write, so that they may be written to for 24 hours. */
	async meet(count = 1): Promise<string[]> {
		const people = this.newNumbers(count);
		await this.#setWebhook(null);
		await inParallel(people, 8, async (person) => await this.#write(person, 'Hello'));
		await this.#setWebhook(this.webhook.url);
		return people;
	}

	async #write(person: string, text: string): Promise<void> {
		await this.sandbox.control('POST', '/events/chatapp.received', { from_number: person, body: text });
	}

	/** Lets a person write. @returns the event as the service sends it */
	async answer(person: string, text: string): Promise<string> {
		const received = () => this.webhook.received.filter(({ body }) => isFrom(person, body));
		const before = received().length;
		await this.#write(person, text);
		const all = await until(received, ({ length }) => length > before, 30_000);
		return all[before]?.body ?? '';
	}

	/** Returns the metadata of the last question to a person, or undefined before there is one. */
	async lastMetadata(person: string): Promise<Record<string, unknown> | undefined> {
		return (await this.sentTo(person)).at(-1)?.metadata as Record<string, unknown> | undefined;
	}

	/** Returns the bodies of the requests that sent a person messages. */
	async sentTo(person: string): Promise<Array<Record<string, unknown>>> {
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

/**
 * Activates `Webhook` -> the nodes -> `Reached`.
 *
 * @param complete adds to it what serves these nodes
 */
export async function startAsking(
	n8n: TriggerN8n,
	nodes: WorkflowNode[],
	complete: (file: WorkflowFile) => WorkflowFile = (file) => file,
): Promise<Asking> {
	const webhookId = randomUUID();
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: webhookId, options: {} },
		{ webhookId, typeVersion: 2 },
	);
	const file = chainOf('Asking', [webhook, ...nodes, node('Reached', 'n8n-nodes-base.noOp')]);
	const workflow = await n8n.client.createWorkflow(complete(file));
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
	status: string;
	person: unknown;
	text: unknown;
	/** The number of runs of the node after the question. */
	times: number;
}

/** Returns the outcome of each run of a workflow that asks. */
export const answersIn = (runs: StoredRun[]): Answered[] =>
	runs.map(({ status, runData }) => {
		const reached = runData.Reached ?? [];
		const [item] = reached[0]?.data?.main?.[0] ?? [];
		const [start] = runData.Webhook?.[0]?.data?.main?.[0] ?? [];
		return {
			status,
			person: (start?.json.body as { person?: unknown } | undefined)?.person,
			text: (item?.json.data as { text?: unknown } | undefined)?.text,
			times: reached.length,
		};
	});

/** The people that a workflow has asked, in an n8n with SQLite. */
export class Asked {
	constructor(
		private readonly n8n: TriggerN8n,
		private readonly asking: Asking,
	) {}

	/** Returns the outcome of each run. */
	all(): Answered[] {
		return answersIn(readSqliteData(this.n8n.userFolder, this.asking.workflow.id));
	}

	of(person: string): Answered | undefined {
		return this.all().find((one) => one.person === person);
	}

	/** Asks a person, and waits until the run waits. */
	async ask(person: string): Promise<void> {
		const { status } = await post(this.asking.url, JSON.stringify({ person }), {});
		if (status !== 200) throw new Error(`n8n answered ${status} when ${person} was to be asked`);
		await until(
			() => this.of(person),
			(one) => one?.status === 'waiting',
			60_000,
		);
	}

	/** Waits until the run that asked a person has ended. */
	async ended(person: string): Promise<Answered> {
		return await until(
			() => this.of(person) as Answered,
			(one) => one !== undefined && !isOpen(one),
			90_000,
		);
	}
}
