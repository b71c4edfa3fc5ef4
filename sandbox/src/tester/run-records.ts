import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxAccount } from '../client/account.ts';
import type { Delivery, Message } from '../client/records.ts';
import type { Execution } from '../n8n/api.ts';
import type { Executions } from '../n8n/executions.ts';
import { CHAT_APP_EVENT } from '../n8n/nodes.ts';
import type { Deployment } from './deployment.ts';

/** The longest wait for executions that run and deliveries that are on their way, and the pause between looks. */
const SETTLING_TIMEOUT_MS = 150_000;
const LOOK_INTERVAL_MS = 250;
/** The most records of each kind that one run is judged by. */
const MOST_RECORDS = 250;

/** What the sandbox and n8n have recorded of a run, once nothing runs any more, or after the longest wait. */
export interface RunRecords {
	/** The messages to people, the oldest first. */
	readonly messages: readonly Message[];
	/** The deliveries of events to triggers that select them. */
	readonly deliveries: readonly Delivery[];
	/** The events that no trigger selects, e.g. `sms.sent`. */
	readonly otherEvents: readonly string[];
	/** The executions with what their nodes put out, the oldest first. */
	readonly executions: readonly Execution[];
}

/**
 * Waits until no execution runs and no delivery is on its way, and collects what there is.
 * @param since the time at which the run began, in milliseconds of the sandbox's clock
 */
export async function collectRecords(
	accounts: readonly SandboxAccount[],
	executions: Executions,
	{ receivers }: Pick<Deployment, 'receivers'>,
	since: number,
): Promise<RunRecords> {
	const isSelected = ({ api_key_id: key, event }: Delivery) =>
		receivers.some(
			({ apiKeyId, events }) => events.includes(event) && (event === CHAT_APP_EVENT || apiKeyId === key),
		);
	const until = performance.now() + SETTLING_TIMEOUT_MS;
	for (;;) {
		const haveSettled = await executions.areSettled();
		const deliveries = await listOfAll(accounts, async (one) => {
			return (await one.control('GET', `/deliveries?limit=${MOST_RECORDS}`)).deliveries;
		});
		const later = deliveries.filter(({ created_at: at }) => Date.parse(at) >= since);
		const selected = later.filter(isSelected);
		const isMoving = !haveSettled || selected.some(({ status }) => status === 'pending');
		if (isMoving && performance.now() < until) {
			await sleep(LOOK_INTERVAL_MS);
			continue;
		}
		const sent = (await listMessages(accounts)).filter(
			(one) => one.direction === 'outbound' && Date.parse(one.created_at) >= since,
		);
		const others = later.filter((one) => !selected.some(({ event }) => event === one.event));
		return {
			messages: sent.reverse(),
			deliveries: selected,
			otherEvents: [...new Set(others.map(({ event }) => event))],
			executions: await executions.list(),
		};
	}
}

/** Lists the newest messages of some accounts. */
export async function listMessages(accounts: readonly SandboxAccount[]): Promise<Message[]> {
	return await listOfAll(
		accounts,
		async (one) => (await one.control('GET', `/messages?limit=${MOST_RECORDS}`)).messages,
	);
}

async function listOfAll<Item>(
	accounts: readonly SandboxAccount[],
	list: (account: SandboxAccount) => Promise<Item[]>,
): Promise<Item[]> {
	return (await Promise.all(accounts.map(list))).flat();
}
