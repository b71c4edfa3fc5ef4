/** How much of a cell is shown. */
const WIDEST_CELL = 60;
/** What would move the cursor, colour the text or ring a bell: messages come from strangers. */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

type Fields = Readonly<Record<string, unknown>>;

/** What a table shows of records that have much to show; of others it shows every plain field. */
const COLUMNS: Readonly<Record<string, string>> = {
	agents: 'id name agent_type language is_active',
	api_keys: 'id name prefix webhook_url phone_numbers last_used_at revoked_at',
	batches: 'id name status total_recipients completed_count failed_count scheduled_at created_at',
	calls: 'id direction from_number to_number duration_seconds ended_at batch_id',
	custom_functions: 'id name is_active agent_id',
	deliveries: 'id event status attempt_count last_http_status created_at next_attempt_at',
	executions: 'created_at status agent_skill_id id',
	knowledge_sources: 'id title chunk_count agent_id',
	memories: 'id phone_number last_updated summary',
	messages: 'id channel created_at from_number to_number status body',
	numbers: 'phone_number friendly_name is_active agent_name text_agent_name id',
	requests: 'received_at method path status duration_ms body',
	scripted_replies: 'id replier number contains body after_seconds remaining',
	skills: 'id name trigger_type is_enabled outcome',
};

/** An answer of the control API as text: plain fields line by line, lists of records as tables. */
export function show(answer: Fields): string {
	const lines: string[] = [];
	for (const [name, value] of Object.entries(answer)) {
		if (name === 'deliveries' && 'event_id' in answer) continue;
		if (isTable(value)) lines.push(table(value, COLUMNS[name]?.split(' ')));
		else if (isRecord(value)) lines.push(show(value));
		else if (!HIDDEN.has(name)) lines.push(`${name}: ${printable(value)}`);
	}
	return [...lines, ...remarks(answer)].join('\n');
}

/** Said in words at the end. */
const HIDDEN = new Set(['total', 'reached', 'event_id']);

function* remarks(answer: Fields): Iterable<string> {
	const [list] = Object.values(answer).filter(isTable);
	if (typeof answer.total === 'number') {
		yield `${list?.length ?? 0} of ${answer.total}${answer.reached === false ? '; the wait timed out' : ''}`;
	}
	if (!('event_id' in answer) || !isTable(answer.deliveries) || 'attempt_count' in answer) return;
	if (answer.event_id === null) yield 'No event: no webhook is set for it, or the loop trap held it back.';
	else {
		yield `Event ${printable(answer.event_id)}`;
		if (answer.deliveries.length === 0) {
			yield 'No webhook receives this: no API key has a webhook URL, or none is scoped to this number.';
		}
	}
	for (const { id } of answer.deliveries) yield `Delivery ${printable(id)}`;
}

/** Rows as aligned text; says so when there are none. */
function table(rows: readonly Fields[], columns?: readonly string[]): string {
	const [first] = rows;
	if (first === undefined) return 'There are none.';
	const chosen = columns?.filter((name) => name in first) ?? [];
	const names = chosen.length > 0 ? chosen : Object.keys(first).filter((name) => !isNested(first[name]));
	const lines = [names, ...rows.map((row) => names.map((name) => shorten(printable(row[name]))))];
	const widths = names.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
	const align = (cell: string, index: number) => cell.padEnd(widths[index] ?? 0);
	return lines.map((line) => line.map(align).join('  ').trimEnd()).join('\n');
}

/** A value in one line, without anything that a terminal would act on. */
export function printable(value: unknown): string {
	if (value === null || value === undefined) return '-';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.replace(/\s+/g, ' ').replace(CONTROLS, '');
}

function shorten(text: string): string {
	return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text;
}

function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTable(value: unknown): value is readonly Fields[] {
	return Array.isArray(value) && value.every(isRecord);
}

function isNested(value: unknown): boolean {
	return isRecord(value) || (Array.isArray(value) && value.length > 0 && value.every(isRecord));
}
