/** What a workflow asks of an agent: who it is, where it answers, whether it is on. */
export const SIMPLIFIED_AGENT = [
	'id',
	'name',
	'agent_type',
	'language',
	'llm_model',
	'voice_id',
	'is_active',
	'is_default',
	'greeting',
	'phone_numbers',
] as const;
