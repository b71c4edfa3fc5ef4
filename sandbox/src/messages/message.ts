import { namedUuid } from '../ids/ids.ts';
import { digitsOf } from '../http/values.ts';
import type { AssetName } from '../media/assets.ts';
import type { DIRECTIONS, SENTIMENTS, STATUSES } from './schema.ts';

export type Channel = 'sms' | 'chatapp';

/** An attachment as stored; its link is made when somebody asks. */
export interface Attachment {
	readonly asset: AssetName;
	readonly caption: string | null;
}

/** Why a provider did not deliver (section 2, delivery error); `at` in milliseconds. */
export interface DeliveryFailure {
	readonly code: string;
	readonly reason: string;
	readonly at: number;
}

/** A message as stored (section 2); times in milliseconds. */
export interface Message {
	readonly id: string;
	readonly contactId: string | null;
	readonly threadId: string;
	readonly channel: Channel;
	readonly fromNumber: string;
	readonly toNumber: string;
	readonly body: string;
	readonly direction: (typeof DIRECTIONS)[number];
	readonly status: (typeof STATUSES)[number];
	readonly isAiGenerated: boolean;
	readonly sentAt: number;
	readonly createdAt: number;
	readonly messageSid: string | null;
	readonly deliveredAt: number | null;
	readonly sentiment: (typeof SENTIMENTS)[number] | null;
	readonly agentId: string | null;
	readonly translation: string | null;
	readonly media: readonly Attachment[];
	readonly deliveryError: DeliveryFailure | null;
	readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** What makes a new message; the rest has a default or follows from it. */
export type NewMessage = Pick<
	Message,
	'channel' | 'fromNumber' | 'toNumber' | 'body' | 'direction' | 'status'
> &
	Partial<Omit<Message, 'id' | 'contactId' | 'threadId'>>;

/** Section 2, `thread_id`: one id for two numbers, whatever the direction, the channel and the formatting. */
export function threadIdOf(one: string, other: string): string {
	return namedUuid(`thread ${[digitsOf(one), digitsOf(other)].sort().join(' ')}`);
}

/** The contact a number belongs to: one for all its spellings. */
export function contactIdOf(number: string): string {
	return namedUuid(`contact ${digitsOf(number)}`);
}
