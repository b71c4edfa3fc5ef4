import { printable } from '../client/command-line.ts';

/** The column that is not cut, since it says what to do next; it is the last one. */
const UNCUT_COLUMN = 'error';
/** Matches the part of a cell beyond 60 characters, which is not shown. */
const REST = /(?<=^.{59}).{2,}$/;
type Fields = Readonly<Record<string, unknown>>;

/** The columns for lists of records with many fields; other lists show every plain field. */
const COLUMNS: Readonly<Record<string, string>> = {
	agents: 'id name agent_type language is_active',
	api_keys: 'id name prefix webhook_url phone_numbers last_used_at revoked_at',
	batches: 'id name status total_recipients completed_count failed_count scheduled_at created_at',
	calls: 'id direction from_number to_number duration_seconds ended_at batch_id',
	custom_functions: 'id name is_active agent_id',
	deliveries: 'id event status attempt_count last_http_status created_at next_attempt_at faults',
	executions: 'created_at status agent_skill_id id',
	function_calls: 'id name status agent_id created_at error',
	functions: 'at_seconds name status answered_at_seconds text function_call_id',
	knowledge_sources: 'id title chunk_count agent_id',
	memories: 'id phone_number last_updated summary',
	messages: 'id channel created_at from_number to_number status body',
	numbers: 'phone_number friendly_name is_active agent_name text_agent_name id',
	requests: 'received_at method path status duration_ms fault body',
	scenario_runs: 'id title status started_at',
	scenarios: 'name title story',
	scripted_replies: 'id replier number contains body after_seconds remaining',
	skills: 'id name trigger_type is_enabled outcome',
	steps: 'status due_at note no_receiver error',
};

/** Formats an answer of the control API as text: plain fields line by line, lists of records as tables. */
export function show(answer: Fields): string {
	const lines = Object.entries(answer).flatMap(([name, value]) => {
		if (name === 'event_id') return describeEvent(answer);
		if (name === 'expectations' && isRecord(value))
			return `${name}: ${printable(value.met)} of ${printable(value.total)} met`;
		if (name === 'total') return `${Object.values(answer).find(isTable)?.length ?? 0} of ${printable(value)}`;
		// A program asks with it for later messages; it tells a person nothing.
		if (name === 'newest') return [];
		if (name === 'reached') return value === false ? 'The wait timed out.' : [];
		if (isRecord(value)) return show(value);
		if (!isTable(value)) return `${name}: ${printable(value)}`;
		return value.length === 0
			? describeEmptyList(answer, name)
			: formatTable(value, COLUMNS[name]?.split(' '));
	});
	return lines.join('\n');
}

function describeEvent({ event_id: id, deliveries }: Fields): string[] {
	if (id === null) return ['No event: no webhook is set for it, or the loop trap held it back.'];
	const noReceiver =
		'No webhook receives this: no API key has a webhook URL, or none is scoped to this number.';
	return [`Event ${printable(id)}`, ...(isTable(deliveries) && deliveries.length === 0 ? [noReceiver] : [])];
}

/**
 * Describes an empty list: by a sentence if the list is the first field of the answer, otherwise by a line
 * like those of the other fields.
 */
function describeEmptyList(answer: Fields, name: string): string | string[] {
	// The line of the event already says that there are no receivers.
	if ('event_id' in answer) return [];
	return name === Object.keys(answer)[0] ? 'There are none.' : `${name}: -`;
}

/** Aligns rows in columns, under the names of their fields. */
function formatTable(rows: readonly Fields[], columns?: readonly string[]): string {
	const [first = {}] = rows;
	const chosen = columns?.filter((name) => name in first) ?? [];
	const names = chosen.length > 0 ? chosen : Object.keys(first).filter((name) => !isNested(first[name]));
	const lines = [
		names,
		...rows.map((row) =>
			names.map((name) =>
				name === UNCUT_COLUMN ? printable(row[name]) : printable(row[name]).replace(REST, '…'),
			),
		),
	];
	const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
	const align = (cell: string, index: number) => cell.padEnd(widths[index] ?? 0);
	return lines.map((line) => line.map(align).join('  ').trimEnd()).join('\n');
}

function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTable(value: unknown): value is readonly Fields[] {
	return Array.isArray(value) && value.every(isRecord);
}

function isNested(value: unknown): boolean {
	return isRecord(value) || (isTable(value) && value.length > 0);
}
