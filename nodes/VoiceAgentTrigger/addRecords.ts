import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readEventRecord } from '../shared/wire/eventRecord';
import type { UnclearField } from '../shared/wire/fieldSearch';
import type { TriggerSettings } from './settings';

/**
 * Adds to each item the call, the message or the chat that its event is about, beside the payload. The output panel
 * says which fields are absent although the event may have them.
 */
export function addRecords(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ fieldPaths }: TriggerSettings,
): INodeExecutionData[] {
	return items.map((item) => {
		const { event, ...others } = item.json;
		const read = readEventRecord(String(event), others.payload, fieldPaths);
		if (!read) return item;
		if (read.unclear.length > 0) {
			context.addExecutionHints({ message: describeUnclear(read.unclear), location: 'outputPane' });
		}
		return { ...item, json: { event, [read.kind]: read.record, ...others } };
	});
}

function describeUnclear(fields: UnclearField[]): string {
	const reasons = fields.map(({ field, reason }) => `${field} (${reason})`).join(', ');
	return `The payload leaves open what belongs in some fields, so they are absent: ${reasons}. To name the right field of the payload, add 'Field Paths' to the options of this node.`;
}
