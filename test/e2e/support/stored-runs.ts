/**
 * The runs of a workflow as n8n has stored them, read from its database: its interface shows 20 at a time.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'flatted';
import { queryPostgres } from '../../../playground/queue-services.ts';
import type { PostgresConnection } from '../../../playground/queue-services.ts';
import { paths } from './playground.ts';

/** A run of a workflow whose trigger is followed by a node named `Reached`. */
export interface Run {
	id: string;
	status: string;
	/** The `id` in the event's payload. */
	event: string | undefined;
	/** True if the event got past the trigger and to the end. */
	reached: boolean;
	/** The time that the node `Trigger` took to tell if the event is a repetition. */
	triggerMs: number;
	/** When it ended, in milliseconds since 1970; 0 while it is open. */
	endedAt: number;
}

interface Row {
	id: string | number;
	status: string;
	data: string;
	/** SQLite has it as text in UTC. */
	endedAt: string | Date | null;
}

interface NodeRun {
	startTime?: number;
	executionTime?: number;
	executionStatus?: string;
	data?: { main?: Array<Item[] | null> };
}

interface ExecutionData {
	resultData?: { runData?: Record<string, NodeRun[]> };
	/** Of an execution that has not begun, or was cut off before its first node had ended. */
	executionData?: { nodeExecutionStack?: Array<{ data: { main: Item[][] } }> };
}

interface Item {
	json: Record<string, unknown>;
}

/** A run with what its nodes have put out. */
export interface StoredRun {
	id: string;
	status: string;
	runData: Record<string, NodeRun[]>;
}

const storedRunOf = ({ id, status, data }: Row): StoredRun => ({
	id: String(id),
	status,
	runData: (parse(data) as ExecutionData).resultData?.runData ?? {},
});

/** Finds the id of an event in a text. */
export const idIn = (text: string): string | undefined => /"(evt-[\w-]+)"/.exec(text)?.[1];

/** Reads a stored run. */
function runOf({ id, status, data, endedAt }: Row): Run {
	const { resultData } = parse(data) as ExecutionData;
	return {
		id: String(id),
		status,
		event: idIn(data),
		reached: resultData?.runData?.Reached !== undefined,
		triggerMs: resultData?.runData?.Trigger?.[0]?.executionTime ?? 0,
		endedAt: Number(typeof endedAt === 'string' ? new Date(`${endedAt.replace(' ', 'T')}Z`) : endedAt),
	};
}

const QUERY = `SELECT e.id AS id, e.status AS status, e."stoppedAt" AS "endedAt", d.data AS data
	FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id WHERE e."workflowId" = `;

/** From n8n's SQLite file, which n8n may be writing at the same time. */
export const readSqliteRuns = (userFolder: string, workflowId: string): Run[] =>
	sqliteRows(userFolder, workflowId).map(runOf);

/** The same, with what the nodes have put out. */
export const readSqliteData = (userFolder: string, workflowId: string): StoredRun[] =>
	sqliteRows(userFolder, workflowId).map(storedRunOf);

/** An execution with the items that its first node put out, in order. */
export interface StartedRun {
	status: string;
	items: Array<Item['json']>;
	/** The `body` of each item. */
	texts: string[];
}

/** The executions of a workflow that begins with this node, oldest first. */
export const readStartedRuns = (userFolder: string, workflowId: string, node: string): StartedRun[] =>
	sqliteRows(userFolder, workflowId).map(({ status, data }) => {
		const { resultData, executionData } = parse(data) as ExecutionData;
		const putOut = resultData?.runData?.[node]?.[0]?.data?.main?.[0];
		const items = putOut ?? executionData?.nodeExecutionStack?.[0]?.data.main[0] ?? [];
		return {
			status,
			items: items.map(({ json }) => json),
			texts: items.map(({ json }) => String(json.body)),
		};
	});

/** The executions of a workflow as n8n's SQLite file has them, oldest first. */
function sqliteRows(userFolder: string, workflowId: string): Row[] {
	const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), {
		readOnly: true,
		timeout: 10_000,
	});
	try {
		return database.prepare(`${QUERY} ? ORDER BY e.id`).all(workflowId) as unknown as Row[];
	} finally {
		database.close();
	}
}

const postgresRows = async (connection: PostgresConnection, workflowId: string): Promise<Row[]> =>
	await queryPostgres<Row>(paths, connection, `${QUERY} $1`, [workflowId]);

/** From a PostgreSQL database of n8n. */
export const readPostgresRuns = async (connection: PostgresConnection, workflowId: string): Promise<Run[]> =>
	(await postgresRows(connection, workflowId)).map(runOf);

/** The same, with what the nodes have put out. */
export const readPostgresData = async (
	connection: PostgresConnection,
	workflowId: string,
): Promise<StoredRun[]> => (await postgresRows(connection, workflowId)).map(storedRunOf);

/** Which of these events have not run to the end exactly once, and how often each has. */
export function notOnce(runs: Run[], events: string[]): Record<string, number> {
	const times = new Map(events.map((event) => [event, 0]));
	for (const { event, reached, status } of runs) {
		if (reached && status === 'success' && event !== undefined) times.set(event, (times.get(event) ?? 0) + 1);
	}
	return Object.fromEntries([...times].filter(([, count]) => count !== 1));
}

const OPEN = new Set(['new', 'running', 'waiting']);
export const isOpen = ({ status }: Pick<Run, 'status'>): boolean => OPEN.has(status);
