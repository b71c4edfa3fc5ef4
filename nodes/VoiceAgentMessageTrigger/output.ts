import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ListedMessage } from '../shared/wire/records';

/** What Simplify keeps of a message. */
const SIMPLIFIED = [
	'id',
	'thread_id',
	'direction',
	'from_number',
	'to_number',
	'body',
	'status',
	'created_at',
	'media',
	'delivery_error',
];

/** One item per message, in the given order. A field that the service left out stays absent. */
export const itemsOf = (messages: ListedMessage[], simplify: boolean): INodeExecutionData[] =>
	messages.map((message) => ({ json: simplify ? simplified(message) : message }));

const simplified = (message: ListedMessage): IDataObject =>
	Object.fromEntries(
		SIMPLIFIED.filter((field) => Object.hasOwn(message, field)).map((field) => [field, message[field]]),
	);
