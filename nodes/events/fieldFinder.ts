import type { IDataObject } from 'n8n-workflow';

import { formatPath, toNameWords, valueAt } from '../text/fieldPath';
import type { ValueType } from './eventValues';
import type { PayloadField } from './payloadFields';
import { RECORD_FIELDS, type RecordField, type RecordType } from './recordFields';

/** The paths in the payload that an account has configured, by field: `data.sum` for `call.summary`. */
export type FieldPaths = Readonly<Record<string, string>>;

/** A field that is absent although the event has something that may belong in it. */
export interface UnclearField {
	/** Such as `call.summary`. */
	field: string;
	/** The reason, as a clause: "data.id and data.call_id differ". */
	reason: string;
}

/** The result of looking for a field: its value and path, or the reason why the value is unclear. Both are absent if nothing was found. */
export interface FieldLookup {
	value?: unknown;
	path?: string;
	reason?: string;
	/** True if the account has configured the path. */
	isAtConfiguredPath?: boolean;
}

/** Finds the fields of one record in a payload, by the table of their names. */
export class FieldFinder {
	/** The fields that are absent although the event may contain them, and why. */
	readonly unclearFields: UnclearField[] = [];

	private readonly table: Readonly<Record<string, RecordField>>;

	/**
	 * @param levels The fields of the record, then those of each object around it.
	 * @param source The payload, and the paths in it that the account has configured.
	 */
	constructor(
		private readonly recordType: RecordType,
		private readonly levels: PayloadField[][],
		private readonly source: { payload?: unknown; paths: FieldPaths } = { paths: {} },
	) {
		this.table = RECORD_FIELDS[recordType];
	}

	/**
	 * Finds a field at the path that the account has configured, and nowhere else. Without such a path, finds it in the
	 * first level that has it, if all values there are the same.
	 * @param name As in the table.
	 * @param others More names with the same priority as the table's first group.
	 * @param valueType The type of the value, if it is not that of the table.
	 */
	find(
		name: string,
		others: readonly string[] = [],
		valueType: ValueType = (this.table[name] as RecordField).valueType,
	): FieldLookup {
		const [first = [], ...more] = (this.table[name] as RecordField).names;
		const path = this.source.paths[`${this.recordType}.${name}`];
		if (path !== undefined) {
			return { ...findAtPath(this.source.payload, path, valueType), isAtConfiguredPath: true };
		}
		for (const fields of valueType.isInRecordOnly ? this.levels.slice(0, 1) : this.levels) {
			for (const names of [[...first, ...others], ...more]) {
				const [found, ...rest] = findFields(fields, names, valueType);
				const differing = rest.find(({ value }) => !valueType.isSame(value, found?.value));
				if (differing) return { reason: `${found?.path} and ${differing.path} differ` };
				if (found) return found;
			}
		}
		const recordOnlyNames = [first, ...more].flat().filter((one) => one.startsWith(RECORD_ONLY_PREFIX));
		const unprefixedNames = recordOnlyNames.map((one) => one.slice(RECORD_ONLY_PREFIX.length));
		const [outerField] = findFields(this.levels.flat(), unprefixedNames, valueType);
		return outerField ? { reason: `${outerField.path} may belong to the event itself` } : {};
	}

	/** Returns the value that was found for a field, and notes why it is absent. */
	valueOrNoteWhyAbsent(name: string, { value, reason }: FieldLookup): unknown {
		if (reason !== undefined) this.unclearFields.push({ field: `${this.recordType}.${name}`, reason });
		return value;
	}

	/**
	 * Returns the known fields, then all others in the order of the table. Absent ones are left out.
	 * @param known The fields that were read before.
	 */
	findAll(known: Readonly<Record<string, unknown>>): IDataObject {
		const others = Object.keys(this.table)
			.filter((name) => !Object.hasOwn(known, name))
			.map((name) => [name, this.valueOrNoteWhyAbsent(name, this.find(name))]);
		const fields = [...Object.entries(known), ...others];
		return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as IDataObject;
	}
}

/** The beginning of a name that counts in the record itself only. */
const RECORD_ONLY_PREFIX = 'own ';

/** Returns the fields with one of these names that hold a value of the type. */
const findFields = (fields: readonly PayloadField[], names: readonly string[], valueType: ValueType) =>
	fields
		.filter(
			({ normalizedName, isInRecordItself }) =>
				names.includes(normalizedName) ||
				(isInRecordItself && names.includes(`${RECORD_ONLY_PREFIX}${normalizedName}`)),
		)
		.map(({ normalizedName, value, steps }) => ({
			value: valueType.parse(value, normalizedName),
			path: formatPath(steps),
		}))
		.filter(({ value }) => value !== undefined);

function findAtPath(payload: unknown, path: string, valueType: ValueType): FieldLookup {
	const found = valueAt(payload, path);
	const value = valueType.parse(found, toNameWords(path));
	if (value !== undefined) return { value, path };
	const isEmpty = found === null || (typeof found === 'string' && found.trim() === '');
	if (isEmpty) return {};
	const reason =
		found === undefined ? `there is nothing at ${path}` : `${path} is not ${valueType.description}`;
	return { reason };
}
