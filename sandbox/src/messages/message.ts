import { namedUuid } from '../ids/ids.ts';
import { digitsOf } from '../http/values.ts';
import type { AssetName } from '../media/assets.ts';
import type { MessageRecord } from './schema.ts';

export type Channel = 'sms' | 'chatapp';

/** An attachment as it is kept; its link is made when somebody asks. */
export interface Attachment {
	readonly asset: AssetName;
	readonly caption: string | null;
}

/** A message as it is kept (section 2): as it is shown, but for the links of its media, and with what no endpoint shows. */
export type Message = Omit<MessageRecord, 'media'> & {
	readonly channel: Channel;
	readonly media: readonly Attachment[];
	/** Section 4, send-chatapp-message. */
	readonly metadata: Readonly<Record<string, unknown>> | null;
};

/** What makes a new message; the rest has a default or follows from it. */
export type NewMessage = Pick<
	Message,
	'channel' | 'from_number' | 'to_number' | 'body' | 'direction' | 'status'
> &
	Partial<Omit<Message, 'id' | 'contact_id' | 'thread_id' | 'sent_at'>>;

/** Section 2, `thread_id`: one id for two numbers, whatever the direction, the channel and the formatting. */
export function threadIdOf(one: string, other: string): string {
	return namedUuid(`thread ${[digitsOf(one), digitsOf(other)].sort().join(' ')}`);
}

/** The contact a number belongs to: one for all its spellings. */
export function contactIdOf(number: string): string {
	return namedUuid(`contact ${digitsOf(number)}`);
}
