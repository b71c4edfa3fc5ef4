import { Argument, Option, type Command } from 'commander';
import { DELIVERY_STATUSES, EVENTS } from '../webhooks/events.ts';
import { integerBetween } from './arguments.ts';
import { remoteCommand } from './command.ts';
import { queryOf } from './remote.ts';
import { table } from './table.ts';

interface Delivery {
	id: string;
	event: string;
	status: string;
	attempt_count: number;
	last_http_status: number | null;
	created_at: string;
	next_attempt_at: string | null;
	replay_of: string | null;
}
interface Detail extends Delivery {
	body: string;
	signature: string | null;
	attempts: Array<{
		number: number;
		started_at: string;
		duration_ms: number;
		url: string;
		http_status: number | null;
		response_body: string | null;
		error: string | null;
	}>;
}
interface ListOptions {
	event?: string;
	status?: string;
	key?: string;
	limit?: number;
	waitFor?: number;
	timeoutMs?: number;
}

const limit = new Option('--limit <number>', 'how many at most')
	.argParser(integerBetween(1, 1000))
	.default(20);
const deliveryId = new Argument('<id>', 'of a delivery');

/** Commands about webhook deliveries. */
export function deliveryCommands(): Command[] {
	return [
		remoteCommand<ListOptions, { deliveries: Delivery[]; total: number; reached: boolean }>({
			name: 'deliveries',
			description: 'list webhook deliveries, newest first',
			options: [
				new Option('--event <name>', 'of this event only').choices(EVENTS),
				new Option('--status <status>', 'with this status only').choices(DELIVERY_STATUSES),
				new Option('--key <id>', 'to this API key only'),
				limit,
				new Option('--wait-for <number>', 'wait until there are so many').argParser(
					integerBetween(0, 1_000_000),
				),
				new Option('--timeout-ms <number>', 'wait no longer').argParser(integerBetween(0, 120_000)),
			],
			call: (remote, { event, status, key, limit, waitFor, timeoutMs }) =>
				remote.call(
					'GET',
					`/deliveries${queryOf({ event, status, api_key_id: key, limit, wait_for: waitFor, timeout_ms: timeoutMs })}`,
				),
			print: ({ deliveries, total, reached }) =>
				[
					table(deliveries, [
						['id', ({ id }) => id],
						['event', ({ event }) => event],
						['status', ({ status }) => status],
						['attempts', (delivery) => delivery.attempt_count],
						['last answer', (delivery) => delivery.last_http_status],
						['created', (delivery) => delivery.created_at],
						['next attempt', (delivery) => delivery.next_attempt_at],
					]),
					`${deliveries.length} of ${total}${reached ? '' : '; the wait timed out'}`,
				].join('\n'),
		}),
		remoteCommand<object, Detail>({
			name: 'delivery',
			description: 'show one delivery with every attempt',
			arguments: [deliveryId],
			call: (remote, _options, id = '') => remote.call('GET', `/deliveries/${encodeURIComponent(id)}`),
			print: (detail) =>
				[
					`${detail.event}, ${detail.status}`,
					`Body: ${detail.body}`,
					`Signature: ${detail.signature ?? 'none'}`,
					table(detail.attempts, [
						['#', ({ number }) => number],
						['started', (attempt) => attempt.started_at],
						['ms', (attempt) => attempt.duration_ms],
						['answer', (attempt) => attempt.http_status ?? attempt.error],
						['body', (attempt) => attempt.response_body],
						['url', ({ url }) => url],
					]),
				].join('\n'),
		}),
		remoteCommand<
			ListOptions,
			{ dead_letters: Array<{ id: string; reason: string; created_at: string; delivery: Delivery }> }
		>({
			name: 'dead-letters',
			description: 'list deliveries that were given up, newest first',
			options: [limit],
			call: (remote, { limit }) => remote.call('GET', `/dead-letters${queryOf({ limit })}`),
			print: (answer) =>
				table(answer.dead_letters, [
					['id', ({ id }) => id],
					['reason', ({ reason }) => reason],
					['event', ({ delivery }) => delivery.event],
					['delivery', ({ delivery }) => delivery.id],
					['attempts', ({ delivery }) => delivery.attempt_count],
					['given up', (letter) => letter.created_at],
				]),
		}),
		remoteCommand<object, Delivery>({
			name: 'replay',
			description: 'send a delivery again: the same body under the same signature',
			arguments: [new Argument('<id>', 'of a delivery or of a dead letter')],
			call: (remote, _options, id = '') =>
				remote.call('POST', `/deliveries/${encodeURIComponent(id)}/replay`),
			print: ({ id, event, replay_of: original }) => `${event} of ${original} is sent again as ${id}`,
		}),
	];
}
