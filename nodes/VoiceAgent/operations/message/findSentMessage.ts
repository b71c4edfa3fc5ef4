import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../shared/client/client';
import { asServiceError, ServiceError } from '../../../shared/client/errors';
import { getRecords } from '../../../shared/client/response';
import { isRecord } from '../../../shared/text/json';
import { PAGE_SIZE } from '../../../shared/wire/limits';
import { withoutFormatting } from '../../../shared/wire/listedNumber';
import { readLatestTime } from '../../../shared/wire/time';
import type { Ask, OutcomeFinder } from '../define';
import { fetchMessage } from './fetchMessage';

/** Returns the ID that get-message takes, of a message that was sent; undefined if the answer has none. */
export function readStoredId({ stored }: IDataObject): string | undefined {
	const id = isRecord(stored) ? stored.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Finds the message that send-chatapp-message has stored although no
 * answer says so (interface sections 2 and 4).
 */
export const findSentMessage: OutcomeFinder = {
	recordKey: (request) => JSON.stringify(readSent(request)),
	readId: readStoredId,
	async listRecords(request, ask) {
		const found = new Map<string, unknown>();
		for (const message of await listTo(readSent(request).recipient, ask)) {
			if (isFrom(request, message)) found.set(String(message.id), message.created_at);
		}
		return [...found].map(([id, createdAt]) => ({ id, createdAt: readLatestTime(createdAt) ?? NaN }));
	},
	async buildResponse({ path }, id, ask) {
		const { body, direction, status, sent_at, message_sid, delivery_error } = await fetchMessage(id, ask);
		const channel = /^send-(.+)-message$/.exec(path)?.[1];
		const stored = { id, content: body, direction, status, channel, sent_at };
		return {
			success: true,
			...(typeof message_sid === 'string' && { message_id: message_sid }),
			stored: { ...stored, ...(isRecord(delivery_error) && { delivery_error: delivery_error.reason }) },
		};
	},
	describeSearch: (request) => `the messages to ${readSent(request).recipient} for one with this text`,
};

interface Sent {
	sender: string;
	recipient: string;
	text: string;
}

/** Reads what a request sends, as it goes out with the Additional Body Fields. */
const readSent = ({ body }: ServiceRequest): Sent => ({
	sender: withoutPlus(body.phone_number_id),
	recipient: withoutPlus(body.recipient_wa_id),
	text: trimmed(body.message),
});

/**
 * Lists the newest messages to a number, of which a service may know or even accept
 * one spelling only (interface section 2).
 * @throws ServiceError if it accepts none, or does not answer.
 */
async function listTo(recipient: string, ask: Ask): Promise<IDataObject[]> {
	const messages: IDataObject[] = [];
	const refusals: ServiceError[] = [];
	for (const number of [recipient, `+${recipient}`]) {
		const filters = { direction: 'outbound', phone_number: number, limit: PAGE_SIZE };
		const answer = await ask('list-messages', filters).catch(asServiceError);
		if (!(answer instanceof ServiceError)) messages.push(...getRecords(answer, ['messages']));
		else if (answer.report.statusCode === 400) refusals.push(answer);
		else throw answer;
	}
	if (refusals.length > 1) throw refusals[0];
	return messages;
}

/** An AI agent may write the same as a workflow; that is another message. */
function isFrom(request: ServiceRequest, message: IDataObject): boolean {
	const { sender, recipient, text } = readSent(request);
	return (
		message.direction === 'outbound' &&
		message.is_ai_generated !== true &&
		typeof message.id === 'string' &&
		withoutPlus(message.from_number) === sender &&
		withoutPlus(message.to_number) === recipient &&
		trimmed(message.body) === text
	);
}

/** Numbers on the chat-app channel may be written with a plus or without one (interface section 2). */
const withoutPlus = (number: unknown): string => withoutFormatting(String(number)).replace(/^\+/, '');

const trimmed = (text: unknown): string => (typeof text === 'string' ? text.trim() : '');
