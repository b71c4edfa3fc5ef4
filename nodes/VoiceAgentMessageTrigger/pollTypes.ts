import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../shared/client/client';
import type { Filters } from './filters';
import type { PollTime } from './messagePages';
import type { PollFailure } from './outage';
import type { StateStore } from './state';

/** The values of the panel and the credential. */
export interface Settings {
	/** `newMessages` or `failedDeliveries`. */
	triggerOn: string;
	filters: Filters;
	/** The time for which messages are watched for failed deliveries; 1 to 72. */
	sentWithinHours: number;
	simplify: boolean;
	client: VoiceAgentClient;
}

/** The inputs of a poll. */
export interface Poll {
	context: IPollFunctions;
	/** Names the trigger among those of this n8n. */
	owner: string;
	settings: Settings;
	store: StateStore;
	time: PollTime;
	/** The records without an ID or a time that were named in the log. */
	named: Set<string>;
}

/** The items that a poll gives n8n; null if there are no messages. */
export type Items = INodeExecutionData[][] | null;

/** The result of a poll. With messages, the failure is the reason why there are not more of them. */
export interface PollResult {
	items: Items;
	failure?: PollFailure;
}
