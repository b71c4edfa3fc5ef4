/** A command of the form noun and verb: one call of the control API. */
export interface CommandSpec {
	/** Noun, verb, and the fields that are given without a name: `<required>`, `[optional]`. */
	readonly words: string;
	/** Method and path under `/sandbox/v1`. Its schema says which options the command has. */
	readonly call: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
	readonly description: string;
	/** The fields of a listed record that a table shows; all plain ones when absent. */
	readonly columns?: readonly string[];
}

const KEY_COLUMNS = ['id', 'name', 'prefix', 'webhook_url', 'phone_numbers', 'last_used_at', 'revoked_at'];
const BATCH_COLUMNS = [
	...['id', 'name', 'status', 'total_recipients', 'completed_count', 'failed_count'],
	...['scheduled_at', 'created_at'],
];
const DELIVERY_COLUMNS = [
	...['id', 'event', 'status', 'attempt_count', 'last_http_status', 'created_at', 'next_attempt_at'],
];

/** Every command that makes one call. A new one is a line here. */
export const COMMANDS: readonly CommandSpec[] = [
	{ words: 'status', call: 'GET /status', description: 'say whether a sandbox runs, and how it is' },
	{ words: 'reset', call: 'POST /reset', description: 'start again; the first API key goes on working' },

	{ words: 'sms receive', call: 'POST /events/sms.received', description: 'make an SMS arrive' },
	{ words: 'sms send', call: 'POST /events/sms.sent', description: 'make an SMS go out' },
	{
		words: 'chatapp receive',
		call: 'POST /events/chatapp.received',
		description: 'make a chat-app message arrive; its sender may then be answered for 24 hours',
	},
	{
		words: 'reply',
		call: 'POST /replies',
		description:
			'answer an outbound message as the person who got it, the last one unless --to names another',
	},
	{
		words: 'scripted-replies list',
		call: 'GET /scripted-replies',
		description: 'list the rules by which people and agents reply',
		columns: ['id', 'replier', 'number', 'contains', 'body', 'after_seconds', 'remaining'],
	},
	{
		words: 'scripted-replies add <replier> <body>',
		call: 'POST /scripted-replies',
		description: 'have a person answer what is sent to them, or an agent the SMS that arrive',
	},
	{
		words: 'scripted-replies clear [id]',
		call: 'DELETE /scripted-replies/{id}',
		description: 'remove one rule, or all',
	},
	{ words: 'calls complete', call: 'POST /events/call.completed', description: 'make a call end' },
	{
		words: 'calls list',
		call: 'GET /calls',
		description: 'list the calls that have ended',
		columns: ['id', 'direction', 'from_number', 'to_number', 'duration_seconds', 'ended_at', 'batch_id'],
	},
	{
		words: 'chats complete',
		call: 'POST /events/chat.session.completed',
		description: 'make a short website chat take place and end',
	},
	{ words: 'chats list', call: 'GET /chat-sessions', description: 'list website chats' },
	{ words: 'chats open', call: 'POST /chat-sessions', description: 'open a website chat' },
	{
		words: 'chats write <id> [text]',
		call: 'POST /chat-sessions/{id}/messages',
		description: 'write in a website chat',
	},
	{ words: 'chats close <id>', call: 'POST /chat-sessions/{id}/close', description: 'close a website chat' },

	{
		words: 'messages list',
		call: 'GET /messages',
		description: 'list messages of both channels',
		columns: ['id', 'channel', 'created_at', 'from_number', 'to_number', 'status', 'body'],
	},
	{
		words: 'messages report <id> <status>',
		call: 'POST /messages/{id}/status',
		description: 'report what became of an outbound message',
	},
	{ words: 'carrier show', call: 'GET /carrier', description: 'show when delivery is reported by itself' },
	{ words: 'carrier change', call: 'PATCH /carrier', description: 'set when delivery is reported by itself' },

	{
		words: 'deliveries list',
		call: 'GET /deliveries',
		description: 'list webhook deliveries',
		columns: DELIVERY_COLUMNS,
	},
	{ words: 'deliveries show <id>', call: 'GET /deliveries/{id}', description: 'show one with every attempt' },
	{
		words: 'deliveries replay <id>',
		call: 'POST /deliveries/{id}/replay',
		description: 'send one again: the same body under the same signature',
	},
	{
		words: 'deliveries resend <id>',
		call: 'POST /deliveries/{id}/resend',
		description: 'send another body to the receiver of one, signed afresh',
	},
	{
		words: 'dead-letters list',
		call: 'GET /dead-letters',
		description: 'list deliveries that were given up',
	},
	{
		words: 'delivery-faults list',
		call: 'GET /delivery-faults',
		description: 'list the faults of the next deliveries',
	},
	{
		words: 'delivery-faults add <kind>',
		call: 'POST /delivery-faults',
		description: 'sign the next deliveries wrongly, send them twice, or in reverse order',
	},
	{
		words: 'delivery-faults clear',
		call: 'DELETE /delivery-faults',
		description: 'have deliveries go right again',
	},

	{ words: 'faults list', call: 'GET /faults', description: 'list the faults that requests run into' },
	{ words: 'faults add <kind>', call: 'POST /faults', description: 'make requests to the service fail' },
	{ words: 'faults clear [id]', call: 'DELETE /faults/{id}', description: 'remove one fault, or all' },
	{
		words: 'requests list',
		call: 'GET /requests',
		description: 'list the requests that the service received',
		columns: ['received_at', 'method', 'path', 'status', 'duration_ms', 'body'],
	},
	{ words: 'requests clear', call: 'DELETE /requests', description: 'forget the requests received so far' },

	{
		words: 'keys list',
		call: 'GET /api-keys',
		description: 'list API keys',
		columns: KEY_COLUMNS,
	},
	{
		words: 'keys create <name>',
		call: 'POST /api-keys',
		description: 'create an API key; it is shown only once',
	},
	{ words: 'keys change <id>', call: 'PATCH /api-keys/{id}', description: "change a key's settings" },
	{
		words: 'keys revoke <id>',
		call: 'DELETE /api-keys/{id}',
		description: 'revoke a key; it cannot be undone',
	},
	{ words: 'account show', call: 'GET /account', description: "show the log-in of the account's user" },

	{
		words: 'numbers list',
		call: 'GET /numbers',
		description: 'list service numbers',
		columns: ['phone_number', 'friendly_name', 'is_active', 'agent_name', 'text_agent_name', 'id'],
	},
	{ words: 'numbers add <phone_number>', call: 'POST /numbers', description: 'provision a service number' },
	{ words: 'chatapp-accounts list', call: 'GET /chatapp-accounts', description: 'list business numbers' },
	{
		words: 'chatapp-accounts add <phone_number_id> <display_number>',
		call: 'POST /chatapp-accounts',
		description: 'connect a business number',
	},
	{
		words: 'chatapp-accounts change <id>',
		call: 'PATCH /chatapp-accounts/{id}',
		description: 'connect or disconnect a business number, set or clear its webhook URL',
	},
	{
		words: 'agents list',
		call: 'GET /agents',
		description: 'list agents',
		columns: ['id', 'name', 'agent_type', 'language', 'is_active'],
	},
	{
		words: 'memories list',
		call: 'GET /memories',
		description: 'list what is remembered of callers',
		columns: ['id', 'phone_number', 'last_updated', 'summary'],
	},
	{
		words: 'knowledge-sources list',
		call: 'GET /knowledge-sources',
		description: "list the agents' knowledge sources",
		columns: ['id', 'title', 'chunk_count', 'agent_id'],
	},
	{
		words: 'custom-functions list',
		call: 'GET /custom-functions',
		description: "list the agents' custom functions",
		columns: ['id', 'name', 'is_active', 'agent_id'],
	},
	{
		words: 'skills list',
		call: 'GET /skills',
		description: 'list skills',
		columns: ['id', 'name', 'trigger_type', 'is_enabled', 'outcome'],
	},
	{ words: 'skills change <id> <outcome>', call: 'PATCH /skills/{id}', description: 'set how real runs end' },
	{
		words: 'skill-executions list',
		call: 'GET /skill-executions',
		description: 'list real runs of skills',
		columns: ['created_at', 'status', 'agent_skill_id', 'id'],
	},
	{ words: 'voices list', call: 'GET /voices', description: 'list cloned voices' },

	{
		words: 'batches list',
		call: 'GET /batches',
		description: 'list campaigns of outbound calls',
		columns: BATCH_COLUMNS,
	},
	{
		words: 'batches show <id>',
		call: 'GET /batches/{id}',
		description: 'show a campaign with its recipients',
	},
	{
		words: 'batches draft <name> <caller_id> <recipients>',
		call: 'POST /batches',
		description: 'save a campaign as a draft; recipients with commas between them',
	},
	{ words: 'calling show', call: 'GET /calling', description: 'show how simulated calls go' },
	{ words: 'calling change', call: 'PATCH /calling', description: 'change how simulated calls go' },
	{ words: 'credits list', call: 'GET /credits', description: 'show the balance and what changed it' },
	{ words: 'credits add <amount>', call: 'POST /credits', description: 'add credits, or take some' },
	{ words: 'checkouts list', call: 'GET /checkouts', description: 'list purchases of credits' },

	{ words: 'clock show', call: 'GET /clock', description: "show the sandbox's time" },
	{
		words: 'clock advance <advance_seconds>',
		call: 'POST /clock',
		description: 'move the time on (90, 15m, 24h, 2d); what falls due by then happens',
	},
	{ words: 'clock set <now>', call: 'POST /clock', description: 'set the time, ISO 8601' },
];
