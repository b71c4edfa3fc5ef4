import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../parameters/parameters';

/** No endpoint lists memories, so that the ID has to be typed. */
export const memoryId: INodeProperties = {
	displayName: 'Memory ID',
	name: 'memoryId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3c9a1f64-7d0b-4a62-9a0e-8b6c5d4e3f21',
	description: 'ID of the memory of a caller',
	hint: 'The service has no list of memories. The dashboard shows the ID, and events may contain it.',
};

export const WHEN_UNKNOWN =
	'Check the Memory ID: it is the ID of the memory record, not that of the caller or of the message.';

export const readMemoryId = (item: Item): string =>
	item.id('memoryId', 'Enter the ID of a memory record, as the dashboard and events give it.');
