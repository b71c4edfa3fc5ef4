import type { SQLInputValue } from 'node:sqlite';
import { accountTables } from '../database/tables.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';

const DAY_MS = 86_400_000;
/** A time as records hold it. */
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * A value of a row: a number that is shifted, a text between whose parts there are times (in milliseconds), or
 * any other.
 */
type Value =
	| { readonly number: number; readonly by: 'seq' | 'time' }
	| { readonly texts: readonly string[]; readonly times: readonly number[] }
	| SQLInputValue;

/** The first rows of a table. */
interface FirstRowsOfTable {
	/** Inserts all of them. */
	readonly sql: string;
	/** The values of the first row, then those of the second, and so on. */
	readonly values: readonly Value[];
}

/** The first rows as they were added at a time. */
interface AddedRows {
	readonly at: number;
	readonly tables: readonly FirstRowsOfTable[];
	/** How many identifiers of each kind were drawn for them. */
	readonly drawn: Readonly<Record<string, number>>;
}

/**
 * The first rows of the account. Making them takes several times longer than inserting them, so they are made
 * once and then copied, with their identifiers. Their times are relative to the clock, and they are made
 * again on another day, since some depend on the day of the week.
 */
export class FirstRows {
	readonly #app: App;
	readonly #seeds: Array<(seed: SeedName) => void> = [];
	readonly #added = new Map<SeedName, AddedRows>();

	constructor(app: App) {
		this.#app = app;
	}

	/** Adds a function that makes rows, e.g. those of a part. */
	add(seed: (seed: SeedName) => void): void {
		this.#seeds.push(seed);
	}

	/** Puts the rows into the tables, which are empty. To be called within a transaction. */
	put(seed: SeedName): void {
		const { clock } = this.#app;
		clock.hold(() => {
			const added = this.#added.get(seed);
			const isOld = added === undefined || countDays(added.at) !== countDays(clock.now());
			if (isOld) this.#added.set(seed, this.#make(seed));
			else this.#copy(added);
		});
	}

	#make(seed: SeedName): AddedRows {
		const { clock, database, ids } = this.#app;
		const tables = accountTables(database);
		const isEmpty = (table: string) => database.get(`SELECT 1 FROM "${table}" LIMIT 1`) === undefined;
		const empty = tables.filter(isEmpty);
		const before = ids.drawn;
		for (const make of this.#seeds) make(seed);
		const drawn = Object.entries(ids.drawn).map(([kind, count]) => [kind, count - (before[kind] ?? 0)]);
		return {
			at: clock.now(),
			tables: empty.filter((table) => !isEmpty(table)).map((table) => this.#read(table)),
			drawn: Object.fromEntries(drawn) as Record<string, number>,
		};
	}

	#read(table: string): FirstRowsOfTable {
		const { database } = this.#app;
		const columns = database.all<{ name: string; type: string }>(
			'SELECT name, type FROM pragma_table_info(?) ORDER BY cid',
			table,
		);
		const names = columns.map(({ name }) => name).join();
		const rows = database.all<Record<string, SQLInputValue>>(`SELECT ${names} FROM "${table}"`);
		const row = `(${columns.map(() => '?').join()})`;
		return {
			sql: `INSERT INTO "${table}" (${names}) VALUES ${rows.map(() => row).join()}`,
			values: rows.flatMap((one) => columns.map(({ name, type }) => toValue(name, type, one[name] ?? null))),
		};
	}

	#copy({ at, tables, drawn }: AddedRows): void {
		const { clock, database, ids } = this.#app;
		// No row ever gets the number of an earlier one, and rows with one number in two tables keep that.
		const last = database.get<{ seq: number }>('SELECT ifnull(max(seq), 0) AS seq FROM sqlite_sequence');
		const shifts = { seq: last?.seq ?? 0, time: clock.now() - at };
		// Most times occur several times.
		const texts = new Map<number, string>();
		const later = (time: number): string => {
			let text = texts.get(time);
			if (text === undefined) texts.set(time, (text = new Date(time + shifts.time).toISOString()));
			return text;
		};
		const shift = (value: Value): SQLInputValue => {
			if (typeof value !== 'object' || value === null) return value;
			if ('by' in value) return value.number + shifts[value.by];
			if (!('texts' in value)) return value;
			return value.texts.reduce((text, next, index) => text + later(value.times[index - 1] ?? 0) + next);
		};
		for (const { sql, values } of tables) database.run(sql, ...values.map(shift));
		const before = ids.drawn;
		const counts = Object.entries(drawn).map(([kind, count]) => [kind, (before[kind] ?? 0) + count]);
		ids.resume({ ...before, ...(Object.fromEntries(counts) as Record<string, number>) });
	}
}

function countDays(time: number): number {
	return Math.floor(time / DAY_MS);
}

function toValue(column: string, type: string, value: SQLInputValue): Value {
	if (typeof value === 'string') {
		const times = value.match(ISO_TIME);
		return times === null
			? value
			: { texts: value.split(ISO_TIME), times: times.map((time) => Date.parse(time)) };
	}
	if (typeof value !== 'number') return value;
	if (column === 'seq') return { number: value, by: 'seq' };
	return type === 'INTEGER' && column.endsWith('_at') ? { number: value, by: 'time' } : value;
}
