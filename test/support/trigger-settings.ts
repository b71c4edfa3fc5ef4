import type { TriggerSettings } from '../../nodes/VoiceAgentTrigger/settings';

/** The settings of a trigger as the panel begins with them. */
export const settingsWith = (more: Partial<TriggerSettings> = {}): TriggerSettings => ({
	events: ['sms.received'],
	deduplicate: true,
	deduplicationField: '',
	deduplicationWindow: 1_000,
	fieldPaths: {},
	pauseMs: undefined,
	replies: 'resume',
	separateOutputs: false,
	unknownEvents: 'drop',
	...more,
});
