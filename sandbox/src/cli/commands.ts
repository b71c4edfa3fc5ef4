import type { Schema } from './fields.ts';

/** The part of an OpenAPI document that the command line looks at. */
export interface ApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
	readonly summary?: string;
	readonly parameters?: ReadonlyArray<{ name: string; description?: string; schema: Schema }>;
	readonly requestBody?: { content: Record<string, { schema: Schema }> };
	readonly responses: Readonly<Record<string, { content?: Record<string, unknown> }>>;
}

/** A call of the control API; its path under `/sandbox/v1`, with fields in braces. */
export interface Call {
	readonly method: string;
	readonly path: string;
}

/** A command of the form noun and verb: one call of the control API. */
export interface CommandSpec extends Call {
	/** One word where the noun says it all: `status`. */
	readonly words: readonly string[];
	/** The fields that are given without a name, as help shows them: `<required>`, `[optional]`. */
	readonly positions: readonly string[];
	readonly summary: string;
	readonly fields: Readonly<Record<string, Schema>>;
}

const PREFIX = '/sandbox/v1';

/** Calls whose command is not what their address says. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
	'GET /status': ['status'],
	'POST /reset': ['reset'],
	'POST /events/sms.received': ['sms receive'],
	'POST /events/sms.sent': ['sms send'],
	'POST /events/chatapp.received': ['chatapp receive'],
	'POST /events/call.completed': ['calls complete'],
	'POST /events/chat.session.completed': ['chats complete'],
	'POST /replies': ['reply'],
	'POST /chat-sessions': ['chats open'],
	'POST /chat-sessions/{id}/messages': ['chats write <id> [text]'],
	'POST /messages/{id}/status': ['messages report <id> <status>'],
	'POST /deliveries/{id}/resend': ['deliveries resend <id>'],
	'PATCH /carrier': ['carrier change'],
	'POST /api-keys': ['keys create <name>'],
	'DELETE /api-keys/{id}': ['keys revoke <id>'],
	'POST /chatapp-accounts': ['chatapp-accounts add <phone_number_id> <display_number>'],
	'POST /batches': ['batches draft <name> <caller_id> <recipients>'],
	'POST /clock': ['clock advance <advance_seconds>', 'clock set <now>'],
};
const NOUNS: Readonly<Record<string, string>> = { 'api-keys': 'keys', 'chat-sessions': 'chats' };
const VERBS: Readonly<Record<string, string>> = { POST: 'add', PATCH: 'change', DELETE: 'clear' };

/** The commands that a sandbox's OpenAPI document comes to: one for each control call that answers JSON. */
export function commandsOf({ paths }: ApiDocument): CommandSpec[] {
	const commands = new Map<string, CommandSpec>();
	for (const [address, operations] of Object.entries(paths)) {
		if (!address.startsWith(`${PREFIX}/`)) continue;
		for (const [name, operation] of Object.entries(operations)) {
			if (!answersJson(operation)) continue;
			const call = { method: name.toUpperCase(), path: address.slice(PREFIX.length) };
			for (const command of NAMES[`${call.method} ${call.path}`] ?? [nameOf(call, operation)]) {
				const parts = command.split(' ');
				const words = parts.filter((part) => /^\w/.test(part));
				const { summary = sentence(words) } = operation;
				const fields = fieldsOf(operation);
				const spec = { ...call, words, positions: parts.slice(words.length), summary, fields };
				commands.set(String(words), oneOrAll(spec, commands.get(String(words))));
			}
		}
	}
	return [...commands.values()].sort(({ words: [one = ''] }, { words: [other = ''] }) =>
		one.localeCompare(other),
	);
}

/** What the words of a command say: "List scripted replies". */
function sentence(words: readonly string[]): string {
	const text = [...words].reverse().join(' ').replaceAll('-', ' ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `PATCH /skills/{id}`, whose body must have an outcome, is `skills change <id> <outcome>`. */
function nameOf({ method, path }: Call, operation: Operation): string {
	const [noun = '', ...rest] = path.slice(1).split('/');
	const ids = rest.flatMap((part) => /^\{(\w+)\}$/.exec(part)?.[1] ?? []);
	const look = ids.length === 0 && noun.endsWith('s') ? 'list' : 'show';
	const verb = rest.find((part) => !part.startsWith('{')) ?? VERBS[method] ?? look;
	const positions = [...ids, ...(bodyOf(operation)?.required ?? [])].map((name) => `<${name}>`);
	return [NOUNS[noun] ?? noun, verb, ...positions].join(' ');
}

/** The call for one of a kind and the same call for all of them are one command. */
function oneOrAll(spec: CommandSpec, other: CommandSpec | undefined): CommandSpec {
	if (other === undefined) return spec;
	const [all, one] = spec.path.length > other.path.length ? [other, spec] : [spec, other];
	const summary = `${one.summary}; without an ID, all of them`;
	return { ...one, summary, positions: ['[id]'], fields: { ...all.fields, ...one.fields } };
}

/** The fields of the path, the query and the body. */
function fieldsOf(operation: Operation): Record<string, Schema> {
	const given = operation.parameters?.map(({ name, schema, description }) => [
		name,
		{ ...schema, ...(description && { description }) },
	]);
	return { ...Object.fromEntries(given ?? []), ...bodyOf(operation)?.properties };
}

function bodyOf({ requestBody }: Operation): Schema | undefined {
	return requestBody?.content['application/json']?.schema;
}

function answersJson({ responses }: Operation): boolean {
	return ['200', '201'].some((status) => 'application/json' in (responses[status]?.content ?? {}));
}
