import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../shared/client/client';
import { toNodeApiError } from '../shared/client/errors';
import { writeLog } from '../shared/n8n/log';
import { getNodeKey, NodeState } from '../shared/n8n/nodeState';
import { readListedMessage } from '../shared/wire/eventRecord';
import { SIMPLIFIED_LISTED_MESSAGE } from '../shared/wire/records';
import { simplify } from '../shared/wire/simplify';
import { groupByConversation, toConversationItem } from './conversations';
import { type ListedRow, MessagePages, type PollTime, TOO_SLOW } from './messagePages';
import type { PollFailure } from './outage';
import { requestFilters, type Settings } from './settings';
import { hashAccountHolder, readState, type State } from './state';

/** The most records without an ID or a time that are remembered so that each is named once. */
const MAX_NAMED = 1_000;

/** The name of the states in what all nodes of the workflow share. */
const SHARED_STATES = 'voiceAgentMessageTrigger';

/** The items that a poll gives n8n; null if there are no messages. */
export type Items = INodeExecutionData[][] | null;

/** The result of a poll. With messages, the failure is the reason why there are not more of them. */
export interface PollResult {
	items: Items;
	failure?: PollFailure;
}

/** The state of a published trigger. */
export const openState = (context: IPollFunctions): NodeState<State> =>
	new NodeState(context, SHARED_STATES, readState);

/** One poll: what it works with, and what polls for new messages and for failed deliveries share. */
export class PollRun {
	/** @param named The records without an ID or a time that earlier polls have named in the log. */
	constructor(
		private readonly context: IPollFunctions,
		readonly settings: Settings,
		private readonly client: VoiceAgentClient,
		private readonly time: PollTime,
		private readonly named = new Set<string>(),
	) {}

	/** The account that the credential leads to. */
	get account(): string {
		return hashAccountHolder(this.client, getNodeKey(this.context));
	}

	/** The list as the service filters it, for the time of the poll. */
	openPages(filters = this.settings.filters): MessagePages {
		return new MessagePages(this.client, requestFilters(filters), this.time);
	}

	/**
	 * One item per message, or per conversation if the trigger waits for pauses, in the given order, the oldest
	 * first. A field of a message that the service left out stays absent.
	 */
	toItems(rows: ListedRow[]): Items {
		const { pauseMs } = this.settings;
		const items = pauseMs === undefined ? this.messageItems(rows) : this.conversationItems(rows);
		return items.length > 0 ? [items] : null;
	}

	/** Each item has the record, and `message` with the fields that the events of all triggers have. */
	private messageItems(rows: ListedRow[]): INodeExecutionData[] {
		const { simplify: isSimplified } = this.settings;
		return rows.map(({ message }) => ({
			json: {
				...(isSimplified ? simplify(message, SIMPLIFIED_LISTED_MESSAGE) : message),
				message: readListedMessage(message),
			},
		}));
	}

	private conversationItems(rows: ListedRow[]): INodeExecutionData[] {
		const timeZone = this.context.getTimezone();
		return groupByConversation(rows).map((conversation) => ({
			json: toConversationItem(conversation, timeZone),
		}));
	}

	/** The reason that the poll could not read the list. */
	toFailure({ stop }: MessagePages): PollFailure {
		const { report, restUntil } = stop?.kind === 'failed' ? stop : TOO_SLOW;
		const isRefused = report.statusCode === 401 || report.statusCode === 403;
		return {
			error: toNodeApiError(report, this.context.getNode()),
			cause: isRefused ? 'credential' : 'service',
			...(restUntil !== undefined && { restUntil }),
		};
	}

	log(level: 'info' | 'warn', text: string): void {
		writeLog(this.context, level, text);
	}

	/** Each record that cannot be told from others or put in order is set aside; the log names it once. */
	nameUnreadable({ unreadable }: MessagePages): void {
		for (const { id, created_at: createdAt } of unreadable) {
			const shown = JSON.stringify({ id, created_at: createdAt }).slice(0, 200);
			if (this.named.has(shown)) continue;
			if (this.named.size >= MAX_NAMED) this.named.clear();
			this.named.add(shown);
			this.log('warn', `A message without a readable ID or time does not start the workflow: ${shown}`);
		}
	}
}
