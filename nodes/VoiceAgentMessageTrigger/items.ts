import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type ListedMessage, SIMPLIFIED_LISTED_MESSAGE } from '../shared/wire/records';

/** One item per message, in the given order. A field that the service left out stays absent. */
export const toItems = (messages: ListedMessage[], simplify: boolean): INodeExecutionData[] =>
	messages.map((message) => ({ json: simplify ? simplified(message) : message }));

const simplified = (message: ListedMessage): IDataObject =>
	Object.fromEntries(
		SIMPLIFIED_LISTED_MESSAGE.filter((field) => Object.hasOwn(message, field)).map((field) => [
			field,
			message[field],
		]),
	);
