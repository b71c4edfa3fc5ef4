import type { SQLInputValue } from 'node:sqlite';
import { Type, type Static } from 'typebox';
import { plainError } from '../../service/http/errors.ts';
import { Timestamp } from '../../service/http/values.ts';
import { DeliveryFaultCount } from '../../service/webhooks/delivery-faults.ts';
import { Fault } from '../faults/faults.ts';
import type { TableRows } from './table-copies.ts';

/** A saved state. */
export const Snapshot = Type.Object({
	name: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'a word of letters, digits, _ and -' }),
	saved_at: {
		...Timestamp,
		description: "The sandbox's time when it was saved, and again when it is restored",
	},
});
export type Snapshot = Static<typeof Snapshot>;

/** The version of the form of snapshot files, which is raised with every change of it. */
export const FILE_FORMAT = 1;

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'a UUID' });

/** The part of its own state that a sandbox keeps when it takes over the state of another. */
const Owner = Type.Object({
	user_id: Uuid,
	api_key: Type.Object(
		{
			id: Uuid,
			prefix: Type.String({ pattern: '^svc_[0-9a-f]{4}$', description: 'the beginning of a key' }),
			hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'a SHA-256 digest' }),
		},
		{ description: "The account's first key" },
	),
});
type Owner = Static<typeof Owner>;

/** A saved state as a file, from which any sandbox of the same version can restore it. */
export const SnapshotFile = Type.Object({
	format: Type.Integer({ description: 'The version of the form of this file' }),
	layout: Type.Integer({ description: 'The version of the tables; another sandbox must have the same' }),
	...Snapshot.properties,
	account: Type.Integer({ description: 'The number of the account within its service' }),
	...Owner.properties,
	drawn: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
		description: 'How many identifiers of each kind were generated',
	}),
	faults: Type.Array(Fault),
	delivery_faults: Type.Array(DeliveryFaultCount),
	tables: Type.Record(
		Type.String(),
		Type.Object({ columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(Type.Unknown())) }),
		{ description: 'Rows with the values of the columns; bytes are `{ "base64": "..." }`' },
	),
});
export type SnapshotFile = Static<typeof SnapshotFile>;

/** Returns the value of a column as JSON. */
function toJson(value: SQLInputValue): unknown {
	if (!ArrayBuffer.isView(value)) return value;
	return { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

/** @throws {ServiceError} 400 for what no column holds: SQLite would take an object for named parameters */
function fromJson(value: unknown): SQLInputValue {
	if (value === null || typeof value === 'string' || typeof value === 'number') return value;
	const { base64 } = value as { base64?: unknown };
	if (typeof base64 !== 'string') throw plainError(400, 'tables must hold texts, numbers, null and base64');
	return Buffer.from(base64, 'base64');
}

/** Returns the rows of tables as a file has them. */
export function toFileTables(tables: Readonly<Record<string, TableRows>>): SnapshotFile['tables'] {
	return mapValues(tables, toJson);
}

/**
 * Returns the rows of a file as this sandbox keeps them. Its own user and first API key take the places of
 * those of the sandbox that the file comes from, so that nobody has to use another key after an import.
 */
export function fromFileTables({ tables, user_id, api_key }: SnapshotFile, own: Owner) {
	const replacements = [
		[user_id, own.user_id],
		[api_key.id, own.api_key.id],
		[api_key.hash, own.api_key.hash],
		[`"prefix":"${api_key.prefix}"`, `"prefix":"${own.api_key.prefix}"`],
	] as const;
	return mapValues(tables, (given) => {
		const value = fromJson(given);
		if (typeof value !== 'string') return value;
		return replacements.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), value);
	});
}

/** Converts every value of every table. */
function mapValues<Given, Value>(
	tables: Readonly<Record<string, { columns: readonly string[]; rows: ReadonlyArray<readonly Given[]> }>>,
	convert: (value: Given) => Value,
): Record<string, { columns: string[]; rows: Value[][] }> {
	const converted = Object.entries(tables).map(([name, { columns, rows }]) => [
		name,
		{ columns: [...columns], rows: rows.map((row) => row.map(convert)) },
	]);
	return Object.fromEntries(converted) as Record<string, { columns: string[]; rows: Value[][] }>;
}
