import type { INodeProperties } from 'n8n-workflow';

import { withPanelLabels } from '../../../../../nodes/VoiceAgent/parameters/panelLabels';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const properties: INodeProperties[] = [
	field('Recipient', 'recipientWaId'),
	field('Message', 'message'),
	{
		...field('Options', 'options'),
		type: 'collection',
		options: [field('Call Window Start', 'windowStartTime')],
	},
];

it.each([
	['recipient_wa_id and message are required', "'Recipient' and message are required"],
	['window_start_time must be HH:MM', "'Call Window Start' must be HH:MM"],
	['some_other_field is wrong', 'some_other_field is wrong'],
	['Message too long', 'Message too long'],
	['constructor_name', 'constructor_name'],
])('shows the message "%s" as "%s"', (message, shown) => {
	expect(withPanelLabels(message, properties)).toBe(shown);
});
